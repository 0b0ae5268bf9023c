import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Door, openDoor } from '../support/door.ts'
import { type Ask, useServers } from '../support/servers.ts'

const database = useDatabase()
let door: Door
beforeAll(async () => {
  door = await openDoor(() => Number(new URL(database.urls.api).port))
})
afterAll(() => door.shut())

const servers = useServers(
  {
    get urls() {
      return {
        ...database.urls,
        auth: door.through(database.urls.auth),
        api: door.through(database.urls.api),
      }
    },
  },
  {},
  // Each connection that is turned away counts.
  { alone: true },
)
const how = { as: 'commandant@example.org', sis: 'hs' }
const list = () => servers.data('/api/v2/vehicules?limit=3', how)
const create = (designation: string, ask: Ask = {}) =>
  servers.data('/api/v2/vehicules', { ...how, method: 'POST', body: { designation }, ...ask })
const ask = () =>
  servers.data('/graphql', { ...how, method: 'POST', body: { query: '{ vehicules { nodes { id } } }' } })
const owner = async (text: string) => (await (await database.as('admin')).query(text)).rows
const stored = async (designation: string) =>
  (await owner(`select from app.vehicules where designation = '${designation}'`)).length

// Asks while the table is locked, and breaks the connection on which the request then waits.
async function cutMeanwhile<T>(asked: () => Promise<T>): Promise<T> {
  await servers.signIn(how.as)
  await owner('begin')
  await owner('lock table app.vehicules in access exclusive mode')
  const answer = asked()
  await waiting(1)
  door.cut()
  // The first statement waits on, without anybody who hears it; the second time waits beside it.
  await Promise.race([waiting(2), answer])
  await owner('commit')
  return await answer
}

async function waiting(times: number): Promise<void> {
  const text =
    "select count(*)::integer as n from pg_locks where not granted and relation = 'app.vehicules'::regclass"
  await expect.poll(async () => (await owner(text))[0]?.n, { timeout: 10_000, interval: 20 }).toBe(times)
}

describe('a request whose connection breaks', () => {
  beforeAll(async () => void (await create('Tonne-pompe')))

  it('is answered on another connection if it reads', async () => {
    const { status, body } = await cutMeanwhile(list)
    expect([status, body.data.length > 0]).toEqual([200, true])
  })

  it('is answered on another connection if it is a query of GraphQL', async () => {
    await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200)
    const { status, body } = await cutMeanwhile(ask)
    expect([status, body.data.vehicules.nodes.length > 0]).toEqual([200, true])
  })

  it('is not repeated if it writes, because the write may have been done', async () => {
    const { status, headers } = await cutMeanwhile(() => create('Une fois'))
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    await expect.poll(() => stored('Une fois')).toBe(1)
  })

  it('is done once if it writes with a key, however often the client sends it', async () => {
    const headers = { 'idempotency-key': 'avec-une-cle' }
    const first = await cutMeanwhile(() => create('Avec clé', { headers }))
    expect([201, 503]).toContain(first.status)
    await expect.poll(async () => (await create('Avec clé', { headers })).status).toBe(201)
    expect(await stored('Avec clé')).toBe(1)
  })
})

describe('a request that the database turns away, because it is just starting', () => {
  it('is tried once more, whether it reads or writes', async () => {
    door.cut()
    door.turnAway(1)
    expect((await list()).status).toBe(200)
    door.cut()
    door.turnAway(1)
    expect((await create('Au démarrage')).status).toBe(201)
    expect(await stored('Au démarrage')).toBe(1)
  })

  it('is refused the second time', async () => {
    door.cut()
    // More than the request asks for: the session that hears of alarms comes too.
    door.turnAway(100)
    expect((await create('Trop tôt')).status).toBe(503)
    door.turnAway(0)
    expect(await stored('Trop tôt')).toBe(0)
  })
})

describe('a write on a connection to a server that became read only', () => {
  // As after a failover: the connections of the pool are of before.
  it('is done on a new connection, and leaves none of the old ones in use', async () => {
    const set = (value: string) =>
      owner(`alter database ${database.name} set default_transaction_read_only = ${value}`)
    await set('on')
    door.cut()
    const read = await Promise.all(Array.from({ length: 5 }, list))
    await set('off')
    expect(read.map(({ status }) => status)).toEqual(Array(5).fill(200))
    const written = await Promise.all(Array.from({ length: 5 }, (_, n) => create(`Après bascule ${n}`)))
    expect(written.map(({ status }) => status)).toEqual(Array(5).fill(201))
  })
})
