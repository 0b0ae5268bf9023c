import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/**
 * What PostgreSQL keeps of a password (RFC 5803, SCRAM-SHA-256), so that a statement that sets one, and the server's log of it, does
 * not hold the password itself.
 * @param password printable ASCII, which SASLprep leaves as it is.
 */
export function scramVerifier(password: string, salt = randomBytes(16), iterations = 4096): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}
