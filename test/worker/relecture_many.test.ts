import { expect, it } from 'vitest'
import type { Reader } from '../../src/mail/reading/message_reader.ts'
import { useDatabase } from '../support/database.ts'
import { mailServers } from '../support/mail_servers.ts'
import { useReader } from '../support/reader.ts'
import { letter, soon, useMailbox } from './mail_fixture.ts'

const database = useDatabase()
const query = async (text: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(text, values)).rows
const kind = mailServers.at(-1)
if (kind === undefined) throw new Error('there is no mail server')
const mailbox = useMailbox(kind, database)
const reader = useReader()

/** A slow reader of messages. */
function slowReader(until: Promise<void>): Reader {
  return {
    ...reader,
    read: async (raw, whose) => {
      if (raw.includes('Lent')) await until
      return await reader.read(raw, whose)
    },
  }
}

it('reads new mail at once during a slow relecture of many messages', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = await mailbox.work()
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
    mailbox.deliver(letter(`Lent ${n}`, '{"type": 1}', 'application/json'))
  const states = async () =>
    (await query("select etat from app.messages where sujet ~ 'Lent'")).map(({ etat }) => etat)
  await expect.poll(states, soon).toEqual(Array(8).fill('failed'))
  await waiting.stop()
  await query(
    "select request.open(null, '*', '{sis.config}', null), jobs.relire_message(m.id) from app.messages m",
  )

  await mailbox.workIdle({ reader: slowReader(promise) })
  const locked =
    "select from graphile_worker._private_jobs where key ~ '^relecture' and locked_by is not null"
  await expect.poll(async () => (await query(locked)).length, soon).toBeGreaterThan(0)
  mailbox.deliver(letter('Nouveau', 'Bonjour'))
  await expect
    .poll(async () => (await mailbox.ledger('Nouveau')).map(({ etat }) => etat), soon)
    .toEqual(['failed'])
  resolve()
  await expect.poll(states, soon).toEqual(Array(8).fill('failed'))
})
