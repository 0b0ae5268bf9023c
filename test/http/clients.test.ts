import { describe, expect, it } from 'vitest'
import { forge } from '../support/tokens.ts'
import { useDoors } from './every_operation/doors.ts'
import { doorOf, operations, resolve, type Schema } from './every_operation/schema.ts'

// Behaviour that the two existing web clients rely on (contract, 14). Derived from the document, so that it covers
// every operation.
const app = 'https://app.example.org'
const doors = useDoors({ CORS_ORIGINS: app })
const expired = () => forge(doors.servers.key, { payload: { exp: Math.floor(Date.now() / 1000) - 60 } })

const lists = operations.filter(
  ({ id, permissions, readsJson, keptBy, path }) =>
    id.startsWith('list_') &&
    readsJson &&
    keptBy === 'caches' &&
    permissions?.length === 0 &&
    !path.includes('{'),
)

// The schema of `data` in the success response of an operation; null without JSON.
function dataOf(operation: (typeof operations)[number]): Schema | null {
  const success = doorOf(operation).responses[String(operation.successStatus)]
  const schema = success?.content?.['application/json']?.schema
  return schema === undefined ? null : resolve(resolve(schema).properties?.data ?? {})
}

describe('a preflight', () => {
  const ask = (path: string, method: string, origin: string) =>
    doors.client().send({
      method: 'OPTIONS',
      path: `/api/v2${path}`,
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'access-control-allow-origin, authorization, content-type, sis-key',
      },
    })

  it('of every operation allows the headers that clients send', async () => {
    for (const { path, method } of operations) {
      const { status, headers } = await ask(path.replaceAll(/\{\w+\}/g, '1'), method.toUpperCase(), app)
      expect({ path, method, status, ...headers }).toMatchObject({
        status: 204,
        'access-control-allow-origin': app,
        'access-control-allow-methods': expect.stringContaining(method.toUpperCase()),
        'access-control-allow-headers':
          'access-control-allow-origin,authorization,content-type,idempotency-key,if-match,if-none-match,last-event-id,sis-key',
      })
    }
  })

  it('of a foreign origin gets no header that allows the request', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { headers } = await ask('/grades', method, 'https://evil.example.org')
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})

describe('requests as clients send them:', () => {
  const removals = operations.filter(({ method, hasBody }) => method === 'delete' && hasBody)

  it('DELETE with a JSON body, and with the header that one client sends', async () => {
    expect(removals.length).toBeGreaterThan(0)
    for (const operation of removals) {
      const sample = await doors.sampleOf(operation)
      const headers = { 'access-control-allow-origin': '*', origin: app }
      const reply = await doors.knock(operation, sample, { headers })
      expect({ id: operation.id, ...reply }).toMatchObject({
        id: operation.id,
        status: operation.successStatus,
      })
      // The body was read: the row is deleted. Undoing an imputation again finds nothing left to undo.
      const again = operation.path.startsWith('/imputation/') ? [204] : [200, 404, 422]
      expect((await doors.knock(operation, sample)).status).toBeOneOf(again)
    }
  })

  it('booleans of a query as the texts true and false', async () => {
    const asked = operations.flatMap((operation) =>
      (doorOf(operation).parameters ?? [])
        .filter(({ schema }) => resolve(schema).type === 'boolean')
        .map(({ name }) => ({ operation, name })),
    )
    expect(asked.map(({ name }) => name)).toContain('force')
    for (const { operation, name } of asked) {
      const sample = await doors.sampleOf(operation)
      for (const text of name === 'force' ? ['false'] : ['false', 'true'])
        expect((await doors.knock(operation, sample, { query: { [name]: text } })).status).toBe(200)
      expect((await doors.knock(operation, sample, { query: { [name]: 'non' } })).status).toBe(422)
    }
  })

  it('all lists at once, and again after one refresh when an expired token was refused', async () => {
    const { body: login } = await doors.servers.logIn('chef@example.org')
    const headers = { 'sis-key': 'hs', authorization: `Bearer ${await expired()}` }
    const fetchAll = (authorization: string) =>
      Promise.all(
        lists.map(({ path }) =>
          doors
            .client()
            .send({ method: 'GET', path: `/api/v2${path}`, headers: { ...headers, authorization } }),
        ),
      )
    for (const reply of await fetchAll(headers.authorization))
      expect(reply).toMatchObject({ status: 401, body: { error: 'Token expiré' } })
    const ask = { headers }
    const refreshed = await doors.servers.post('/refresh-token', { token: login.refreshToken }, ask)
    expect(refreshed.status).toBe(200)
    for (const [n, { status, body }] of (await fetchAll(`Bearer ${refreshed.body.accessToken}`)).entries())
      expect([lists[n]?.id, status, Array.isArray(body.data)]).toEqual([lists[n]?.id, 200, true])
  })
})

describe('answers as clients read them:', () => {
  it('lists are arrays, and single records are not', () => {
    const listed = operations.filter(({ id }) => id.startsWith('list_') && !id.includes('mes_decomptes'))
    expect(listed.length).toBeGreaterThan(0)
    for (const operation of listed)
      expect([operation.id, dataOf(operation)?.type]).toEqual([operation.id, 'array'])
  })

  it('no key error beside data', () => {
    for (const operation of operations) {
      const { responses } = doorOf(operation)
      for (const [status, { content }] of Object.entries(responses)) {
        const schema = content?.['application/json']?.schema
        if (!status.startsWith('2') || schema === undefined) continue
        const names = Object.keys(resolve(schema).properties ?? {})
        expect([operation.id, names]).toEqual([operation.id, expect.arrayContaining(['data'])])
        expect(names).not.toContain('error')
      }
    }
  })

  const decomptes = operations.filter(
    ({ path, readsJson }) => readsJson && path.startsWith('/mes-decomptes/'),
  )
  it.runIf(decomptes.length > 0)('the accounts of a sapeur are one object', () => {
    for (const operation of decomptes) expect(dataOf(operation)?.type).toBe('object')
  })

  const valider = operations.filter(({ path }) => path === '/interventions/{id}/valider')
  it.runIf(valider.length > 0)('the statut of a validated intervention is the bare number 2', async () => {
    for (const operation of valider)
      expect(await doors.knock(operation, await doors.sampleOf(operation))).toMatchObject({
        status: 200,
        body: { data: 2 },
      })
  })
})
