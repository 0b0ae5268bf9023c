import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type KeyRing, revokeCurrentKey, rotateKeys } from '../../src/auth/keys.ts'
import {
  InvalidToken,
  KeysUnreachable,
  remoteTokenVerifier,
  signAccessToken,
  type Verify,
} from '../../src/auth/tokens.ts'
import { claims, forge } from '../support/tokens.ts'
import { age, kidsOf, soon, useKeyPlace } from './key_fixture.ts'

const place = useKeyPlace()
let ring: KeyRing
let asked = 0
let answer: (response: ServerResponse) => void
const keys = (response: ServerResponse) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(ring.publicKeys()))
const gone = (response: ServerResponse) => response.destroy()

const server = createServer((_request, response) => {
  asked += 1
  answer(response)
})
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  ;(await place.open()).close()
  age(place.file, 10)
  ring = await place.open()
  asked = 0
  answer = keys
})
afterEach(() => {
  vi.useRealTimers()
})

const sign = () => signAccessToken(ring, claims(), Math.floor(Date.now() / 1000))
const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })

/** The verdict on a token: 'good', 'expired', 'invalid', or 'unreachable' without a key set. */
async function judge(verify: Verify, token: string): Promise<string> {
  try {
    await verify(token)
    return 'good'
  } catch (error) {
    if (error instanceof KeysUnreachable) return 'unreachable'
    if (error instanceof InvalidToken) return error.expired ? 'expired' : 'invalid'
    throw error
  }
}

describe('a verifier with the address of a key set', () => {
  it('reads a token like a verifier with the keys, and fetches them once for many tokens', async () => {
    const verify = remoteTokenVerifier(url())
    const now = Math.floor(Date.now() / 1000)
    const tokens = await Promise.all(
      [1, 2, 3].map((id) => signAccessToken(ring, claims({ id, permissions: { hs: ['sis.config'] } }), now)),
    )
    const sessions = await Promise.all([...tokens, ...tokens].map(verify))
    expect(sessions[1]).toEqual({
      claims: claims({ id: 2, permissions: { hs: ['sis.config'] } }),
      issuedAt: now,
      expiresAt: now + 28_800,
    })
    expect(asked).toBe(1)
  })

  it('refuses the tokens that other verifiers refuse', async () => {
    const verify = remoteTokenVerifier(url())
    const { privateKey } = await generateKeyPair('RS256')
    const key = ring.signingKey()
    const past = { iat: 1_700_000_000, nbf: 1_699_999_990, exp: 1_700_028_800 }
    expect(await judge(verify, await forge(key))).toBe('good')
    expect(await judge(verify, await forge(key, { signWith: privateKey }))).toBe('invalid')
    expect(await judge(verify, await forge(key, { payload: { aud: 'Other' } }))).toBe('invalid')
    expect(await judge(verify, await forge(key, { header: { kid: '../../etc/passwd' } }))).toBe('invalid')
    expect(await judge(verify, await forge(key, { payload: past }))).toBe('expired')
    expect(await judge(verify, 'rubbish')).toBe('invalid')
  })

  it('does not fetch again for every token with an unknown kid', async () => {
    const verify = remoteTokenVerifier(url())
    for (const kid of ['a', 'b', 'c', 'd'])
      expect(await judge(verify, await forge(ring.signingKey(), { header: { kid } }))).toBe('invalid')
    expect(asked).toBe(1)
    later(11)
    expect(await judge(verify, await forge(ring.signingKey(), { header: { kid: 'e' } }))).toBe('invalid')
    expect(asked).toBe(2)
  })
})

describe('when the keys change', () => {
  it('it knows the next key before that key signs, and the old one while its tokens live', async () => {
    const verify = remoteTokenVerifier(url())
    const before = await sign()
    await verify(before)
    const [, next] = kidsOf(ring)
    await rotateKeys(place.file)
    await soon(() => expect(ring.signingKey().kid).toBe(next))
    expect(await judge(verify, await sign())).toBe('good')
    expect(await judge(verify, before)).toBe('good')
    expect(asked).toBe(1)
  })

  it('it fetches a key that it does not know', async () => {
    const verify = remoteTokenVerifier(url())
    await verify(await sign())
    for (const kid of kidsOf(ring)) {
      await revokeCurrentKey(place.file)
      await soon(() => expect(kidsOf(ring)).not.toContain(kid))
    }
    later(11)
    expect(await judge(verify, await sign())).toBe('good')
    expect(asked).toBe(2)
  })

  it('a token already seen ends within five minutes when its key is revoked', async () => {
    const verify = remoteTokenVerifier(url())
    await verify(await sign())
    later(299)
    const token = await sign()
    const [first] = kidsOf(ring)
    await revokeCurrentKey(place.file)
    await soon(() => expect(kidsOf(ring)).not.toContain(first))
    await verify(token).catch(() => undefined)
    later(1)
    expect(await judge(verify, token)).toBe('invalid')
  })
})

describe('when the address does not answer', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['hangs up', gone],
    ['fails', (response) => response.writeHead(500).end('{}')],
    ['answers from elsewhere', (response) => response.writeHead(302, { location: url() }).end()],
    ['answers no JSON', (response) => response.end('<html>')],
    ['answers no key set', (response) => response.end('{"keys": 1}')],
    ['answers an invalid key', (response) => response.end(JSON.stringify(broken()))],
  ])('because it %s, a token is not called invalid', async (_what, how) => {
    answer = how
    const verify = remoteTokenVerifier(url())
    const token = await sign()
    expect(await judge(verify, token)).toBe('unreachable')
    answer = keys
    later(300)
    expect(await judge(verify, token)).toBe('good')
  })

  it('because nobody listens, a token is not called invalid', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    expect(await judge(remoteTokenVerifier(`http://127.0.0.1:${port}/`), await sign())).toBe('unreachable')
  })

  it('its keys go on verifying for five minutes, not longer', async () => {
    const verify = remoteTokenVerifier(url())
    await verify(await sign())
    answer = gone
    later(240)
    expect(await judge(verify, await sign())).toBe('good')
    later(59)
    expect(await judge(verify, await sign())).toBe('good')
    later(1)
    const token = await sign()
    expect(await judge(verify, token)).toBe('unreachable')
    answer = keys
    expect(await judge(verify, token)).toBe('good')
  })

  it('it is fetched again each minute, so that keys are seldom older', async () => {
    const verify = remoteTokenVerifier(url())
    await verify(await sign())
    later(59)
    await verify(await sign())
    expect(asked).toBe(1)
    later(1)
    await verify(await sign())
    await soon(() => expect(asked).toBe(2))
    answer = gone
    later(59)
    for (let n = 0; n < 3; n += 1) await verify(await sign())
    expect(asked).toBe(2)
    later(240)
    expect(await judge(verify, await sign())).toBe('good')
  })
})

/** The keys with a wrong modulus. */
function broken() {
  return { keys: ring.publicKeys().keys.map((key) => ({ ...key, n: 'AAAA' })) }
}
