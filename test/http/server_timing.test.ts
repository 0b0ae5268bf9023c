import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Ask, useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = {
  admins: useServers(database),
  accounts: useServers(database, { SERVER_TIMING: 'accounts' }),
  nobody: useServers(database, { SERVER_TIMING: 'nobody' }),
}
type Setting = keyof typeof servers

const timing = async (setting: Setting, ask: Ask, path = '/api/v2/sapeurs') =>
  (await servers[setting].data(path, ask)).headers.get('server-timing')
const admin = { as: 'admin@example.org', sis: 'hs' }
const officer = { as: 'commandant@example.org', sis: 'hs' }

it('tells administrators how long the answer, its statements, and the wait for a connection took', async () => {
  const found = await timing('admins', admin)
  expect(found).toMatch(/^total;dur=\d+\.\d, db;dur=\d+\.\d, pool;dur=\d+\.\d$/)
  const [total = 0, db = 0] = [...(found ?? '').matchAll(/dur=([\d.]+)/g)].map(([, ms]) => Number(ms))
  expect(db).toBeGreaterThan(0)
  expect(total).toBeGreaterThanOrEqual(db)
})

it('tells it in refusals and in answers without a body too', async () => {
  expect(await timing('admins', admin, '/api/v2/interventions/999999')).toMatch(/^total/)
  const { headers } = await servers.admins.data('/api/v2/grades', admin)
  const again = { ...admin, headers: { 'if-none-match': headers.get('etag') ?? '' } }
  const known = await servers.admins.data('/api/v2/grades', again)
  expect([known.status, known.headers.get('server-timing')]).toEqual([304, expect.stringMatching(/^total/)])
})

it.each<[Setting, string, Ask, boolean]>([
  ['admins', 'another account', officer, false],
  ['admins', 'a stranger', {}, false],
  ['accounts', 'every account', officer, true],
  ['accounts', 'a stranger', {}, false],
  ['nobody', 'an administrator', admin, false],
])('with SERVER_TIMING=%s, %s sees it: %#', async (setting, _who, ask, seen) => {
  expect((await timing(setting, ask)) !== null).toBe(seen)
})

it('never tells how long a sign-in took', async () => {
  const { status, headers } = await servers.accounts.logIn('chef@example.org')
  expect([status, headers.get('server-timing')]).toEqual([200, null])
})
