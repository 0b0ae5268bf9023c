import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
// Even the fastest statement takes longer than this.
const servers = useServers(database, { SLOW_STATEMENT_MS: '1', PASSWORD_COST: '8' })
const how = { as: 'commandant@example.org', sis: 'hs' }

const slow = (requestId: string | null): Record<string, unknown>[] =>
  servers
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ msg, requestId: id }) => msg === 'slow statement' && id === requestId)

it('is logged with its operation, request and SIS', async () => {
  const { headers } = await servers.data('/api/v2/interventions', how)
  expect(slow(headers.get('x-request-id'))).toMatchObject([
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
  const { status, headers } = await servers.data('/api/v2/groupes', { ...how, method: 'POST', body: {} })
  expect(status).toBe(422)
  expect(slow(headers.get('x-request-id'))).toMatchObject([{ operation: 'create_groupe', sis: 'hs' }])
})

it('of GraphQL is logged with the request, although another thread runs it', async () => {
  const body = { query: '{ interventions(first: 5) { nodes { id lieu } } }' }
  const { status, headers } = await servers.data('/graphql', { ...how, method: 'POST', body })
  expect(status).toBe(200)
  const about = { operation: 'graphql', sis: 'hs' }
  await expect
    .poll(() => slow(headers.get('x-request-id')))
    .toEqual(expect.arrayContaining([expect.objectContaining(about)]))
})

it('is logged without its parameters', async () => {
  const { headers } = await servers.logIn('secret@example.org', 'mot-de-passe-secret')
  expect(slow(headers.get('x-request-id'))).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ operation: 'login', statement: 'auth.login' })]),
  )
  expect(servers.log()).not.toContain('secret')
})
