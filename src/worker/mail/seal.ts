import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

/**
 * Encrypts a mailbox password for the database: AES-256-GCM, as nonce, tag, ciphertext.
 * @param key 32 bytes in base64 (MAILBOX_KEY).
 */
export function seal(secret: string, key: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** What `seal` encrypted. @throws when the key is another one, or the bytes were changed; the message has no secret. */
export function unseal(sealed: Buffer, key: string): string {
  try {
    const nonce = sealed.subarray(0, NONCE)
    // Without its length said a tag that was cut short would do, and is easier to guess.
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce, {
      authTagLength: TAG,
    })
    decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
  } catch {
    throw new Error(
      'Le mot de passe de la messagerie ne peut pas être déchiffré : MAILBOX_KEY a-t-elle changé ?',
    )
  }
}
