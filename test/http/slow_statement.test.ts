import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Answer, useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = useServers(database, { SLOW_STATEMENT_MS: '20' }, { direct: true })
const soon = { timeout: 20_000, interval: 10 }
const how = { as: 'commandant@example.org', sis: 'hs' }

/** Asks while a table is locked for 30 ms. */
async function whileLocked(table: string, ask: () => Promise<Answer>): Promise<Answer> {
  const admin = await database.as('admin')
  await admin.query(`begin; lock table ${table}`)
  const asked = ask()
  // A server that has just started lists the schema, for which it waits too.
  const waiting = `select from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and l.relation = '${table}'::regclass and a.query not like '%pg_get_%'`
  const waits = async () => {
    // A transaction sees the same sessions all the time otherwise.
    await admin.query('select pg_stat_clear_snapshot()')
    return (await admin.query(waiting)).rowCount
  }
  await expect.poll(waits, soon).toBeGreaterThan(0)
  await admin.query('select pg_sleep(0.03); rollback')
  return await asked
}

const slow = (requestId: string | null): Record<string, unknown>[] =>
  servers
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ msg, requestId: id }) => msg === 'slow statement' && id === requestId)

it('is logged with its operation, request and SIS', async () => {
  const { headers } = await whileLocked('app.interventions', () => servers.data('/api/v2/interventions', how))
  await expect
    .poll(() => slow(headers.get('x-request-id')), soon)
    .toMatchObject([
      {
        level: 40,
        operation: 'list_interventions',
        sis: 'hs',
        statement: 'list_interventions',
        ms: expect.any(Number),
      },
    ])
})

it('of a body that was read from the network belongs to its request too', async () => {
  const { headers } = await whileLocked('auth.users', () =>
    servers.data('/api/v2/groupes', { ...how, method: 'POST', body: {} }),
  )
  await expect
    .poll(() => slow(headers.get('x-request-id')), soon)
    .toMatchObject([{ operation: 'create_groupe', sis: 'hs' }])
})

it('of GraphQL is logged with the request, although another thread runs it', async () => {
  const body = { query: '{ interventions(first: 5) { nodes { id lieu } } }' }
  // Its thread is ready then, at every server.
  await servers.data('/graphql', { ...how, method: 'POST', body: { query: '{ __typename }' } })
  await servers.data('/graphql', { ...how, method: 'POST', body: { query: '{ __typename }' } })
  const { status, headers } = await whileLocked('app.interventions', () =>
    servers.data('/graphql', { ...how, method: 'POST', body }),
  )
  expect(status).toBe(200)
  const about = { operation: 'graphql', sis: 'hs' }
  await expect
    .poll(() => slow(headers.get('x-request-id')), soon)
    .toEqual(expect.arrayContaining([expect.objectContaining(about)]))
})

it('is logged without its parameters', async () => {
  const { headers } = await whileLocked('auth.users', () =>
    servers.logIn('secret@example.org', 'mot-de-passe-secret'),
  )
  await expect
    .poll(() => slow(headers.get('x-request-id')), soon)
    .toMatchObject(
      expect.arrayContaining([expect.objectContaining({ operation: 'login', statement: 'auth.login' })]),
    )
  expect(servers.log()).not.toContain('secret')
})
