import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
// The pool of the servers under test has five connections.
const servers = useServers(database, { OVERLOAD_WAIT_MS: '300', SIGN_IN_WAIT_MS: '300' })
const how = { as: 'commandant@example.org', sis: 'hs' }
const soon = { timeout: 20_000, interval: 20 }
const waiting = new Set<Promise<unknown>>()
// An answer that is kept needs no table.
let pages = 0

const lines = (msg: string): Record<string, unknown>[] =>
  servers
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === msg)

/** Makes requests wait for a lock: five have a connection, the others wait for one. */
async function fillPool(count: number): Promise<void> {
  await servers.signIn(how.as)
  const admin = await database.as('admin')
  await admin.query('begin; lock table app.vehicules')
  for (let n = 0; n < count; n++) waiting.add(servers.data(`/api/v2/vehicules?limit=${++pages}`, how))
  const locked = "select from pg_locks where not granted and relation = 'app.vehicules'::regclass"
  await expect.poll(async () => (await admin.query(locked)).rowCount, soon).toBe(Math.min(count, 5))
}

async function unlock(): Promise<void> {
  await (await database.as('admin')).query('rollback')
}

afterEach(async () => {
  await unlock()
  await Promise.all(waiting)
  waiting.clear()
})

it('requests that would wait too long are refused early, figures first, alarms last', async () => {
  await fillPool(6)
  const exercice = '/api/v2/groupes'
  await expect.poll(async () => (await servers.data(exercice, how)).status, soon).toBe(503)
  const refused = await servers.data(exercice, how)
  expect(refused.body).toEqual({ error: 'Service momentanément indisponible' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(3)
  expect(refused.headers.get('x-request-id')).toMatch(/\w/)
  // Nothing of it reached the database, nor the log.
  expect(lines('request').filter(({ statusCode }) => statusCode === 503)).toEqual([])
  expect(lines('overloaded: requests are refused')).toHaveLength(1)
  const figure = await servers.figures()
  expect(figure('caserne_overload_refused_total{lane="api",urgency="usual"}')).toBeGreaterThan(0)
  await unlock()
  await expect.poll(async () => (await servers.data(exercice, how)).status, soon).toBe(200)
})

it('health and readiness are answered, whatever waits', async () => {
  await fillPool(6)
  await expect.poll(async () => (await servers.data('/api/v2/groupes', how)).status, soon).toBe(503)
  expect((await servers.data('/health')).status).toBe(200)
})

it('a request whose client has left while it waited for a connection is not begun', async () => {
  await fillPool(5)
  const { accessToken } = await servers.signIn(how.as)
  const url = new URL(servers.urls().data)
  const socket = connect(Number(url.port), url.hostname)
  await once(socket, 'connect')
  const body = JSON.stringify({ designation: 'Parti avant', type: 2, no: '77' })
  socket.write(
    `POST /api/v2/groupes HTTP/1.1\r\nHost: x\r\nSis-Key: hs\r\nAuthorization: Bearer ${accessToken}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const admin = await database.as('admin')
  await expect
    .poll(async () => (await servers.figures())('caserne_pool_waiting{pool="api"}'), soon)
    .toBeGreaterThan(0)
  socket.destroy()
  // The server hears of it before it answers others.
  for (let n = 0; n < 3; n++) await servers.data('/health')
  await unlock()
  await Promise.all(waiting)
  expect((await servers.data('/api/v2/groupes', how)).status).toBe(200)
  const { rowCount } = await admin.query("select from app.groupes where designation = 'Parti avant'")
  expect(rowCount).toBe(0)
})
