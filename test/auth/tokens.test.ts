import { createPublicKey } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { KeyRing, SigningKey } from '../../src/auth/keys.ts'
import { InvalidToken, signAccessToken, tokenVerifier, type Verify } from '../../src/auth/tokens.ts'
import { claims, forge } from '../support/tokens.ts'
import { follows, kidsOf, storedKeys, useKeyPlace, writeKeys } from './key_fixture.ts'

const place = useKeyPlace()
let ring: KeyRing
let key: SigningKey
beforeEach(async () => {
  ring = await place.open()
  key = ring.signingKey()
})
afterEach(() => {
  vi.useRealTimers()
})

const held = claims({
  id: 7,
  permissions: { hs: ['intervention.lecture'], '612': [] },
  mobiles: ['612'],
  sapeurs: { hs: 3 },
})

/** The verdict on a token: 'expired', 'invalid', or 'good'. */
async function judge(verify: Verify, token: string): Promise<string> {
  try {
    await verify(token)
    return 'good'
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error
    return error.expired ? 'expired' : 'invalid'
  }
}

describe('a signed token', () => {
  it('holds the documented claims for 8 hours', async () => {
    expect(decodeJwt(await signAccessToken(ring, held, 1_800_000_000))).toEqual({
      iss: 'Service_Auth',
      aud: 'Service_API',
      iat: 1_800_000_000,
      nbf: 1_799_999_990,
      exp: 1_800_028_800,
      data: held,
    })
  })

  it('names its key and no algorithm except RS256', async () => {
    const header = decodeProtectedHeader(await signAccessToken(ring, held, 1_800_000_000))
    expect(header).toEqual({ alg: 'RS256', typ: 'JWT', kid: kidsOf(ring)[0] })
  })

  it('is not made by a ring of public keys', async () => {
    writeKeys(`${place.file}.public`, ring.publicKeys().keys)
    const verifying = await place.open(`${place.file}.public`)
    await expect(signAccessToken(verifying, held, 1_800_000_000)).rejects.toThrow('ne peut signer')
    expect(await judge(tokenVerifier(verifying), await forge(key))).toBe('good')
  })

  it('is read back as it was written', async () => {
    const now = Math.floor(Date.now() / 1000)
    const session = await tokenVerifier(ring)(await signAccessToken(ring, held, now))
    expect(session).toEqual({ claims: held, issuedAt: now, expiresAt: now + 28_800 })
  })

  it('is valid when its issuer’s clock is 10 seconds ahead, not more', async () => {
    const now = Math.floor(Date.now() / 1000)
    const verify = tokenVerifier(ring)
    expect(await judge(verify, await signAccessToken(ring, held, now + 9))).toBe('good')
    expect(await judge(verify, await signAccessToken(ring, held, now + 60))).toBe('invalid')
  })
})

describe('a token already seen', () => {
  const start = 1_800_000_000
  /** Stops the clock this number of seconds after the start. */
  const clock = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: (start + seconds) * 1000 })

  it('is remembered for five minutes', async () => {
    clock(0)
    const verify = tokenVerifier(ring)
    const token = await signAccessToken(ring, held, start)
    const first = await verify(token)
    clock(299)
    expect(await verify(token)).toBe(first)
    clock(300)
    const second = await verify(token)
    expect(second).toEqual(first)
    expect(second).not.toBe(first)
  })

  it('is never remembered past its end', async () => {
    clock(28_799)
    const verify = tokenVerifier(ring)
    const token = await signAccessToken(ring, held, start)
    const first = await verify(token)
    clock(28_799.999)
    expect(await verify(token)).toBe(first)
    clock(28_800)
    expect(await judge(verify, token)).toBe('expired')
    expect(await judge(verify, token)).toBe('expired')
  })

  it('does not validate another with the same claims', async () => {
    const verify = tokenVerifier(ring)
    const now = Math.floor(Date.now() / 1000)
    const token = await signAccessToken(ring, held, now)
    await verify(token)
    const [header, payload] = token.split('.')
    const { privateKey } = await generateKeyPair('RS256')
    const foreign = await forge(key, { payload: { data: held }, signWith: privateKey })
    expect(await judge(verify, `${header}.${payload}.${foreign.split('.')[2]}`)).toBe('invalid')
    expect(await judge(verify, token)).toBe('good')
  })

  it('is forgotten once the keys have changed, and refused when its key is gone', async () => {
    const verify = tokenVerifier(ring)
    const token = await signAccessToken(ring, held, Math.floor(Date.now() / 1000))
    const first = await verify(token)
    const [current, next] = storedKeys(place.file)
    writeKeys(place.file, current ? [current] : [])
    await follows(ring, [current?.kid])
    const again = await verify(token)
    expect(again).toEqual(first)
    expect(again).not.toBe(first)
    writeKeys(place.file, next ? [next] : [])
    await follows(ring, [next?.kid])
    expect(await judge(verify, token)).toBe('invalid')
  })

  it('is unknown to a verifier with other keys', async () => {
    const token = await signAccessToken(ring, held, Math.floor(Date.now() / 1000))
    await tokenVerifier(ring)(token)
    const other = await place.open(`${place.file}.other`)
    expect(await judge(tokenVerifier(other), token)).toBe('invalid')
  })
})

