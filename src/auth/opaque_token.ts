import { createHash, randomBytes } from 'node:crypto'

/** Makes a token that cannot be guessed: 256 bits, in characters that a URL may hold. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The SHA-256 of a token, which is all that the database receives. A token that cannot be guessed needs no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
