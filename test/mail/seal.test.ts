import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from '../../src/mail/seal.ts'

const key = randomBytes(32).toString('base64')
const place = { sis: 'hs', host: 'mail.example.org', port: 993, security: 'tls', user: 'alarmes' }
const refused =
  'Le mot de passe de la messagerie ne peut pas être déchiffré pour ce serveur : donnez-le à nouveau. MAILBOX_KEY a-t-elle changé ?'

describe('seal', () => {
  it.each(['', 'essai', 'pässwörd € 🔑', 'x'.repeat(10_000)])(
    'hides %j, and unseal restores it',
    (secret) => {
      const sealed = seal(secret, key, place)
      expect(unseal(sealed, key, place)).toBe(secret)
      expect(sealed).toHaveLength(28 + Buffer.byteLength(secret))
      if (secret !== '') expect(sealed.includes(secret)).toBe(false)
    },
  )

  it('gives other bytes each time', () => {
    expect(seal('essai', key, place).equals(seal('essai', key, place))).toBe(false)
  })

  it('is opened by no other key, and the error reveals nothing', () => {
    expect(() => unseal(seal('essai', key, place), randomBytes(32).toString('base64'), place)).toThrow(
      new Error(refused),
    )
  })

  it.each([
    { sis: '*' },
    { host: 'voleur.example.org' },
    { port: 143 },
    { security: 'none' },
    { user: 'un autre' },
    // Not even when the joined parts are equal.
    { host: 'mail.example.org,993', port: 0 },
  ])('is opened for no other place: %j', (other) => {
    expect(() => unseal(seal('essai', key, place), key, { ...place, ...other })).toThrow(new Error(refused))
  })

  it.each([0, 12, 27, 28, 32])('is not opened when byte %i was changed', (at) => {
    const sealed = seal('essai', key, place)
    sealed.writeUInt8((sealed.readUInt8(at) + 1) % 256, at)
    expect(() => unseal(sealed, key, place)).toThrow(refused)
  })

  it.each([0, 11, 27, 28])('is not opened when truncated to %i bytes', (length) => {
    expect(() => unseal(seal('essai', key, place).subarray(0, length), key, place)).toThrow(refused)
  })
})
