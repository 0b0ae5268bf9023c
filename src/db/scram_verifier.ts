import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/**
 * The verifier that PostgreSQL stores for a password (RFC 5803, SCRAM-SHA-256). A statement that sets a verifier
 * keeps the password out of the server's log.
 * @param password printable ASCII, which SASLprep leaves unchanged.
 */
export function scramVerifier(password: string, salt = randomBytes(16), iterations = 4096): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}
