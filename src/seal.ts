import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a mailbox password for the database: AES-256-GCM, as nonce, tag, ciphertext.
 * @param key 32 bytes in base64 (MAILBOX_KEY).
 */
export function seal(secret: string, key: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** What `seal` encrypted. @throws when the key is another one, or the bytes were changed; the message has no secret. */
export function unseal(sealed: Buffer, key: string): string {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    // Without its length said a tag that was cut short would do, and is easier to guess.
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8')
  } catch {
    throw new Error(
      'Le mot de passe de la messagerie ne peut pas être déchiffré : MAILBOX_KEY a-t-elle changé ?',
    )
  }
}
