import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import { MAX_ROWS_AT_ONCE } from '../../src/http/operation/whole_list.ts'
import { useDataApi } from './data_fixture.ts'

const { ask, database, servers, sql } = useDataApi(
  { VALIDATE_RESPONSES: 'false', DATABASE_POOL_SIZE: '5' },
  undefined,
  {
    alone: true,
  },
)
const path = '/exercices'
const count = 2 * MAX_ROWS_AT_ONCE + 1

beforeAll(async () => {
  const admin = await database.as('admin')
  await admin.query('set session_replication_role = replica')
  await admin.query(
    `insert into app.exercices (sis_key, exercice_comptable_id, designation, date, heure, duree, communications)
     select x.sis_key, x.id, 'Été ' || n, make_date(x.annee, 1, 1) + n % 300, time '00:00' + n % 7 * interval '1 hour', 60,
            repeat('Prendre la tenue de feu. ', 40)
       from app.exercices_comptables x, generate_series(1, $1) as n
      where x.sis_key = 'hs' and x.debut <= now()::date and now()::date <= x.fin`,
    [count],
  )
})

it('streams a list of more than 5,000 rows with the bytes of its function', async () => {
  const [row] = await sql('select api.list_exercices()::text as json')
  const answer = await ask(`GET ${path}`)
  expect(answer.status).toBe(200)
  expect(answer.body.data.length).toBeGreaterThanOrEqual(count)
  const plain = await fetch(...(await requestOf()))
  expect((await plain.text()) === `{"data":${row?.json}}`).toBe(true)
  expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

it('compresses such a list', async () => {
  const [address, { headers }] = await requestOf()
  const answer = await fetch(address, { headers: { ...headers, 'Accept-Encoding': 'gzip' } })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(Object(await answer.json()).data.length).toBeGreaterThanOrEqual(count)
})

it('answers 304 for such a list until something changes', async () => {
  const first = await ask(`GET ${path}`)
  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
  expect(headers['If-None-Match']).toMatch(/^W\/"\.[0-9a-f]{24}\.[0-9a-f]{24}"$/)
  expect((await ask(`GET ${path}`, undefined, { headers })).status).toBe(304)
  await sql("update app.exercices set lieu = 'Dépôt' where id = (select min(id) from app.exercices)")
  expect((await ask(`GET ${path}`, undefined, { headers })).status).toBe(200)
})

it('answers HEAD for such a list without reading it', async () => {
  const answer = await ask(`HEAD ${path}`)
  expect([answer.status, answer.body]).toEqual([200, null])
  expect(answer.headers.get('etag')).not.toBeNull()
})

it('keeps half of its connections for others, and frees those that their readers have left', async () => {
  const [address, { headers }] = await requestOf()
  // The readers do not read: the server has to wait for them. Its pool has five connections.
  const asking = Array.from({ length: 3 }, () => get(address, { headers, agent: new Agent() }))
  await Promise.all(asking.map((each) => once(each, 'response')))
  expect((await ask(`GET ${path}`)).status).toBe(503)
  expect((await ask(`GET ${path}?limit=1`)).status).toBe(200)
  for (const each of asking) each.on('error', () => undefined).destroy()
  await expect.poll(async () => (await ask(`GET ${path}`)).status, { timeout: 30_000 }).toBe(200)
})

async function requestOf(): Promise<[string, { headers: Record<string, string> }]> {
  const { accessToken } = await servers.signIn('commandant@example.org')
  const headers = { 'Sis-Key': 'hs', Authorization: `Bearer ${accessToken}` }
  return [`${servers.urls().data}/api/v2${path}`, { headers }]
}
