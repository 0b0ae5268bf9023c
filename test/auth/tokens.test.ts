import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, generateKeyPair } from 'jose'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSigningKey, type SigningKey } from '../../src/auth/keys.ts'
import { InvalidToken, signAccessToken, tokenVerifier } from '../../src/auth/tokens.ts'
import { claims, forge } from '../support/tokens.ts'

let key: SigningKey
beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-tokens-'))
  key = await readSigningKey(undefined, join(directory, 'key.pem'))
  return () => rmSync(directory, { recursive: true })
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

/** How a token fails: 'expired', 'invalid', or 'good'. */
async function judge(verify: ReturnType<typeof tokenVerifier>, token: string): Promise<string> {
  try {
    await verify(token)
    return 'good'
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error
    return error.expired ? 'expired' : 'invalid'
  }
}

describe('a token that was signed', () => {
  it('holds the claims of the contract for 8 hours', async () => {
    expect(decodeJwt(await signAccessToken(key, held, 1_800_000_000))).toEqual({
      iss: 'Service_Auth',
      aud: 'Service_API',
      iat: 1_800_000_000,
      nbf: 1_799_999_990,
      exp: 1_800_028_800,
      data: held,
    })
  })

  it('is read back as it was written', async () => {
    const now = Math.floor(Date.now() / 1000)
    const session = await tokenVerifier(key)(await signAccessToken(key, held, now))
    expect(session).toEqual({ claims: held, issuedAt: now, expiresAt: now + 28_800 })
  })

  it('is good when its issuer\u2019s clock is 10 seconds ahead, not more', async () => {
    const now = Math.floor(Date.now() / 1000)
    const verify = tokenVerifier(key)
    expect(await judge(verify, await signAccessToken(key, held, now + 9))).toBe('good')
    expect(await judge(verify, await signAccessToken(key, held, now + 60))).toBe('invalid')
  })
})

describe('a token that has been seen', () => {
  it('is remembered, but never past its end', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    const verify = tokenVerifier(key)
    const token = await signAccessToken(key, held)
    const first = await verify(token)
    vi.setSystemTime(1_800_028_799_999)
    expect(await verify(token)).toBe(first)
    vi.setSystemTime(1_800_028_800_000)
    expect(await judge(verify, token)).toBe('expired')
    expect(await judge(verify, token)).toBe('expired')
  })

  it('does not make another with the same claims good', async () => {
    const verify = tokenVerifier(key)
    const token = await signAccessToken(key, held)
    await verify(token)
    const [header, payload] = token.split('.')
    const { privateKey } = await generateKeyPair('RS256')
    const foreign = await signAccessToken({ ...key, privateKey }, held)
    expect(await judge(verify, `${header}.${payload}.${foreign.split('.')[2]}`)).toBe('invalid')
    expect(await judge(verify, token)).toBe('good')
  })

  it('is forgotten by a verifier with another key', async () => {
    const token = await signAccessToken(key, held)
    await tokenVerifier(key)(token)
    const directory = mkdtempSync(join(tmpdir(), 'caserne-tokens-'))
    const other = await readSigningKey(undefined, join(directory, 'key.pem'))
    rmSync(directory, { recursive: true })
    expect(await judge(tokenVerifier(other), token)).toBe('invalid')
  })
})

describe('a token that is refused', () => {
  const past = { iat: 1_700_000_000, nbf: 1_699_999_990, exp: 1_700_028_800 }
  it.each([
    ['expired, and else good', past, 'expired'],
    ['expired and of another issuer', { ...past, iss: 'Other' }, 'invalid'],
    ['expired and for another audience', { ...past, aud: 'Other' }, 'invalid'],
    ['not yet valid', { nbf: 4_000_000_000 }, 'invalid'],
    [
      'of a SIS with no list of permissions',
      { data: { ...claims(), permissions: { hs: 'admin' } } },
      'invalid',
    ],
    ['of a sapeur who is no number', { data: { ...claims(), sapeurs: { hs: '3' } } }, 'invalid'],
    ['of no user', { data: { ...claims(), id: -1 } }, 'invalid'],
  ])('because it is %s is called %s', async (_what, payload, verdict) => {
    expect(await judge(tokenVerifier(key), await forge(key, { payload }))).toBe(verdict)
  })

  it('by its signature is called invalid, even when it has expired too', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    expect(await judge(tokenVerifier(key), await forge(key, { payload: past, signWith: privateKey }))).toBe(
      'invalid',
    )
  })

  it('is not repeated by the error', async () => {
    const token = await forge(key, { payload: { iss: 'Other' } })
    const error = await tokenVerifier(key)(token).catch((thrown: Error) => thrown)
    expect(String(error)).toBe('Error: token invalid')
    expect(Object(error).stack).not.toContain(token)
  })
})
