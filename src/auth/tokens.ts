import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  jwksCache,
  jwtVerify,
  SignJWT,
} from 'jose'
import { z } from 'zod'
import { TOKEN_LIFETIME_SECONDS } from './key_set.ts'
import type { KeyRing } from './keys.ts'
import { TokenCache } from './token_cache.ts'

const ISSUER = 'Service_Auth'
const AUDIENCE = 'Service_API'
const NBF_OFFSET_SECONDS = 10
const BELIEVED_MS = 5 * 60_000
// How often a JWKS address is read again. If it fails, the last keys are still used until their five minutes are
// over.
const REFRESH_MS = 60_000
// A token with an unknown kid causes a read at once, but no more often than this.
const COOLDOWN_MS = 10_000
const TIMEOUT_MS = 5_000

/** The claim `data` of an access token. The maps are keyed by SIS. */
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

const Payload = z.object({ iat: z.int(), exp: z.int(), data: Claims })

/** A verified access token, with times in UNIX seconds. */
export interface Session {
  claims: Claims
  issuedAt: number
  expiresAt: number
}

/**
 * Verifies an access token: signature, algorithm, issuer, audience, times and shape. The result is kept by the
 * token's hash, for five minutes at most, never past the end of the token, and not after a change of keys. The number
 * of kept results is limited.
 * @throws InvalidToken, KeysUnreachable
 */
export type Verify = (token: string) => Promise<Session>

/** The token is invalid. `expired` is the only case in which refreshing helps the client. */
export class InvalidToken extends Error {
  readonly expired: boolean
  constructor(expired: boolean) {
    super(expired ? 'token expired' : 'token invalid')
    this.expired = expired
  }
}

/** The keys cannot be fetched or used. This says nothing about the token. */
export class KeysUnreachable extends Error {
  constructor(cause: unknown) {
    super('public keys unreachable', { cause })
  }
}

/** Signs an access token: RS256, valid for 8 hours, nbf 10 s before iat. `issuedAt` is in UNIX seconds. */
export async function signAccessToken(ring: KeyRing, claims: Claims, issuedAt: number): Promise<string> {
  const { kid, privateKey } = ring.signingKey()
  return await new SignJWT({ data: claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt - NBF_OFFSET_SECONDS)
    .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
    .sign(privateKey)
}

/** Makes a verifier that uses the keys of a key file. */
export function tokenVerifier(ring: KeyRing): Verify {
  let published = ring.publicKeys()
  let find = createLocalJWKSet(published)
  return remember({
    edition: async () => {
      if (published !== ring.publicKeys()) {
        published = ring.publicKeys()
        find = createLocalJWKSet(published)
      }
      return published
    },
    find: (header, token) => find(header, token),
  })
}

/** Makes a verifier that uses the JWK Set at an address. Fetched keys are used for five minutes at most. */
export function remoteTokenVerifier(jwksUrl: string): Verify {
  const fetched = {} as JWKSCacheInput
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    cacheMaxAge: BELIEVED_MS,
    cooldownDuration: COOLDOWN_MS,
    timeoutDuration: TIMEOUT_MS,
    [jwksCache]: fetched,
  })
  let askedAt = 0
  const ask = async () => {
    askedAt = Date.now()
    await keys.reload()
  }
  return remember({
    edition: async () => {
      if (!keys.fresh) await ask().catch(unreachable)
      else if (Date.now() - askedAt >= REFRESH_MS) ask().catch(() => undefined)
      return fetched.jwks
    },
    find: (header, token) => keys(header, token).catch(unreachable),
  })
}

// A source of keys. `edition` returns another object whenever the keys may have changed.
interface KeySource {
  edition(): Promise<object | undefined>
  find: JWTVerifyGetKey
}

// Passes on the errors of jose that concern the token. Every other error concerns the fetching of keys.
function unreachable(error: unknown): never {
  const ofToken = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported]
  throw ofToken.some((kind) => error instanceof kind) ? error : new KeysUnreachable(error)
}

function remember(source: KeySource): Verify {
  let edition: object | undefined
  let known = new TokenCache<Session>()
  return async (token) => {
    const current = await source.edition()
    if (edition !== current) known = new TokenCache()
    edition = current
    // If the keys change during the verification, its result belongs to the old cache.
    const cache = known
    const seen = cache.get(token)
    if (seen !== undefined) return seen
    const session = await verify(token, source.find)
    cache.set(token, session, Math.min(session.expiresAt * 1000, Date.now() + BELIEVED_MS))
    return session
  }
}

async function verify(token: string, find: JWTVerifyGetKey): Promise<Session> {
  try {
    const { payload } = await jwtVerify(token, find, {
      algorithms: ['RS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['iat', 'nbf', 'exp'],
    })
    const { data, iat, exp } = Payload.parse(payload)
    return { claims: data, issuedAt: iat, expiresAt: exp }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError)
      throw new InvalidToken(error instanceof errors.JWTExpired)
    // Any other error concerns the keys, one of which may be unusable.
    throw error instanceof KeysUnreachable ? error : new KeysUnreachable(error)
  }
}
