import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The place that a password is sealed for. It opens for no other. */
export interface SealedFor {
  /** The SIS of the mailbox, `*` for the instance's. */
  sis: string
  host: string
  port: number
  security: string
  user: string
}

/**
 * Encrypts a mailbox password for the database by AES-256-GCM, as nonce, tag and ciphertext. Mailbox and
 * server are authenticated with it. So whoever can write the database without having the key cannot direct
 * the password to another server or an unencrypted connection.
 * @param key 32 bytes in base64 (MAILBOX_KEY).
 */
export function seal(secret: string, key: string, place: SealedFor): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce)
  cipher.setAAD(authenticated(place))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/**
 * Opens the bytes of `seal`.
 * @throws when key or place differ, or the bytes were changed; the message holds no secret.
 */
export function unseal(sealed: Buffer, key: string, place: SealedFor): string {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    // Without the stated length, a shortened tag would be accepted, and is easier to guess.
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(authenticated(place))
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8')
  } catch {
    throw new Error(
      'Le mot de passe de la messagerie ne peut pas être déchiffré pour ce serveur : donnez-le à nouveau. MAILBOX_KEY a-t-elle changé ?',
    )
  }
}

function authenticated({ sis, host, port, security, user }: SealedFor): Buffer {
  return Buffer.from(JSON.stringify([sis, host, port, security, user]))
}
