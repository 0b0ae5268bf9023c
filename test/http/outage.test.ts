import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Door, openDoor } from '../support/door.ts'
import { loudEntries } from '../support/loud_entries.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
let door: Door
beforeAll(async () => {
  door = await openDoor(() => Number(new URL(database.urls.api).port))
})
afterAll(() => door.shut())

const servers = useServers({
  get urls() {
    return { ...database.urls, auth: door.through(database.urls.auth), api: door.through(database.urls.api) }
  },
})
const how = { as: 'lecteur@example.org', sis: 'hs' }
const list = () => servers.data('/api/v2/interventions', how)
const logIn = () => servers.logIn('chef@example.org')
const ask = () =>
  servers.data('/graphql', { ...how, method: 'POST', body: { query: '{ grades { nodes { id } } }' } })
let logged = 0
const warnings = () => loudEntries(servers.log().slice(logged))
// Each test begins with a line of the log of its own.
beforeEach(() => {
  logged = servers.log().length
})

it('an outage is one line of the log when it begins, and one with its cost when it ends', async () => {
  // Connections in every pool, also in that of GraphQL.
  const before = await Promise.all([list(), list(), logIn(), ask()])
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  door.shut()
  const refused = await Promise.all(Array.from({ length: 10 }, () => [list(), logIn(), ask()]).flat())
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  await expect.poll(warnings).toEqual([expect.objectContaining({ msg: 'database lost' })])
  expect(warnings()[0].reason).toMatch(/ECONNREFUSED|Connection terminated/)

  await door.open()
  await expect.poll(() => warnings().length, { timeout: 10_000 }).toBe(2)
  expect(warnings()[1]).toMatchObject({
    msg: 'database back',
    refused: 30,
    connections: expect.any(Number),
    seconds: expect.any(Number),
  })
  expect((await list()).status).toBe(200)
})

it('a refused request of an outage is still found in the log by its reference', async () => {
  expect((await list()).status).toBe(200)
  door.shut()
  const { status, headers } = await list()
  const reference = headers.get('x-request-id')
  const found = () =>
    servers
      .log()
      .split('\n')
      .find((each) => each.includes('request refused') && each.includes(String(reference)))
  await expect.poll(found, { timeout: 10_000, interval: 5 }).toBeDefined()
  const line = found()
  await door.open()
  const isBack = async () => [(await list()).status, warnings().at(-1)?.msg]
  await expect.poll(isBack, { timeout: 10_000 }).toEqual([200, 'database back'])
  expect([status, JSON.parse(line ?? '{}').level]).toEqual([503, 20])
})
