import { createHash, randomBytes } from 'node:crypto'

/** A token that cannot be guessed: 256 bits, fit for an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a token: all of it that the database gets to see. A token that cannot be guessed needs no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
