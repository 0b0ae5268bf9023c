import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type TestServers, useServers } from '../support/servers.ts'

const database = useDatabase()
const open = useServers(database)
const closed = useServers(database, { CORS_ORIGINS: 'https://app.example.org, https://tablet.example.org' })

const asked =
  'access-control-allow-origin,authorization,content-type,idempotency-key,if-match,if-none-match,last-event-id,sis-key'
const paths = ['/api/v1/login', '/auth/api/v1/refresh-token', '/api/v2/alarmes', '/api/v2/interventions/1']

const preflight = (servers: TestServers, path: string, origin: string, method: string) =>
  servers.data(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': asked,
    },
  })

const listOf = (text: string | null) =>
  (text ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())

describe('a preflight', () => {
  it.each(paths)('of %s allows the headers that clients send, without token or Sis-Key', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await preflight(open, path, 'https://anyone.example.org', method)
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(listOf(headers.get('access-control-allow-headers'))).toEqual(listOf(asked))
      expect(listOf(headers.get('access-control-allow-methods'))).toContain(method.toLowerCase())
      expect(headers.get('access-control-max-age')).toBe('86400')
    }
  })

  it('is answered for the configured origins only', async () => {
    for (const origin of ['https://app.example.org', 'https://tablet.example.org']) {
      const { headers } = await preflight(closed, '/api/v2/alarmes', origin, 'GET')
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(listOf(headers.get('vary'))).toContain('origin')
    }
    for (const origin of [
      'https://evil.example.org',
      'http://app.example.org',
      'https://app.example.org.evil.example',
      'null',
    ]) {
      const { headers } = await preflight(closed, '/api/v2/alarmes', origin, 'GET')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('never allows credentials, since the token is no cookie', async () => {
    for (const servers of [open, closed]) {
      const { headers } = await preflight(servers, '/api/v2/alarmes', 'https://app.example.org', 'GET')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('an answer', () => {
  it('exposes the needed headers to a script, also in a refusal', async () => {
    const headers = { origin: 'https://app.example.org' }
    const answers = [
      await closed.data('/api/v2/alarmes', { as: 'lecteur@example.org', sis: 'hs', headers }),
      await closed.data('/api/v2/alarmes', { headers }),
      await closed.data('/api/v2/rien', { headers }),
      await closed.auth('/api/v1/login', { method: 'POST', body: {}, headers }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 401])
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.org')
      expect(listOf(answer.headers.get('access-control-expose-headers'))).toEqual([
        'link',
        'retry-after',
        'etag',
        'x-request-id',
        'content-disposition',
        'incomplets',
      ])
    }
  })

  it('reaches a client that sends access-control-allow-origin', async () => {
    const how = { as: 'lecteur@example.org', sis: 'hs', headers: { 'access-control-allow-origin': '*' } }
    expect((await open.data('/api/v2/alarmes', how)).status).toBe(200)
  })

  it('has the key error in a refusal, and never in a success', async () => {
    const how = { as: 'commandant@example.org', sis: 'hs' }
    const body = { email: 'chef@example.org', password: 'caserne-demo' }
    const login = await open.data('/api/v1/login', { method: 'POST', body })
    const good = [
      login,
      await open.data('/api/v1/refresh-token', { method: 'POST', body: { token: login.body.refreshToken } }),
      await open.data('/api/v1/sis'),
      await open.data('/.well-known/jwks.json'),
      await open.data('/health'),
      await open.data('/ready'),
      await open.data('/api/v2/alarmes?old=true', how),
      await open.data('/api/v2/interventions', how),
    ]
    for (const answer of good) {
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.body)).not.toContain('error')
    }
    const bad = [
      await open.data('/rien'),
      await open.data('/api/v2/alarmes'),
      await open.data('/api/v2/interventions/0', how),
    ]
    for (const answer of bad) expect(Object.keys(answer.body)).toEqual(['error'])
  })

  it('reveals nothing about the program', async () => {
    const { headers } = await open.data('/api/v2/alarmes')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})
