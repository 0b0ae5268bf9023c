import { openText, sealText } from '../text/sealed_text.ts'

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
 * server are authenticated with it. So someone who can write the database without the key cannot direct
 * the password to another server or an unencrypted connection.
 * @param key 32 bytes in base64 (MAILBOX_KEY).
 */
export function seal(secret: string, key: string, place: SealedFor): Buffer {
  return sealText(secret, key, authenticated(place))
}

/**
 * Opens the bytes of `seal`.
 * @throws when key or place differ, or the bytes were changed; the message holds no secret.
 */
export function unseal(sealed: Buffer, key: string, place: SealedFor): string {
  const secret = openText(sealed, key, authenticated(place))
  if (secret !== null) return secret
  throw new Error(
    'Le mot de passe de la messagerie ne peut pas être déchiffré pour ce serveur : donnez-le à nouveau. MAILBOX_KEY a-t-elle changé ?',
  )
}

function authenticated({ sis, host, port, security, user }: SealedFor): (string | number)[] {
  return [sis, host, port, security, user]
}
