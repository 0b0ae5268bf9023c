import { decodeProtectedHeader } from 'jose'
import { expect, it, vi } from 'vitest'
import { revokeCurrentKey, rotateKeys } from '../../src/auth/keys.ts'
import { age } from '../auth/key_fixture.ts'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const CLIENTS = 8

const database = useDatabase()
const servers = useServers(database)

const login = (server: 'data' | 'auth') =>
  servers[server]('/api/v1/login', {
    method: 'POST',
    body: { email: 'chef@example.org', password: 'caserne-demo' },
  })
const read = (token: string) =>
  servers.data('/api/v2/alarmes', { sis: 'hs', headers: { authorization: `Bearer ${token}` } })
const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? ''

/** Makes the next key sign at once, and waits until the servers know. */
async function rotateNow(): Promise<void> {
  age(servers.keyFile, 10)
  const { kid } = await rotateKeys(servers.keyFile)
  await vi.waitFor(() => expect(servers.ring.signingKey().kid).toBe(kid), { timeout: 25_000 })
}

/** Signs in and reads without a pause, also with older tokens, until it is stopped; returns every refusal. */
function work(oldTokens: string[]) {
  const failed: unknown[] = []
  const kids = new Set<string>()
  let going = true
  const count = { answers: 0 }
  const check = ({ status, body }: { status: number; body: unknown }) => {
    count.answers += 1
    if (status !== 200) failed.push({ status, body })
  }
  const client = async (server: 'data' | 'auth') => {
    while (going) {
      const signedIn = await login(server)
      check(signedIn)
      if (signedIn.status !== 200) continue
      kids.add(kidOf(signedIn.body.accessToken))
      for (const token of [signedIn.body.accessToken, ...oldTokens]) check(await read(token))
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, n) => client(n % 2 === 0 ? 'data' : 'auth'))
  return {
    kids,
    count,
    stop: async () => {
      going = false
      await Promise.all(clients)
      return failed
    },
  }
}

it('a rotation makes no request fail under load, and tokens of the old keys stay valid', async () => {
  const old = [(await login('auth')).body.accessToken]
  const { kids, count, stop } = work(old)
  for (let rotations = 1; rotations <= 3; rotations += 1) {
    await vi.waitFor(() => expect(kids.size).toBe(rotations), { timeout: 25_000 })
    await rotateNow()
  }
  await vi.waitFor(() => expect(kids.size).toBe(4), { timeout: 25_000 })
  expect(await stop()).toEqual([])
  expect(count.answers).toBeGreaterThan(4 * CLIENTS)
  expect(kids).toContain(kidOf(old[0] ?? ''))
  expect(servers.ring.publicKeys().keys).toHaveLength(5)
})

it('a revocation ends the tokens of a disclosed key, and those of the next key are accepted', async () => {
  const old = (await login('auth')).body.accessToken
  expect((await read(old)).status).toBe(200)
  const { kid } = await revokeCurrentKey(servers.keyFile)
  await vi.waitFor(() => expect(servers.ring.signingKey().kid).toBe(kid), { timeout: 25_000 })
  const { status, body, headers } = await read(old)
  expect([status, body]).toEqual([401, { error: 'Accès refusé' }])
  expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  const token = (await login('data')).body.accessToken
  expect([kidOf(token), (await read(token)).status]).toEqual([kid, 200])
})
