import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { createPool } from '../../src/db/pool.ts'
import { serveMetrics } from '../../src/worker/metrics.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })
const pool = createPool(database.urls.worker, 2, log)
afterAll(() => pool.end())

it('shows the mailboxes, the queue and the process to Prometheus, without user or password', async () => {
  const admin = await database.as('admin')
  await admin.query(
    `insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe)
     values ('hs', 'imap.example.org', 993, 'secret-user', 'secret-password')`,
  )
  const { rows } = await admin.query('select id from app.messageries')
  const mailbox = `sis="hs",id="${rows[0].id}",host="imap.example.org"`
  const server = await serveMetrics(pool, { host: '127.0.0.1', port: 0 }, log)
  const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method })
  try {
    const answer = await get('/metrics')
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await answer.text()
    for (const line of [
      `caserne_messagerie_failures{${mailbox}} 0`,
      `caserne_messagerie_blocked{${mailbox}} 0`,
      `caserne_messagerie_unread{${mailbox}} 0`,
      `caserne_messagerie_messages{${mailbox},etat="alarm"} 0`,
      'caserne_jobs_waiting 0',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toMatch(/^caserne_messagerie_seconds_since_success\{.*\} \d/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d/m)
    expect(text).not.toContain('secret')

    await admin.query('delete from app.messageries')
    expect(await (await get('/metrics')).text()).not.toContain('imap.example.org')
    expect((await get('/')).status).toBe(404)
    expect((await get('/metrics', 'POST')).status).toBe(404)
  } finally {
    await server.close()
  }
})

it('reports a failure when the database is gone', async () => {
  const gone = createPool('postgres://127.0.0.1:1/x', 1, log)
  const server = await serveMetrics(gone, { host: '127.0.0.1', port: 0 }, log)
  expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(503)
  await server.close()
  await gone.end()
})

it('names the setting whose port is taken', async () => {
  const server = await serveMetrics(pool, { host: '127.0.0.1', port: 0 }, log)
  await expect(serveMetrics(pool, { host: '127.0.0.1', port: server.port }, log)).rejects.toThrow(
    'METRICS_PORT',
  )
  await server.close()
})
