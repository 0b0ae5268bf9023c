import { chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { type KeyRing, revokeCurrentKey, rotateKeys } from '../../src/auth/keys.ts'
import { InvalidToken, signAccessToken, tokenVerifier } from '../../src/auth/tokens.ts'
import { claims } from '../support/tokens.ts'
import { age, askProgram, follows, kidsOf, soon, storedKeys, useKeyPlace, writeKeys } from './key_fixture.ts'

const place = useKeyPlace()

/** Opens a ring whose keys are ten minutes old. */
async function openAged(): Promise<KeyRing> {
  ;(await place.open()).close()
  age(place.file, 10)
  return place.open()
}

const sign = (ring: KeyRing) => signAccessToken(ring, claims(), Math.floor(Date.now() / 1000))

describe('rotateKeys', () => {
  it('starts to sign with the key published ten minutes ago, and publishes another', async () => {
    const ring = await openAged()
    const [first, second] = kidsOf(ring)
    expect(await rotateKeys(place.file)).toEqual({ kid: second, signsFrom: expect.any(Date), changed: true })
    const third = storedKeys(place.file)[2]?.kid
    expect([first, second]).not.toContain(third)
    await follows(ring, [first, second, third])
    expect(ring.signingKey().kid).toBe(second)
  })

  it('keeps a younger key waiting, and answers the same when called again', async () => {
    const ring = await place.open()
    const [first, second] = kidsOf(ring)
    const due = Date.parse(storedKeys(place.file)[1]?.published_at ?? '') + 10 * 60_000
    expect(await rotateKeys(place.file)).toEqual({ kid: second, signsFrom: new Date(due), changed: true })
    const content = readFileSync(place.file, 'utf8')
    expect(await rotateKeys(place.file)).toEqual({ kid: second, signsFrom: new Date(due), changed: false })
    expect(readFileSync(place.file, 'utf8')).toBe(content)
    await soon(() => expect(kidsOf(ring)).toHaveLength(3))
    expect(ring.signingKey().kid).toBe(first)
    vi.useFakeTimers({ toFake: ['Date'], now: due })
    try {
      expect(ring.signingKey().kid).toBe(second)
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps tokens of the old key valid to their end, and then drops the key', async () => {
    const ring = await openAged()
    const verify = tokenVerifier(ring)
    const [first, second] = kidsOf(ring)
    const token = await sign(ring)
    await rotateKeys(place.file)
    const third = storedKeys(place.file)[2]?.kid
    await follows(ring, [first, second, third])
    expect(await verify(token)).toMatchObject({ claims: claims() })
    const hours = (count: number) => Date.now() + count * 3_600_000
    const [almost, after, later] = [hours(7.99), hours(8), hours(8.2)]
    vi.useFakeTimers({ toFake: ['Date'], now: almost })
    try {
      expect(await verify(token)).toMatchObject({ claims: claims() })
      vi.setSystemTime(after)
      await expect(verify(token)).rejects.toMatchObject({ expired: true })
      expect(kidsOf(ring)).toEqual([first, second, third])
      vi.setSystemTime(later)
      expect(kidsOf(ring)).toEqual([second, third])
      await rotateKeys(place.file)
      expect(storedKeys(place.file).map((key) => key.kid)).toEqual([second, third, expect.any(String)])
    } finally {
      vi.useRealTimers()
    }
  })

  it('runs one after the other in three programs at once, the later ones find a key waiting', async () => {
    ;(await place.open()).close()
    age(place.file, 5)
    const [before] = storedKeys(place.file)
    const rotate = `(await keys.rotateKeys(${JSON.stringify(place.file)})).changed`
    const changed = await Promise.all([
      rotateKeys(place.file).then((plan) => plan.changed),
      askProgram(rotate),
      askProgram(rotate),
    ])
    expect(changed.sort()).toEqual([false, false, true])
    expect(storedKeys(place.file)).toHaveLength(3)
    expect(storedKeys(place.file)[0]).toEqual(before)
  })

  it('leaves a file of mode 600 and no other file', async () => {
    await openAged()
    await rotateKeys(place.file)
    expect((statSync(place.file).mode & 0o777).toString(8)).toBe('600')
    expect(readdirSync(place.directory)).toEqual(['auth-keys.json'])
  })

  it.runIf(process.getuid?.() === 0)('run by root leaves the file to the account of the server', async () => {
    await openAged()
    chownSync(place.file, 12_345, 54_321)
    await rotateKeys(place.file)
    expect(statSync(place.file)).toMatchObject({ uid: 12_345, gid: 54_321 })
  })
})

describe('revokeCurrentKey', () => {
  it('starts to sign with the next key at once and ends the tokens of the keys before', async () => {
    const ring = await openAged()
    const verify = tokenVerifier(ring)
    const [first, second] = kidsOf(ring)
    const oldest = await sign(ring)
    await rotateKeys(place.file)
    const third = storedKeys(place.file)[2]?.kid
    await follows(ring, [first, second, third])
    const old = await sign(ring)
    for (const token of [oldest, old]) await verify(token)

    expect(await revokeCurrentKey(place.file)).toEqual({ kid: third })
    await follows(ring, [third, storedKeys(place.file)[1]?.kid])
    expect(ring.signingKey().kid).toBe(third)
    for (const token of [oldest, old]) {
      const error = await verify(token).catch((thrown: unknown) => thrown)
      expect(error).toEqual(new InvalidToken(false))
    }
    expect(await verify(await sign(ring))).toMatchObject({ claims: claims() })
  })

  it('called twice leaves no key of the original file', async () => {
    const ring = await openAged()
    const before = kidsOf(ring)
    await revokeCurrentKey(place.file)
    await revokeCurrentKey(place.file)
    const after = storedKeys(place.file).map((key) => key.kid)
    expect(after).toHaveLength(2)
    expect(after.filter((kid) => before.includes(kid))).toEqual([])
  })
})

describe.each([
  ['rotateKeys', rotateKeys],
  ['revokeCurrentKey', revokeCurrentKey],
])('%s refuses', (_name, change) => {
  it('an absent file, without making one', async () => {
    await expect(change(place.file)).rejects.toThrow(
      `Le fichier de clés ${place.file} n’existe pas : un serveur le crée au démarrage.`,
    )
    expect(existsSync(place.file)).toBe(false)
  })

  it('a file of public keys', async () => {
    const ring = await place.open()
    writeKeys(place.file, ring.publicKeys().keys)
    const content = readFileSync(place.file, 'utf8')
    await expect(change(place.file)).rejects.toThrow(
      `Le fichier de clés ${place.file} ne contient aucune clé privée : changez celui du serveur qui signe.`,
    )
    expect(readFileSync(place.file, 'utf8')).toBe(content)
  })

  it('a file without a key set, and unlocks it', async () => {
    writeFileSync(place.file, '-----BEGIN PRIVATE KEY-----')
    await expect(change(place.file)).rejects.toThrow('il est laissé tel quel : ce n’est pas du JSON')
    expect(readFileSync(place.file, 'utf8')).toBe('-----BEGIN PRIVATE KEY-----')
    expect(readdirSync(place.directory)).toEqual(['auth-keys.json'])
  })

  it('a file that another program keeps locked, and names the lock', async () => {
    ;(await place.open()).close()
    const content = readFileSync(place.file, 'utf8')
    writeFileSync(`${place.file}.lock`, '')
    await expect(change(place.file)).rejects.toThrow(
      `Le verrou ${place.file}.lock ne se libère pas : si aucun autre programme ne change les clés, supprimez-le.`,
    )
    expect(readFileSync(place.file, 'utf8')).toBe(content)
  })
})
