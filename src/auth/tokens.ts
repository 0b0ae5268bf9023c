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
// Of a JWKS address: asked again this often, so that it may be gone for the rest of the time that its keys are believed.
const REFRESH_MS = 60_000
// A token with a kid that is not known makes it asked at once, but not more often than this.
const COOLDOWN_MS = 10_000
const TIMEOUT_MS = 5_000

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

const Payload = z.object({ iat: z.int(), exp: z.int(), data: Claims })

/** A verified access token; times in UNIX seconds. */
export interface Session {
  claims: Claims
  issuedAt: number
  expiresAt: number
}

/**
 * Verifies an access token: signature, algorithm, issuer, audience, times and shape. What was found is remembered by the token's
 * hash: for so many tokens, five minutes at most, never past its end, and not beyond a change of keys.
 * @throws InvalidToken, KeysUnreachable
 */
export type Verify = (token: string) => Promise<Session>

/** The token is not good; `expired` tells the one case that a client may mend by refreshing. */
export class InvalidToken extends Error {
  readonly expired: boolean
  constructor(expired: boolean) {
    super(expired ? 'token expired' : 'token invalid')
    this.expired = expired
  }
}

/** The keys cannot be had or used, which tells nothing about the token. */
export class KeysUnreachable extends Error {
  constructor(cause: unknown) {
    super('public keys unreachable', { cause })
  }
}

/** Signs an access token: RS256, valid for 8 hours, nbf 10 s before iat. `issuedAt` in UNIX seconds. */
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

/** Verifies with the keys of a ring. */
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

/** Verifies with the keys that an address answers as JWK Set; they are believed for five minutes. */
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

// Where keys are found; `edition` is another object each time that they may have changed.
interface KeySource {
  edition(): Promise<object | undefined>
  find: JWTVerifyGetKey
}

// What jose says of the token itself, all else being about how the keys are come by.
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
    // Held on to: where keys change meanwhile, what the old ones said is not to be kept.
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
    // Else it is the keys, of which one may turn out unusable.
    throw error instanceof KeysUnreachable ? error : new KeysUnreachable(error)
  }
}
