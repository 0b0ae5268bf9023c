import { type CryptoKey, SignJWT } from 'jose'
import type { SigningKey } from '../../src/auth/keys.ts'
import type { Claims } from '../../src/auth/tokens.ts'

/** Claims of an account without rights; tests state the differences. */
export function claims(changes: Partial<Claims> = {}): Claims {
  return {
    id: 1,
    admin: false,
    validated: true,
    pseudo: 'Essai',
    email: 'essai@example.org',
    permissions: {},
    mobiles: [],
    sapeurs: {},
    ...changes,
  }
}

/**
 * A token like those of the servers, with changes: `payload` overrides (undefined removes), `header`
 * likewise.
 */
export function forge(
  key: SigningKey,
  {
    payload = {},
    header = {},
    signWith = key.privateKey,
  }: {
    payload?: Record<string, unknown>
    header?: Record<string, unknown>
    signWith?: CryptoKey | Uint8Array
  } = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const usual = { iss: 'Service_Auth', aud: 'Service_API', iat: now, nbf: now - 10, exp: now + 28_800 }
  return new SignJWT(withoutUndefined({ ...usual, data: claims(), ...payload }))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid, ...header })
    .sign(signWith)
}

function withoutUndefined(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
