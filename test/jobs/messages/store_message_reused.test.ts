import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { report, useJobs } from '../jobs_fixture.ts'

const database = useDatabase()
const { store, read } = useJobs(database)

const alarmes = async (adresse: string) =>
  (await read('hs', 'select code from app.alarmes where adresse = $1 order by id', [adresse])).map(
    ({ code }) => code,
  )
const ledger = async (sujet: string, sis = '*') =>
  await read(sis, 'select etat, raison, message_id from app.messages where sujet = $1 order by id', [sujet])
const REUSED = 'Son Message-ID est déjà celui d’un autre message.'
const KNOWN = 'Cette alarme est déjà venue par un autre message.'

it('makes an alarm of each of two messages with one Message-ID, and says so in the later', async () => {
  const message = { message_id: '<r1@x>', sujet: 'R 1' }
  await store(report({ adresse: 'R 1' }), { ...message, sha256: 'r1 a', corps: 'a' })
  const second = { ...message, sha256: 'r1 b', corps: 'b' }
  const other = report({ adresse: 'R 1', code: 'AA' })
  expect(await store(other, second)).toMatchObject({ nouveau: true, etat: 'alarm', raison: REUSED })
  expect(await store(other, { ...second, uidvalidity: '8' })).toEqual({ nouveau: false })
  expect(await alarmes('R 1')).toEqual(['FEU BAT', 'AA'])
  expect(await ledger('R 1')).toEqual([
    { etat: 'alarm', raison: '', message_id: '<r1@x>' },
    { etat: 'alarm', raison: REUSED, message_id: null },
  ])
})

it('keeps a failed message beside an alarm with its Message-ID, and reads it again', async () => {
  const message = { message_id: '<r2@x>', sujet: 'R 2' }
  await store(report({ adresse: 'R 2' }), { ...message, corps: 'a' })
  const failed = { ...message, sha256: 'r2 b', corps: 'b', etat: 'failed', raison: 'Illisible.' }
  const { id } = await store(null, failed)
  const owner = await database.as('owner')
  await owner.query('select jobs.relire_message($1)', [id])
  const worker = await database.as('worker')
  const again = { sis_key: '*', id, etat: 'alarm', message_id: '<r2@x>', sha256: 'r2 b', corps: 'b' }
  await worker.query('select jobs.store_relecture($1, null, $2)', [
    JSON.stringify(again),
    JSON.stringify(report({ adresse: 'R 2', code: 'INOND' })),
  ])
  expect(await alarmes('R 2')).toEqual(['FEU BAT', 'INOND'])
  expect((await ledger('R 2'))[1]).toEqual({ etat: 'alarm', raison: REUSED, message_id: null })
})

it('does not replace another failed message by an alarm', async () => {
  const message = { message_id: '<r3@x>', sujet: 'R 3' }
  await store(null, { ...message, corps: 'a', etat: 'failed', raison: 'Illisible.' })
  await store(report({ adresse: 'R 3' }), { ...message, corps: 'b' })
  expect((await ledger('R 3')).map(({ etat }) => etat)).toEqual(['failed', 'alarm'])
})

it('makes one alarm of a mail received in two mailboxes, and says so in the later', async () => {
  const nowhere = report({ adresse: '', description: 'R 4' })
  const message = { message_id: '<r4@x>', sujet: 'R 4' }
  await store(nowhere, { ...message, sha256: 'r4 a', corps: 'a' })
  const second = { ...message, sis_key: 'hs', sha256: 'r4 b', corps: 'b' }
  expect(await store(nowhere, second)).toMatchObject({ etat: 'alarm', raison: KNOWN })
  expect(await read('hs', "select from app.alarmes where description = 'R 4'")).toHaveLength(1)
  expect(await read('hs', "select from app.interventions where objet = 'R 4'")).toHaveLength(1)
})

it('makes no second alarm of a message in a mailbox that is deleted and set up again', async () => {
  const admin = await database.as('admin')
  const sis_key = 'hs'
  const add = `insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe)
               values ('hs', 'again.example.org', 993, 'hs', 'sealed') returning id`
  const stored = []
  for (const _ of [1, 2]) {
    const messagerie_id = Number((await admin.query(add)).rows[0].id)
    const message = { sis_key, messagerie_id, message_id: null, sha256: 'r5', corps: 'r5' }
    stored.push(await store(report({ adresse: 'R 5' }), message))
    await admin.query('delete from app.messageries where id = $1', [messagerie_id])
  }
  expect(stored.map(({ raison }) => raison)).toEqual(['', KNOWN])
  expect(await alarmes('R 5')).toEqual(['FEU BAT'])
})
