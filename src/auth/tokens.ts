import { createHash } from 'node:crypto'
import { createLocalJWKSet, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { SigningKey } from './keys.ts'

const ISSUER = 'Service_Auth'
const AUDIENCE = 'Service_API'
const LIFETIME_SECONDS = 8 * 3600
const NBF_OFFSET_SECONDS = 10
const CACHED_TOKENS = 10_000

/** The claim `data` of an access token; the maps are keyed by SIS. */
export const Claims = z.object({
  id: z.int().positive(),
  admin: z.boolean(),
  validated: z.boolean(),
  pseudo: z.string(),
  email: z.string(),
  permissions: z.record(z.string(), z.array(z.string())),
  mobiles: z.array(z.string()),
  sapeurs: z.record(z.string(), z.int().positive()),
})
export type Claims = z.infer<typeof Claims>

/** A verified access token; times in UNIX seconds. */
export interface Session {
  claims: Claims
  issuedAt: number
  expiresAt: number
}

/** Thrown by `verify`; `expired` tells the one case that a client may mend by refreshing. */
export class InvalidToken extends Error {
  readonly expired: boolean
  constructor(expired: boolean) {
    super(expired ? 'token expired' : 'token invalid')
    this.expired = expired
  }
}

/** Signs an access token: RS256, valid for 8 hours, nbf 10 s before iat. */
export function signAccessToken(
  key: SigningKey,
  claims: Claims,
  now = Math.floor(Date.now() / 1000),
): Promise<string> {
  return new SignJWT({ data: claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setNotBefore(now - NBF_OFFSET_SECONDS)
    .setExpirationTime(now + LIFETIME_SECONDS)
    .sign(key.privateKey)
}

/**
 * A function that verifies access tokens: signature, algorithm, issuer, audience, times and shape. What it found is
 * remembered by the token's hash, for so many tokens, and never past their end.
 * @throws InvalidToken
 */
export function tokenVerifier(key: SigningKey): (token: string) => Promise<Session> {
  const keys = createLocalJWKSet({ keys: [key.publicJwk] })
  const known = new Map<string, Session>()
  return async (token) => {
    const hash = createHash('sha256').update(token).digest('base64')
    const cached = known.get(hash)
    if (cached !== undefined && cached.expiresAt > Date.now() / 1000) return cached
    known.delete(hash)
    if (cached !== undefined) throw new InvalidToken(true)
    const session = await verify(token, keys)
    if (known.size >= CACHED_TOKENS) for (const oldest of known.keys().take(1)) known.delete(oldest)
    known.set(hash, session)
    return session
  }
}

async function verify(token: string, keys: ReturnType<typeof createLocalJWKSet>): Promise<Session> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['iat', 'nbf', 'exp'],
    })
    return { claims: Claims.parse(payload.data), issuedAt: payload.iat ?? 0, expiresAt: payload.exp ?? 0 }
  } catch (error) {
    throw new InvalidToken(error instanceof errors.JWTExpired)
  }
}
