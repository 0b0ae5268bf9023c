import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Door, openDoor } from '../support/door.ts'
import { useServers } from '../support/servers.ts'

// The same database by another way. test/ci/read_database.test.ts has a real standby.
const database = useDatabase()
let door: Door
beforeAll(async () => {
  door = await openDoor(() => Number(new URL(database.urls.api).port))
})
afterAll(() => door.shut())
const servers = useServers(
  {
    get urls() {
      return { ...database.urls, read: door.through(database.urls.api) }
    },
  },
  {},
  { alone: true },
)

const how = { as: 'commandant@example.org', sis: 'hs' }
const figures = async () => (await servers.data('/api/v2/statistiques/2/stat-federal', how)).status
const ask = async () => {
  const body = { query: '{ grades { nodes { id } } }' }
  return (await servers.data('/graphql', { ...how, method: 'POST', body })).status
}
const told = () =>
  servers
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":40'))
    .map((line) => JSON.parse(line).msg)

it('figures and GraphQL are read at READ_DATABASE_URL, and other requests are not', async () => {
  expect([await figures(), await ask()]).toEqual([200, 200])
  const passed = door.passed()
  expect(passed).toBeGreaterThan(0)
  expect((await servers.data('/api/v2/grades', how)).status).toBe(200)
  expect(door.passed()).toBe(passed)
  expect(await figures()).toBe(200)
  expect(door.passed()).toBeGreaterThan(passed)
})

it('both are read from the primary while the standby is away, which is logged once', async () => {
  door.shut()
  const answers = await Promise.all([figures(), figures(), ask(), ask(), figures()])
  expect(answers).toEqual([200, 200, 200, 200, 200])
  expect(told().filter((line) => line.startsWith('standby'))).toEqual([
    'standby not used: reads go to the primary',
  ])
  expect((await servers.figures())('caserne_standby_used')).toBe(0)
  await door.open()
  await expect
    .poll(async () => (await figures()) && told().at(-1), { timeout: 15_000, interval: 100 })
    .toBe('standby used again')
})
