import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text by AES-256-GCM, as nonce, tag and ciphertext. Its place is authenticated with it: the text opens for
 * no other.
 * @param key 32 bytes in base64 (MAILBOX_KEY)
 */
export function sealText(text: string, key: string, place: readonly (string | number)[]): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key, 'base64'), nonce)
  cipher.setAAD(Buffer.from(JSON.stringify(place)))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens the bytes of `sealText`; null when key or place differ, or the bytes were changed. */
export function openText(sealed: Buffer, key: string, place: readonly (string | number)[]): string | null {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    // Without the stated length, a shortened tag would be accepted, and is easier to guess.
    const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key, 'base64'), nonce, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(JSON.stringify(place)))
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8')
  } catch {
    return null
  }
}

/** Places of sealed secrets of deliveries: push subscriptions and webhooks of a SIS, and the push key. */
export const sealedPlace = {
  abonnement: (sis: string) => ['abonnement', sis],
  webhook: (sis: string) => ['webhook', sis],
  pushKey: ['push'],
} as const
