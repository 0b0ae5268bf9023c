import { z } from 'zod'

/** How long an access token lives. A key that no longer signs must verify for as long. */
export const TOKEN_LIFETIME_SECONDS = 8 * 3600

const MINUTE_MS = 60_000
// Twice the 5 minutes for which clients keep the JWKS: every client knows a key before it signs.
const PUBLISHED_BEFORE_MS = 10 * MINUTE_MS
// How long a key is kept after its last token has expired, because clocks differ.
const MARGIN_MS = 10 * MINUTE_MS
const MODULUS_BYTES = 256
// Finite, so that instants can be subtracted.
const NEVER = Number.MAX_SAFE_INTEGER

const octets = z.base64url().min(1)

/**
 * A key of the file: an RSA key (RFC 7517), with the times of its publication and first signature. A key without `d`
 * is public.
 */
export const StoredKey = z.object({
  kty: z.literal('RSA'),
  kid: z.string().min(1),
  use: z.literal('sig').default('sig'),
  alg: z.literal('RS256').default('RS256'),
  n: octets.refine((text) => Buffer.from(text, 'base64url').length >= MODULUS_BYTES, '2048 bits au moins'),
  e: octets,
  d: octets.exactOptional(),
  p: octets.exactOptional(),
  q: octets.exactOptional(),
  dp: octets.exactOptional(),
  dq: octets.exactOptional(),
  qi: octets.exactOptional(),
  published_at: z.iso.datetime({ offset: true }).exactOptional(),
  /** Absent: not decided yet. */
  signs_from: z.iso.datetime({ offset: true }).exactOptional(),
})
export type StoredKey = z.infer<typeof StoredKey>

/** A key file: a JWK Set of at least one key, each with its own `kid`. */
export const KeySet = z.object({
  keys: z
    .array(StoredKey)
    .min(1)
    .refine((keys) => new Set(keys.map((key) => key.kid)).size === keys.length, 'deux clés ont le même kid'),
})

/**
 * The keys after a change, and the key that signs next, with its time. `changed` is false when there was nothing to
 * do.
 */
export interface KeyPlan {
  keys: StoredKey[]
  kid: string
  signsFrom: Date
  changed: boolean
}

/**
 * The key that signs: the last one whose time has come. If this clock is behind the clock that made the keys and no
 * time has come, the first one. Undefined when no private key has a time to sign from.
 */
export function signingKeyAt(keys: StoredKey[], now: number): StoredKey | undefined {
  const planned = keys
    .filter((key) => key.d !== undefined && key.signs_from !== undefined)
    .sort((a, b) => signsFrom(a) - signsFrom(b))
  return planned.findLast((key) => signsFrom(key) <= now) ?? planned[0]
}

/** The keys whose tokens may still be valid, and the future keys, in the order in which they sign. */
export function verifyingKeysAt(keys: StoredKey[], now: number): StoredKey[] {
  const endOf = (key: StoredKey) => {
    const later = keys.map(signsFrom).filter((instant) => instant > signsFrom(key))
    return Math.min(...later) + TOKEN_LIFETIME_SECONDS * 1000 + MARGIN_MS
  }
  return keys.filter((key) => now < endOf(key)).sort((a, b) => signsFrom(a) - signsFrom(b))
}

/**
 * Lets the next key sign once it has been public for ten minutes, adds a new next key, and drops keys whose tokens
 * have all expired. Changes nothing while a key is already waiting for its time.
 */
export function rotate(keys: StoredKey[], [first, second]: [StoredKey, StoredKey], now: number): KeyPlan {
  const waiting = keysToCome(keys, now).find((key) => key.signs_from !== undefined)
  if (waiting) return { keys, kid: waiting.kid, signsFrom: new Date(signsFrom(waiting)), changed: false }
  const next = keysToCome(keys, now)[0] ?? first
  const publishedAt = next.published_at === undefined ? now : Date.parse(next.published_at)
  const from = new Date(Math.max(now, publishedAt + PUBLISHED_BEFORE_MS))
  const others = verifyingKeysAt(keys, now).filter((key) => key !== next)
  return { keys: [...others, signing(next, from), second], kid: next.kid, signsFrom: from, changed: true }
}

/** Lets the next key sign at once, and drops the current key and all before it: their tokens become invalid. */
export function revokeCurrent(
  keys: StoredKey[],
  [first, second]: [StoredKey, StoredKey],
  now: number,
): KeyPlan {
  const [next = first, ...others] = keysToCome(keys, now)
  const after = others.length > 0 ? others : [second]
  const from = new Date(now)
  return { keys: [signing(next, from), ...after], kid: next.kid, signsFrom: from, changed: true }
}

// Private keys that do not sign yet, the next one first.
function keysToCome(keys: StoredKey[], now: number): StoredKey[] {
  const current = signingKeyAt(keys, now)
  return verifyingKeysAt(keys, now).filter(
    (key) => key !== current && key.d !== undefined && signsFrom(key) > now,
  )
}

function signing(key: StoredKey, from: Date): StoredKey {
  return { ...key, signs_from: from.toISOString() }
}

function signsFrom(key: StoredKey): number {
  return key.signs_from === undefined ? NEVER : Date.parse(key.signs_from)
}
