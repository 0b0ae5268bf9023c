import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { openVal } from '../support/sis_val.ts'

const database = useDatabase()
const named = useServers(database)
const pooled = useServers(database, { DATABASE_NAMED_STATEMENTS: 'false', VALIDATE_RESPONSES: 'false' })

let id = ''
beforeAll(async () => {
  const val = await openVal(database)
  await val.storeAlarm({ type: 'Alarme réelle' })
  id = String((await val.query('select id from app.interventions'))[0]?.id)
  await named.signIn('admin@example.org')
  await pooled.signIn('admin@example.org')
})

/** The statements of all connections of this process. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.map(([query]) => Object(query).text ?? String(query))
  } finally {
    spy.mockRestore()
  }
}

const opened = (needed: string) => `auth.open_request($1, to_timestamp($2), $3, $4, $5, '{${needed}}', false)`
const readers = 'intervention.lecture,intervention.modification,intervention.validation,comptabilite.lecture'

it.each([
  [
    '/alarmes',
    'api.list_alarmes(old => $6, apres => $7, limite => $8)',
    'alarmes,sapeurs',
    9,
    'intervention.lecture',
  ],
  [
    '/interventions',
    'api.list_interventions(exercice_comptable_id => $6, statut => $7, du => $8, au => $9, type_intervention_id => $10, apres => $11, limite => $12)',
    'interventions,listes,sis',
    13,
    readers,
  ],
])('GET %s is one statement', async (path, call, groups, n, needed) => {
  for (const servers of [named, pooled]) {
    const statements = await statementsOf(async () => {
      const how = { as: 'admin@example.org', sis: 'val' }
      expect((await servers.data(`/api/v2${path}`, how)).status).toBe(200)
    })
    expect(statements).toEqual([
      `select s.state, case when s.state = any ($${n + 1}) then null else ${call}::text end as json from (select app.state_of('{${groups}}', $${n}) as state from ${opened(needed)} offset 0) s`,
    ])
  }
})

it.each(['/interventions/:id', '/interventions/:id?complet=true'])(
  'GET %s is one statement, including its version',
  async (path) => {
    for (const servers of [named, pooled]) {
      const statements = await statementsOf(async () => {
        const how = { as: 'admin@example.org', sis: 'val' }
        expect((await servers.data(`/api/v2${path.replace(':id', id)}`, how)).status).toBe(200)
      })
      expect(statements).toEqual([
        `select s.state, case when s.state = any ($10) then null else api.get_intervention(id => $6, complet => $7)::text end as json, case when s.state = any ($10) then null else app.version_of('app.interventions', $8) end as version from (select app.state_of('{interventions,sis}', $9) as state from ${opened(readers)} offset 0) s`,
      ])
    }
  },
)

it.each([
  ['GET /me', 'auth.get_me()'],
  ['GET /sessions', 'auth.list_sessions()'],
])('%s is one statement', async (door, call) => {
  for (const servers of [named, pooled]) {
    const statements = await statementsOf(async () => {
      const path = `/api/v1${door.split(' ')[1]}`
      expect((await servers.auth(path, { as: 'admin@example.org' })).status).toBe(200)
    })
    expect(statements).toEqual([`select ${call}::text as json from auth.open($1, to_timestamp($2), $3)`])
  }
})

it.each([
  ['/refresh-token', 'auth.refresh_token($1, $2)', 401],
  ['/confirmer-email', 'auth.confirm_email($1)', 401],
  ['/reset-password', 'auth.reset_password($1, $2, $3, $4)', 401],
  ['/logout', 'auth.logout($1)', 204],
])('POST %s is one statement', async (path, call, status) => {
  const statements = await statementsOf(async () => {
    const body = { token: 'inconnu', password: 'un mot de passe' }
    expect((await named.post(path, body)).status).toBe(status)
  })
  expect(statements).toEqual([`select ${call} as answer, pg_catalog.pg_is_in_recovery() as standby`])
})

it('answers the same bytes with and without validation of answers', async () => {
  for (const path of ['/alarmes', '/interventions?du=2000-01-01', `/interventions/${id}`]) {
    const how = { as: 'admin@example.org', sis: 'val' }
    const [checked, bare] = await Promise.all([
      named.data(`/api/v2${path}`, how),
      pooled.data(`/api/v2${path}`, how),
    ])
    expect(bare.body).toEqual(checked.body)
    expect(bare.headers.get('content-type')).toBe('application/json; charset=utf-8')
  }
  for (const path of ['/me', '/sis']) {
    const how = { as: 'admin@example.org' }
    const [checked, bare] = [
      await named.auth(`/api/v1${path}`, how),
      await pooled.auth(`/api/v1${path}`, how),
    ]
    expect(bare.body).toEqual(checked.body)
    expect(bare.headers.get('content-type')).toBe('application/json; charset=utf-8')
  }
})

it('forgets the caller at the end of a request: the next one on the connection sees nothing of it', async () => {
  const how = { as: 'admin@example.org', sis: 'val' }
  expect((await named.data('/api/v2/alarmes', how)).body.data).toHaveLength(1)
  const api = await database.as('api')
  const { rows } = await api.query(
    `select api.list_alarmes() as data
       from request.open(1, 'val', auth.check_session(1, now(), 'val', '{admin}'), null)`,
  )
  expect(rows[0]?.data).toHaveLength(1)
  expect((await api.query('select api.list_alarmes() as data')).rows).toEqual([{ data: [] }])
})

it('keeps its connection when the database refuses a request', async () => {
  const admin = await database.as('admin')
  const connections = async () => {
    const { rows } = await admin.query(
      "select pid from pg_stat_activity where usename = 'caserne_api' and application_name = 'caserne' and datname = $1 order by 1",
      [database.name],
    )
    return rows
  }
  const as = 'admin@example.org'
  await named.data('/api/v2/alarmes', { as, sis: 'val' })
  const before = await connections()
  for (const path of ['/alarmes', '/interventions', '/interventions/1', '/alarmes?old=oui'])
    expect((await named.data(`/api/v2${path}`, { as, sis: 'nulle-part' })).status).toBe(404)
  expect((await named.data('/api/v2/interventions?du=0000-01-01', { as, sis: 'val' })).status).toBe(422)
  expect(await connections()).toEqual(before)
})
