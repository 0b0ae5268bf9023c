import { z } from 'zod'

/** How long an access token lives, and so how long a key that no longer signs must go on verifying. */
export const TOKEN_LIFETIME_SECONDS = 8 * 3600

const MINUTE_MS = 60_000
// Clients keep the JWKS for 5 minutes: twice that, and every one of them knows a key before it signs.
const PUBLISHED_BEFORE_MS = 10 * MINUTE_MS
// After its last token has expired: for clocks that differ.
const MARGIN_MS = 10 * MINUTE_MS
const MODULUS_BYTES = 256
// A number still, so that instants can be subtracted.
const NEVER = Number.MAX_SAFE_INTEGER

const octets = z.base64url().min(1)

/** A key as the file has it: an RSA key of RFC 7517, and when it was published and signs. Without `d` it is a public one. */
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
  /** Absent: it is not decided yet. */
  signs_from: z.iso.datetime({ offset: true }).exactOptional(),
})
export type StoredKey = z.infer<typeof StoredKey>

/** A file of keys: a JWK Set of one key at least, each of another name. */
export const KeySet = z.object({
  keys: z
    .array(StoredKey)
    .min(1)
    .refine((keys) => new Set(keys.map((key) => key.kid)).size === keys.length, 'deux clés ont le même kid'),
})

/** The keys after a change, and which of them signs from when. `changed` is false where nothing was to be done. */
export interface KeyPlan {
  keys: StoredKey[]
  kid: string
  signsFrom: Date
  changed: boolean
}

/**
 * The key that signs: of those that may by now, the last one. Where the clock is behind the one that made them, so that none may
 * yet, the first one. Undefined when no private key has a time to sign from.
 */
export function signingKeyAt(keys: StoredKey[], now: number): StoredKey | undefined {
  const planned = keys
    .filter((key) => key.d !== undefined && key.signs_from !== undefined)
    .sort((a, b) => signsFrom(a) - signsFrom(b))
  return planned.findLast((key) => signsFrom(key) <= now) ?? planned[0]
}

/** The keys whose tokens may still live, and those to come: in the order in which they sign. */
export function verifyingKeysAt(keys: StoredKey[], now: number): StoredKey[] {
  const endOf = (key: StoredKey) => {
    const later = keys.map(signsFrom).filter((instant) => instant > signsFrom(key))
    return Math.min(...later) + TOKEN_LIFETIME_SECONDS * 1000 + MARGIN_MS
  }
  return keys.filter((key) => now < endOf(key)).sort((a, b) => signsFrom(a) - signsFrom(b))
}

/**
 * Lets the next key sign as soon as it has been public for ten minutes, puts another behind it, and drops those whose tokens
 * have all ended. Where a key is waiting for its time already, all stays as it is.
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

/** Lets the next key sign at once and drops the one that signed, with all before it: their tokens end. */
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

// Private keys that do not sign yet, the one that is to be first in front.
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