describe('a refused token', () => {
  const past = { iat: 1_700_000_000, nbf: 1_699_999_990, exp: 1_700_028_800 }
  it.each([
    ['expired, and otherwise valid', past, 'expired'],
    ['expired and of another issuer', { ...past, iss: 'Other' }, 'invalid'],
    ['expired and for another audience', { ...past, aud: 'Other' }, 'invalid'],
    ['not yet valid', { nbf: 4_000_000_000 }, 'invalid'],
    [
      'of a SIS with no list of permissions',
      { data: { ...claims(), permissions: { hs: 'admin' } } },
      'invalid',
    ],
    ['of a sapeur that is not a number', { data: { ...claims(), sapeurs: { hs: '3' } } }, 'invalid'],
    ['of no user', { data: { ...claims(), id: -1 } }, 'invalid'],
    ['issued at a fraction of a second', { iat: 1.5 }, 'invalid'],
    ['without a time of issue', { iat: undefined }, 'invalid'],
    ['without an end', { exp: undefined }, 'invalid'],
    ['without a beginning', { nbf: undefined }, 'invalid'],
    ['without claims', { data: undefined }, 'invalid'],
  ])('because it is %s is called %s', async (_what, payload, verdict) => {
    expect(await judge(tokenVerifier(ring), await forge(key, { payload }))).toBe(verdict)
  })

  it('because of its signature is called invalid, even when it has expired too', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    expect(await judge(tokenVerifier(ring), await forge(key, { payload: past, signWith: privateKey }))).toBe(
      'invalid',
    )
  })

  it('because of its kid is called invalid: one with a path in it, and an unknown one', async () => {
    for (const kid of ['../../../dev/null', place.file, '', 'other', '__proto__'])
      expect(await judge(tokenVerifier(ring), await forge(key, { header: { kid } }))).toBe('invalid')
  })

  it('because of its algorithm is called invalid: none, or HS256 with the public key', async () => {
    const verify = tokenVerifier(ring)
    const [publicJwk = {}] = ring.publicKeys().keys
    const secret = createPublicKey({ key: publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const header = { alg: 'HS256' }
    expect(await judge(verify, await forge(key, { header, signWith: Buffer.from(secret) }))).toBe('invalid')
    const [, payload, signature] = (await forge(key)).split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: key.kid })).toString('base64url')
    expect(await judge(verify, `${none}.${payload}.${signature}`)).toBe('invalid')
    expect(await judge(verify, `${none}.${payload}.`)).toBe('invalid')
  })

  it.each(['', '.', '..', 'a.b.c', 'null', '\u{1f692}.\u{1f692}.\u{1f692}', '%', 'eyJhbGciOiJSUzI1NiJ9..'])(
    'because %j is no token is called invalid',
    async (token) => {
      expect(await judge(tokenVerifier(ring), token)).toBe('invalid')
    },
  )

  it('does not appear in the error', async () => {
    const token = await forge(key, { payload: { iss: 'Other' } })
    const error = await tokenVerifier(ring)(token).catch((thrown: Error) => thrown)
    expect(String(error)).toBe('Error: token invalid')
    expect(Object(error).stack).not.toContain(token)
  })
})
