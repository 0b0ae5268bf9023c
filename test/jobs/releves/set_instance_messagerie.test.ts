import { expect, it } from 'vitest'
import { unseal } from '../../../src/mail/seal.ts'
import { setInstanceMessagerie } from '../../../src/worker/instance_messagerie.ts'
import { asSomeone, useDatabase } from '../../support/database.ts'

const database = useDatabase()
const key = Buffer.alloc(32, 7).toString('base64')
const box = {
  host: '127.0.0.1',
  port: 4143,
  security: 'none' as const,
  user: 'alarmes',
  password: 'geheim',
  folder: 'INBOX',
  moveTo: null,
  senders: ['cet@example.org'],
}

const boxes = async () =>
  await asSomeone(await database.as('owner'), { sis: '*', permissions: ['sis.config'] }, async (client) => {
    return (await client.query('select * from app.messageries')).rows
  })

it('makes the mailbox of the instance, with a sealed password, and updates its row when the server changes', async () => {
  await setInstanceMessagerie(database.urls.admin, box, key)
  const [first] = await boxes()
  expect(first).toMatchObject({
    sis_key: '*',
    host: '127.0.0.1',
    port: 4143,
    securite: 'none',
    utilisateur: 'alarmes',
    dossier: 'INBOX',
    dossier_traite: null,
    expediteurs: ['cet@example.org'],
    active: true,
  })
  expect(first.mot_de_passe.includes('geheim')).toBe(false)
  expect(unseal(first.mot_de_passe, key, { ...box, sis: '*' })).toBe('geheim')
  await setInstanceMessagerie(database.urls.admin, { ...box, port: 5143, moveTo: 'Traités' }, key)
  const after = await boxes()
  expect(after).toHaveLength(1)
  expect(after[0]).toMatchObject({ id: first.id, port: 5143, dossier_traite: 'Traités' })
})

it('reads from the day before it was set up, unless the configuration names another instant', async () => {
  const since = async () => (await boxes())[0].lire_depuis.getTime()
  await (await database.as('admin')).query('delete from app.messageries')
  await setInstanceMessagerie(database.urls.admin, box, key)
  const first = await since()
  expect(Math.abs(Date.now() - 86_400_000 - first)).toBeLessThan(60_000)
  await setInstanceMessagerie(database.urls.admin, { ...box, since: '2026-03-14T01:00:00+01:00' }, key)
  expect(await since()).toBe(Date.parse('2026-03-14T00:00:00Z'))
  await setInstanceMessagerie(database.urls.admin, box, key)
  expect(await since()).toBe(Date.parse('2026-03-14T00:00:00Z'))
})
