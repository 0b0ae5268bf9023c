import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Door, openDoor } from '../support/door.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()

let door: Door
beforeAll(async () => {
  door = await openDoor(() => Number(new URL(database.urls.api).port))
})
afterAll(() => door.shut())

const servers = useServers({
  ...database,
  get urls() {
    return { ...database.urls, auth: door.through(database.urls.auth), api: door.through(database.urls.api) }
  },
})
const how = { as: 'lecteur@example.org', sis: 'hs' }
const busy = { status: 503, body: { error: 'Service momentanément indisponible' } }

it('answers 503 while the database is gone, is not ready, stays alive, and recovers with the database', async () => {
  expect((await servers.data('/api/v2/interventions', how)).status).toBe(200)
  door.shut()

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

  await door.open()
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
  door.shut()
  await owner.query('rollback')
  expect(await answer).toMatchObject(busy)
})
