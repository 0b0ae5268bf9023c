import express from 'express'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { createPool } from '../../../src/db/pool.ts'
import type { Caller } from '../../../src/http/admission/caller.ts'
import { watchAlarmes } from '../../../src/http/handlers/watch_alarmes.ts'
import { AlarmeStreams } from '../../../src/http/live/alarme_streams.ts'
import { Listener } from '../../../src/http/live/listener.ts'
import { callFunction } from '../../../src/http/operation/call_function.ts'
import type { Database } from '../../../src/http/operation/database.ts'
import { statement } from '../../../src/http/operation/statements.ts'
import { answerErrors } from '../../../src/http/refusals/errors.ts'
import { listen } from '../../../src/http/server/listening.ts'
import { Started } from '../../../src/process/started.ts'
import { useDatabase } from '../../support/database.ts'
import { type EventStream, openStream } from '../../support/event_stream.ts'
import { beginInHs } from '../../support/waiting.ts'
import { soon, upToDate } from './streams_fixture.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })
let started = new Started()
afterEach(async () => {
  await started.stop()
  started = new Started()
})

const NOWHERE = 'postgres://caserne_api:x@127.0.0.1:1/rien'

/** A server of streams of hs only, for one account, with the test's own intervals. */
async function serve(
  options: { beatMs?: number; limit?: number; limitOfUser?: number; hearsAt?: string } = {},
) {
  const { hearsAt = database.urls.api, ...times } = options
  const pool = started.add(createPool(database.urls.api, 3, log), (each) => each.end())
  const listener = started.add(new Listener(hearsAt, log), (each) => each.close())
  const streams = new AlarmeStreams(listener, { limit: 100, atOnce: 2, log, ...times })
  const api: Database = { pool, schema: 'api', namedStatements: true }
  const inAnHour = Math.floor(Date.now() / 1000) + 3600
  const app = express().get('/', async (req, res) => {
    const caller: Caller = {
      userId: Number(req.query.user ?? 1),
      email: '',
      issuedAt: inAnHour,
      expiresAt: inAnHour,
      sisKey: 'hs',
      permissions: ['intervention.lecture'],
      sapeurId: null,
    }
    res.locals.caller = caller
    const first = await callFunction(api, statement('watch_alarmes', ['apres']), caller, [null])
    watchAlarmes(streams).answer?.(first ?? '', req, res, api)
  })
  app.use(answerErrors(log))
  const server = started.add(await listen(app, { host: '127.0.0.1', port: 0, variable: 'PORT' }), (each) =>
    each.close(),
  )
  started.add(streams, async (each) => each.close())
  const open = async (query = ''): Promise<EventStream> => {
    const stream = await openStream(`http://127.0.0.1:${server.port}/${query}`)
    started.add(stream, async (each) => each.close())
    return stream
  }
  return { pool, open, close: () => streams.close() }
}

async function alarm(adresse: string, description = ''): Promise<void> {
  const client = await beginInHs(database, ['intervention.lecture', 'intervention.modification'])
  await client.query(
    `insert into app.alarmes (date, type, adresse, description, intervention_voulue)
     values ('2026-03-14 13:29:45Z', 'Alarme réelle', $1, $2, false)`,
    [adresse, description],
  )
  await client.query('commit')
  await client.end()
}

const places = (stream: EventStream) => stream.data().map(({ adresse }) => adresse)
const sessions = async (name: string) => {
  const { rows } = await (await database.as('admin')).query(
    'select pid from pg_stat_activity where application_name = $1 and datname = current_database()',
    [name],
  )
  return rows.map(({ pid }) => pid as number)
}
const kill = async (pids: number[]) => {
  const admin = await database.as('admin')
  for (const pid of pids) await admin.query('select pg_terminate_backend($1, 5000)', [pid])
}

it('sends a sign of life, and shows new alarms with it, even without a notification', async () => {
  const { open } = await serve({ beatMs: 100, hearsAt: NOWHERE })
  const stream = await open()
  await upToDate(stream)
  await expect.poll(() => stream.comments, soon).toEqual(['', ''])
  await alarm('sans bruit')
  await expect.poll(() => places(stream), soon).toContain('sans bruit')
  expect(places(stream).filter((each) => each === 'sans bruit')).toHaveLength(1)
})

it('shows alarms stored while its listener was away', async () => {
  const { open } = await serve({ beatMs: 3_600_000 })
  const stream = await open()
  await upToDate(stream)
  await expect.poll(() => sessions('caserne listener'), soon).toHaveLength(1)
  await kill(await sessions('caserne listener'))
  await alarm('manquée')
  await expect.poll(() => places(stream), soon).toContain('manquée')
})

it('continues when the database was away, and sends nothing meanwhile', async () => {
  const { open } = await serve({ beatMs: 50, hearsAt: NOWHERE })
  const stream = await open()
  await upToDate(stream)
  await kill(await sessions('caserne'))
  await alarm('après la panne')
  await expect.poll(() => places(stream), soon).toContain('après la panne')
})

it('drops a client that reads nothing, and keeps serving the others', async () => {
  const { open } = await serve({ beatMs: 200, limitOfUser: 2 })
  // More than the system buffers for a connection.
  await alarm('lourde', 'x'.repeat(12_000_000))
  const slow = await open()
  slow.pause()
  const admin = await database.as('admin')
  await admin.query("update app.alarmes set validated = true where adresse = 'lourde'")
  const quick = await open()
  await upToDate(quick)
  await alarm('légère')
  await expect.poll(() => places(quick), soon).toContain('légère')
  await expect.poll(async () => (await open()).status, soon).toBe(200)
  slow.resume()
  await slow.ended
  expect(slow.data('a_jour')).toEqual([])
})

it('refuses streams over its limits, in total and per account, until one ends', async () => {
  const { open } = await serve({ limit: 3, limitOfUser: 2 })
  const first = await open()
  expect((await open()).status).toBe(200)
  const third = await open()
  await third.ended
  expect([third.status, third.headers['retry-after']]).toEqual([429, '30'])
  expect((await open('?user=2')).status).toBe(200)
  expect((await open('?user=3')).status).toBe(429)
  first.close()
  await expect.poll(async () => (await open('?user=3')).status, soon).toBe(200)
})

it('reads once for all streams of a SIS with the same rights', async () => {
  const { pool, open } = await serve({ beatMs: 3_600_000 })
  const streams = await Promise.all(Array.from({ length: 20 }, () => open()))
  await Promise.all(streams.map(upToDate))
  // Those that began at different places stand at one from now on.
  await alarm('première')
  for (const stream of streams) await expect.poll(() => places(stream), soon).toContain('première')
  let taken = 0
  pool.on('acquire', () => {
    taken++
  })
  await alarm('seconde')
  for (const stream of streams) await expect.poll(() => places(stream), soon).toContain('seconde')
  // One reading for all; a late announcement of the first alarm may cause another.
  expect(taken).toBeLessThan(5)
  const ids = streams.map((stream) => stream.events.at(-1)?.id)
  expect(new Set(ids).size).toBe(1)
})

it('ends all streams at once when the server stops, and begins none afterwards', async () => {
  const { open, close } = await serve()
  const all = await Promise.all([open(), open('?user=2'), open('?user=3')])
  await Promise.all(all.map(upToDate))
  close()
  await Promise.all(all.map(({ ended }) => ended))
  expect((await open()).status).toBe(503)
})
