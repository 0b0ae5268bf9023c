import { expect, it } from 'vitest'
import { disableInstanceMessagerie, setInstanceMessagerie } from '../../src/worker/instance_messagerie.ts'
import { fromRow, MessagerieRow } from '../../src/worker/releves/messagerie_row.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const empty = useDatabase('template_empty')
const key = Buffer.alloc(32, 7).toString('base64')
const settings = {
  host: '127.0.0.1',
  port: 4143,
  security: 'none' as const,
  user: 'alarmes',
  // PostgreSQL breaks the base64 of a password of this length into two lines.
  password: 'un mot de passe d’application de plus de trente signes',
  folder: 'INBOX',
  moveTo: null,
  senders: ['cet@example.org'],
}

/** The settings that the worker gets for the mailbox; null when it is not to be read. */
async function begun() {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    "select jobs.begin_releve(sis_key, id) as releve from app.messageries where sis_key = '*'",
  )
  return rows[0]?.releve == null ? null : fromRow(MessagerieRow.parse(rows[0].releve), key, '*')
}

it('the mailbox of the instance is set and stopped with the worker’s login alone, and read again when it is set again', async () => {
  const { worker } = database.urls
  await disableInstanceMessagerie(worker)
  expect(await begun()).toBeNull()
  await setInstanceMessagerie(worker, settings, key)
  expect(await begun()).toEqual(settings)
  await disableInstanceMessagerie(worker)
  expect(await begun()).toBeNull()
  await setInstanceMessagerie(worker, { ...settings, port: 5143 }, key)
  expect(await begun()).toEqual({ ...settings, port: 5143 })
})

it('setting the mailbox of the instance names the command that helps when the database is not migrated', async () => {
  await expect(disableInstanceMessagerie(empty.urls.worker)).rejects.toThrow(
    'Lancez : npm run caserne -- migrate',
  )
})
