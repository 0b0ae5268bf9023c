import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()

// The servers reach their database through a proxy that can be closed.
const sockets = new Set<Socket>()
const door = createServer((client) => {
  const server = connect(Number(new URL(database.urls.api).port), '127.0.0.1')
  client.pipe(server).pipe(client)
  for (const socket of [client, server]) sockets.add(socket.on('error', () => socket.destroy()))
})
const through = (url: string) =>
  Object.assign(new URL(url), { port: (door.address() as AddressInfo).port }).href

beforeAll(async () => {
  await once(door.listen(0, '127.0.0.1'), 'listening')
})
afterAll(shut)

function shut(): void {
  door.close()
  for (const socket of sockets) socket.destroy()
}

const servers = useServers({
  ...database,
  get urls() {
    return { ...database.urls, auth: through(database.urls.auth), api: through(database.urls.api) }
  },
})
const how = { as: 'lecteur@example.org', sis: 'hs' }
const busy = { status: 503, body: { error: 'Service momentanément indisponible' } }

it('answers 503 while the database is gone, is not ready, stays alive, and recovers with the database', async () => {
  expect((await servers.data('/api/v2/interventions', how)).status).toBe(200)
  const { port } = door.address() as AddressInfo
  shut()

  const answer = await servers.data('/api/v2/interventions', how)
  expect(answer).toMatchObject(busy)
  expect(answer.headers.get('retry-after')).toBe('5')
  const body = { email: 'chef@example.org', password: 'caserne-demo' }
  expect(await servers.auth('/api/v1/login', { method: 'POST', body })).toMatchObject(busy)
  for (const server of ['data', 'auth'] as const) {
    expect(await servers[server]('/ready')).toMatchObject({
      status: 503,
      body: { error: 'Base de données injoignable' },
    })
    expect((await servers[server]('/health')).status).toBe(200)
  }

  await once(door.listen(port, '127.0.0.1'), 'listening')
  for (const server of ['data', 'auth'] as const) expect((await servers[server]('/ready')).status).toBe(200)
  expect((await servers.data('/api/v2/interventions', how)).status).toBe(200)
})

it('answers 503 to a request whose connection breaks', async () => {
  const owner = await database.as('owner')
  await owner.query('begin')
  await owner.query('lock table app.interventions in access exclusive mode')
  // No answer to this question is kept yet, so the server reads the table.
  const answer = servers.data('/api/v2/interventions?limit=1', how)
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await owner.query(
      "select count(*)::integer as n from pg_locks where not granted and relation = 'app.interventions'::regclass",
    )
    waiting = rows[0]?.n
  }
  shut()
  await owner.query('rollback')
  expect(await answer).toMatchObject(busy)
})
