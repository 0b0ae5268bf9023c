import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { createPool } from '../../src/db/pool.ts'
import { Metrics } from '../../src/process/metrics.ts'
import { measureQueue } from '../../src/worker/measure_queue.ts'
import { useDatabase } from '../support/database.ts'
import { readFigures } from '../support/servers.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })
const pool = createPool(database.urls.worker, 2, log)
afterAll(() => pool.end())

it('shows the mailboxes and the queue, without user or password', async () => {
  const admin = await database.as('admin')
  await admin.query(
    `insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe)
     values ('hs', 'imap.example.org', 993, 'secret-user', 'secret-password')`,
  )
  const { rows } = await admin.query('select id from app.messageries')
  const mailbox = `sis="hs",id="${rows[0].id}",host="imap.example.org"`
  const metrics = new Metrics()
  measureQueue(metrics, pool, log)
  const text = await metrics.text()
  const figure = readFigures(text)
  for (const [series, value] of [
    [`caserne_messagerie_failures{${mailbox}}`, 0],
    [`caserne_messagerie_blocked{${mailbox}}`, 0],
    [`caserne_messagerie_unread{${mailbox}}`, 0],
    [`caserne_messagerie_messages{${mailbox},etat="alarm"}`, 0],
    ['caserne_jobs_waiting', 0],
    ['caserne_database_up{pool="worker"}', 1],
  ] as const)
    expect([series, figure(series)]).toEqual([series, value])
  expect(figure(`caserne_messagerie_seconds_since_success{${mailbox}}`)).toBeGreaterThan(0)
  expect(text).not.toContain('secret')

  await admin.query('delete from app.messageries')
  expect(await metrics.text()).not.toContain('imap.example.org')
})

it('says that the database is gone, and shows no figure of it', async () => {
  const gone = createPool('postgres://127.0.0.1:1/x', 1, log)
  const metrics = new Metrics()
  measureQueue(metrics, gone, log)
  const figure = readFigures(await metrics.text())
  expect(figure('caserne_database_up{pool="worker"}')).toBe(0)
  expect(figure('caserne_jobs_waiting')).toBeUndefined()
  await gone.end()
})
