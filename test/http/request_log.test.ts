import { describe, expect, it, vi } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { forge } from '../support/tokens.ts'

const database = useDatabase()
const servers = useServers(database, { LOG_LEVEL: 'trace' }, { direct: true })
const lines = (): Record<string, unknown>[] =>
  servers
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
/** The lines of a request, the last of which tells its end. A server of another process is heard a moment later. */
async function of(requestId: string | null): Promise<Record<string, unknown>[]> {
  const found = () => lines().filter((line) => line.requestId === requestId)
  await expect.poll(() => found().at(-1)?.msg, { timeout: 10_000, interval: 5 }).toBe('request')
  return found()
}
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe('a request', () => {
  it('has one line, with the id of its answer', async () => {
    const { headers } = await servers.data('/api/v2/alarmes?old=true', {
      as: 'lecteur@example.org',
      sis: 'hs',
    })
    const id = headers.get('x-request-id')
    expect(id).toMatch(uuid)
    const { user } = await servers.signIn('lecteur@example.org')
    expect(await of(id)).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        requestId: id,
        method: 'GET',
        operation: 'list_alarmes',
        sis: 'hs',
        user: user.id,
        status: 200,
        ms: expect.any(Number),
        msg: 'request',
      },
    ])
  })

  it('of a probe for readiness has a line of level debug', async () => {
    for (const path of ['/ready', '/health']) {
      const { status, headers } = await servers.data(path)
      expect(status).toBe(200)
      expect(await of(headers.get('x-request-id'))).toMatchObject([{ level: 20, method: 'GET', status: 200 }])
    }
  })

  it('has one line when it is refused, with an id of its own where the client sends an unusable one', async () => {
    const headers = { 'x-request-id': '<mine>' }
    const asked = [
      await servers.data('/api/v2/alarmes', { headers }),
      await servers.data('/rien', { headers }),
      await servers.auth('/api/v1/login', { method: 'POST', body: '{', headers }),
      await servers.data('/api/v2/alarmes', { method: 'HEAD', headers }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([401, 404, 400, 401])
    for (const answer of asked) expect(await of(answer.headers.get('x-request-id'))).toHaveLength(1)
    expect(await of(asked[3]?.headers.get('x-request-id') ?? null)).toMatchObject([
      { method: 'HEAD', status: 401 },
    ])
    expect(servers.log()).not.toContain('mine')
  })

  it('keeps the id of the client and the id of its trace', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { 'x-request-id': 'tablette-0001', traceparent: `00-${trace}-00f067aa0ba902b7-01` }
    const answer = await servers.data('/api/v2/grades', { as: 'lecteur@example.org', sis: 'hs', headers })
    expect(answer.headers.get('x-request-id')).toBe('tablette-0001')
    expect(await of('tablette-0001')).toMatchObject([
      { traceId: trace, operation: 'list_grades', status: 200 },
    ])
  })
})

describe('an internal error', () => {
  it('answers Erreur interne with a reference to the cause in the log', async () => {
    const owner = await database.as('owner')
    await owner.query('alter function api.get_intervention(bigint, boolean) rename to gone')
    await owner.query('alter function auth.refresh_token(bytea, bytea) rename to gone')
    const how = { as: 'lecteur@example.org', sis: 'hs', headers: { 'x-request-id': 'tablette-0500' } }
    const answers = [
      [await servers.data('/api/v2/interventions/1', how), 'api.get_intervention'],
      [
        await servers.auth('/api/v1/refresh-token', { method: 'POST', body: { token: 'jeton-secret' } }),
        'auth.refresh_token',
      ],
    ] as const
    for (const [{ status, body, headers }, cause] of answers) {
      const reference = headers.get('x-request-id')
      expect([status, body]).toEqual([500, { error: 'Erreur interne', reference }])
      const [failure, request, ...more] = await of(reference)
      expect(failure).toMatchObject({
        level: 50,
        msg: 'request failed',
        err: { code: '42883', stack: expect.any(String) },
      })
      expect(JSON.stringify(failure)).toContain(cause)
      expect(request).toMatchObject({ level: 30, msg: 'request', status: 500 })
      expect(more).toEqual([])
    }
  })
})

it('the log never contains a token, a password, a hash or a header', async () => {
  const login = (email: string, password: string) =>
    servers.auth('/api/v1/login', { method: 'POST', body: { email, password } })
  const { accessToken, refreshToken } = (await login('chef@example.org', 'caserne-demo')).body
  const forged = await forge(servers.key)
  const headers = { authorization: `Bearer ${accessToken}` }
  await login('chef@example.org', 'mot-de-passe-faux')
  await servers.auth('/api/v1/login', { method: 'POST', body: '{"password": "mot-de-passe-illisible"' })
  await servers.auth('/api/v1/login', { method: 'POST', body: { password: 'mot-de-passe-seul' } })
  await servers.auth('/api/v1/refresh-token', { method: 'POST', body: { token: refreshToken }, headers })
  await servers.data(`/api/v2/alarmes?token=${accessToken}`, { sis: 'hs', headers })
  await servers.data(`/api/v2/${accessToken}`, { sis: 'hs', headers })
  await servers.data('/api/v2/alarmes?old=oui', { sis: 'hs', headers })
  await servers.data('/api/v2/alarmes', { sis: 'hs', headers: { authorization: `Bearer ${forged}` } })
  await servers.data('/api/v2/interventions/1', { sis: 'hs', headers })
  // This breaks the servers' idle connections.
  await servers.data('/api/v2/alarmes', { sis: 'hs', headers })
  const admin = await database.as('admin')
  await admin.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'caserne' and datname = $1",
    [database.name],
  )
  await servers.data('/api/v2/alarmes', { sis: 'hs', headers })
  await login('chef@example.org', 'mot-de-passe-rompu')

  const { rows } = await admin.query(
    "select password_hash as hash from auth.users where email = 'chef@example.org'",
  )
  const secrets = [
    accessToken,
    refreshToken,
    forged,
    'caserne-demo',
    'mot-de-passe',
    'jeton-secret',
    rows[0]?.hash,
    'api-test',
    'auth-test',
    'Bearer',
    'authorization',
    'secretKey',
  ]
  await vi.waitFor(() => expect(servers.log()).toContain('database connections lost'), { timeout: 10_000 })
  const log = servers.log()
  for (const secret of secrets) expect([secret, log.includes(secret)]).toEqual([secret, false])
  for (const part of accessToken.split('.')) expect(log).not.toContain(part)
})
