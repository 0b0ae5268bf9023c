import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, importJWK, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { askProgram, follows, kidsOf, soon, storedKeys, useKeyPlace, writeKeys } from './key_fixture.ts'

const place = useKeyPlace()

const refusal = (why: string) =>
  `Le fichier de clés ${place.file} n’est pas un jeu de clés RSA (JWK Set, RFC 7517), il est laissé tel quel : ${why}`

describe('an absent key file', () => {
  it('is made with its directory, for its owner alone: a signing key, and the next', async () => {
    const file = join(place.directory, 'a', 'b', 'keys.json')
    const ring = await place.open(file)
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    expect(readdirSync(join(place.directory, 'a', 'b'))).toEqual(['keys.json'])
    const [current, next] = storedKeys(file)
    expect(storedKeys(file)).toHaveLength(2)
    expect([ring.canSign, ring.signingKey().kid]).toEqual([true, current?.kid])
    expect(Date.parse(current?.signs_from ?? '')).toBeLessThanOrEqual(Date.now())
    expect(next).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256', published_at: expect.any(String) })
    expect(next).not.toHaveProperty('signs_from')
    for (const key of storedKeys(file)) {
      expect(Buffer.from(key.n, 'base64url')).toHaveLength(256)
      expect(key.kid).toBe(await calculateJwkThumbprint(key))
    }
  })

  it('is made once by two programs that start at the same time', async () => {
    const open = `(await keys.openKeyRing(${JSON.stringify(place.file)}, {})).publicKeys().keys.map((key) => key.kid)`
    const answers = await Promise.all([askProgram(open), askProgram(open)])
    const kids = storedKeys(place.file).map((key) => key.kid)
    expect(answers).toEqual([kids, kids])
    expect(readdirSync(place.directory)).toEqual(['auth-keys.json'])
  })
})

describe('a ring', () => {
  it('has the same keys for every reader of the file', async () => {
    const first = await place.open()
    const again = await place.open()
    expect(again.publicKeys()).toEqual(first.publicKeys())
    expect(kidsOf(first)).toEqual(storedKeys(place.file).map((key) => key.kid))
  })

  it('exposes only public members', async () => {
    const ring = await place.open()
    expect(ring.publicKeys()).toEqual({
      keys: storedKeys(place.file).map(({ kid, n }) => {
        return { kty: 'RSA', kid, use: 'sig', alg: 'RS256', n, e: 'AQAB' }
      }),
    })
  })

  it('signs tokens that its public half verifies', async () => {
    const ring = await place.open()
    const { privateKey } = ring.signingKey()
    const token = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
    const [current = {}] = ring.publicKeys().keys
    expect((await jwtVerify(token, await importJWK(current, 'RS256'))).payload).toEqual({ a: 1 })
  })

  it('made of a saved JWKS answer verifies and cannot sign', async () => {
    const signing = await place.open(join(place.directory, 'private.json'))
    writeFileSync(place.file, JSON.stringify(signing.publicKeys()))
    const ring = await place.open()
    expect(ring.canSign).toBe(false)
    expect(ring.publicKeys()).toEqual(signing.publicKeys())
    expect(() => ring.signingKey()).toThrow(`Aucune clé du fichier ${place.file} ne peut signer.`)
  })
})

