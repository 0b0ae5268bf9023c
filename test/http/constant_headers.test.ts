import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type TestServers, useServers } from '../support/servers.ts'

const database = useDatabase()
const open = useServers(database)
const closed = useServers(database, { CORS_ORIGINS: 'https://app.example.org' })

const policy =
  "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests"
const secure = [
  `Content-Security-Policy: ${policy}`,
  'Cross-Origin-Opener-Policy: same-origin',
  'Cross-Origin-Resource-Policy: same-origin',
  'Origin-Agent-Cluster: ?1',
  'Referrer-Policy: no-referrer',
  'Strict-Transport-Security: max-age=31536000; includeSubDomains',
  'X-Content-Type-Options: nosniff',
  'X-DNS-Prefetch-Control: off',
  'X-Download-Options: noopen',
  'X-Frame-Options: SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies: none',
  'X-XSS-Protection: 0',
]
const exposed =
  'Access-Control-Expose-Headers: Link,Retry-After,ETag,X-Request-Id,Content-Disposition,Incomplets'

/** The headers of an answer in their order, without those that differ each time. */
async function headersOf(
  servers: TestServers,
  method: string,
  path: string,
  headers: Record<string, string>,
) {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  request(`${servers.urls().data}${path}`, { method, headers, agent: false }, async (answer) => {
    await text(answer)
    const { rawHeaders: raw } = answer
    resolve(raw.flatMap((name, n) => (n % 2 === 0 ? [`${name}: ${raw[n + 1]}`] : [])))
  })
    .on('error', reject)
    .end()
  return (await promise).filter((each) => !/^(X-Request-Id|Date|Connection|Keep-Alive):/.test(each))
}

it('answers begin with the same headers, whatever they answer', async () => {
  const vary = 'Vary: Sis-Key, Authorization, Origin, Accept-Encoding'
  for (const [path, keeping] of [
    ['/health', 'no-store'],
    ['/rien', 'no-store'],
    ['/api/v2/alarmes', 'no-store'],
    ['/api/v1/sis', 'no-cache'],
  ])
    for (const headers of [{}, { origin: 'https://app.example.org' }]) {
      const begin = [...secure, 'Access-Control-Allow-Origin: *', exposed, `Cache-Control: ${keeping}`, vary]
      expect((await headersOf(open, 'GET', `${path}`, headers)).slice(0, begin.length)).toEqual(begin)
    }
})

it('only an allowed origin is named', async () => {
  const vary = 'Vary: Origin, Sis-Key, Authorization, Accept-Encoding'
  const found = async (origin?: string) =>
    (await headersOf(closed, 'GET', '/health', { ...(origin && { origin }) })).slice(secure.length, -2)
  expect(await found('https://app.example.org')).toEqual([
    'Access-Control-Allow-Origin: https://app.example.org',
    'Vary: Origin, Sis-Key, Authorization, Accept-Encoding',
    exposed,
    'Cache-Control: no-store',
  ])
  for (const origin of [undefined, '', 'https://app.example.org.evil.example', '*'])
    expect(await found(origin)).toEqual([vary, exposed, 'Cache-Control: no-store'])
})

it('a preflight is answered before anything else', async () => {
  const headers = { origin: 'https://app.example.org', 'access-control-request-method': 'GET' }
  expect(await headersOf(closed, 'OPTIONS', '/api/v2/alarmes', headers)).toEqual([
    ...secure,
    'Access-Control-Allow-Origin: https://app.example.org',
    'Vary: Origin',
    'Access-Control-Allow-Methods: GET,POST,PUT,PATCH,DELETE',
    'Access-Control-Allow-Headers: access-control-allow-origin,authorization,content-type,idempotency-key,if-match,if-none-match,last-event-id,sis-key',
    'Access-Control-Max-Age: 86400',
    exposed,
    'Content-Length: 0',
  ])
})
