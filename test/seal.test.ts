import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from '../src/seal.ts'

const key = randomBytes(32).toString('base64')
const refused = 'Le mot de passe de la messagerie ne peut pas être déchiffré : MAILBOX_KEY a-t-elle changé ?'

describe('seal', () => {
  it.each(['', 'essai', 'pässwörd € 🔑', 'x'.repeat(10_000)])('hides %j, and unseal finds it', (secret) => {
    const sealed = seal(secret, key)
    expect(unseal(sealed, key)).toBe(secret)
    expect(sealed).toHaveLength(28 + Buffer.byteLength(secret))
    if (secret !== '') expect(sealed.includes(secret)).toBe(false)
  })

  it('gives other bytes each time', () => {
    expect(seal('essai', key).equals(seal('essai', key))).toBe(false)
  })

  it('is opened by no other key, without telling anything', () => {
    expect(() => unseal(seal('essai', key), randomBytes(32).toString('base64'))).toThrow(new Error(refused))
  })

  it.each([0, 12, 27, 28, 32])('is not opened when byte %i was changed', (at) => {
    const sealed = seal('essai', key)
    sealed.writeUInt8((sealed.readUInt8(at) + 1) % 256, at)
    expect(() => unseal(sealed, key)).toThrow(refused)
  })

  it.each([0, 11, 27, 28])('is not opened when cut to %i bytes', (length) => {
    expect(() => unseal(seal('essai', key).subarray(0, length), key)).toThrow(refused)
  })
})