describe('a bad key file is refused and left unchanged', () => {
  const pem = () =>
    String(
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    )
  const rsa = (modulusLength: number): JsonWebKey & { kid: string } => {
    return { ...generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ format: 'jwk' }), kid: 'a' }
  }
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const good = rsa(2048)
  const set = (...keys: object[]) => JSON.stringify({ keys })

  it.each([
    ['a PEM', pem(), 'ce n’est pas du JSON'],
    ['nothing', '', 'ce n’est pas du JSON'],
    ['half of a set', set(good).slice(0, 400), 'ce n’est pas du JSON'],
    ['another JSON', '{}', 'keys : '],
    ['no key', '{"keys": []}', 'keys : '],
    ['an elliptic-curve key', set({ ...ec, kid: 'a' }), 'keys.0.kty : '],
    ['a key without name', set({ ...good, kid: undefined }), 'keys.0.kid : '],
    ['a key for another algorithm', set({ ...good, alg: 'RS512' }), 'keys.0.alg : '],
    ['a short key', set(rsa(1024)), 'keys.0.n : 2048 bits au moins'],
    ['two keys of one name', set(good, rsa(2048)), 'keys : deux clés ont le même kid'],
    ['a time that is not a number', set({ ...good, signs_from: 'bientôt' }), 'keys.0.signs_from : '],
    ['a private key that lacks a part', set({ ...good, q: undefined }), 'la clé a est illisible'],
    ['a damaged private key', set({ ...good, d: 'AAAA', p: 'AAAA' }), 'la clé a est illisible'],
    ['the halves of two different keys', set({ ...good, n: rsa(2048).n }), 'la clé a est illisible'],
  ])('when it holds %s', async (_what, content, why) => {
    writeFileSync(place.file, content)
    const error = await place.open().catch((thrown: Error) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(Object(error).message.startsWith(refusal(why))).toBe(true)
    expect(Object(error).cause).toBeUndefined()
    expect(readFileSync(place.file, 'utf8')).toBe(content)
  })

  it('without repeating its secrets', async () => {
    const { d, p } = good
    for (const content of [`${d}`, `{"keys": "${d}"}`, set({ ...good, kid: 1 }), set({ ...good, q: p })]) {
      writeFileSync(place.file, content)
      const error = await place.open().catch((thrown: Error) => thrown)
      expect(`${Object(error).stack}`).not.toContain(String(d).slice(0, 12))
      expect(`${Object(error).stack}`).not.toContain(String(p).slice(0, 12))
    }
  })
})

describe('a ring follows its file', () => {
  it('and reports its new keys', async () => {
    const ring = await place.open()
    const before = ring.publicKeys()
    expect(ring.publicKeys()).toBe(before)
    const other = await place.open(join(place.directory, 'other.json'))
    writeKeys(place.file, storedKeys(join(place.directory, 'other.json')))
    await soon(() => expect(ring.publicKeys()).toEqual(other.publicKeys()))
    expect(ring.signingKey().kid).toBe(other.signingKey().kid)
    expect(JSON.parse(place.lines.join(''))).toMatchObject({
      level: 30,
      msg: 'signing keys have changed',
      kids: kidsOf(other),
    })
  })

  it('but keeps its keys while the file is rubbish or missing, reports that once, and continues afterwards', async () => {
    const ring = await place.open()
    const kids = kidsOf(ring)
    const content = readFileSync(place.file, 'utf8')
    const warned = (lines: number, pattern: RegExp) =>
      soon(() => {
        expect(place.lines).toHaveLength(lines)
        expect(place.lines.at(-1)).toMatch(pattern)
      })

    writeFileSync(place.file, content.slice(0, -100))
    await warned(1, /ce n’est pas du JSON.*the keys stay as they were/)
    writeFileSync(place.file, content.slice(0, -50))
    rmSync(place.file)
    await warned(2, /ENOENT.*the keys stay as they were/)
    expect([kidsOf(ring), ring.signingKey().kid]).toEqual([kids, kids[0]])
    for (const { n, d } of storedKeysOf(content))
      for (const secret of [n, d]) expect(place.lines.join('')).not.toContain(secret?.slice(0, 20))

    writeKeys(place.file, storedKeysOf(content).slice(0, 1))
    await follows(ring, [kids[0]])
    expect(place.lines).toHaveLength(3)
  })

  it('until the ring is closed', async () => {
    const closed = await place.open()
    const [kid] = kidsOf(closed)
    closed.close()
    const open = await place.open()
    writeKeys(place.file, storedKeys(place.file).slice(0, 1))
    await follows(open, [kid])
    expect(kidsOf(closed)).toHaveLength(2)
    expect(existsSync(place.file)).toBe(true)
  })
})

function storedKeysOf(content: string) {
  return JSON.parse(content).keys as ReturnType<typeof storedKeys>
}
