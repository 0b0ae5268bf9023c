import { createRemoteJWKSet, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = useServers(database)
const places = ['', '/api/v1', '/auth/api/v1'].map((prefix) => `${prefix}/.well-known/jwks.json`)

it.each(places)(
  'the current key and the next are at %s of both servers, public parts only',
  async (place) => {
    const key = (kid: unknown) => ({
      kty: 'RSA',
      kid,
      use: 'sig',
      alg: 'RS256',
      n: expect.stringMatching(/^[\w-]{342}$/),
      e: 'AQAB',
    })
    for (const server of ['data', 'auth'] as const) {
      const { status, body, headers } = await servers[server](place)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('public, max-age=300')
      expect(body).toEqual({ keys: [key(servers.key.kid), key(expect.stringMatching(/^[\w-]{43}$/))] })
      expect(body.keys[1].kid).not.toBe(servers.key.kid)
    }
  },
)

it.each(places)('the keys at %s verify the tokens of both servers', async (place) => {
  const keys = createRemoteJWKSet(new URL(servers.urls().auth + place))
  const body = { email: 'chef@example.org', password: 'caserne-demo' }
  for (const server of ['data', 'auth'] as const) {
    const login = await servers[server]('/api/v1/login', { method: 'POST', body })
    const expected = { issuer: 'Service_Auth', audience: 'Service_API', algorithms: ['RS256'] }
    const { payload } = await jwtVerify(login.body.accessToken, keys, expected)
    expect(payload.data).toMatchObject({ email: 'chef@example.org' })
  }
})
