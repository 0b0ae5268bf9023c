import { createECDH, createHash } from 'node:crypto'
import ece from 'http_ece'
import { type CryptoKey, importJWK, type KeyObject, SignJWT } from 'jose'
import { z } from 'zod'
import type { PushKey } from './push_key.ts'

/** A push subscription, as the data server seals it. */
export const Abonnement = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() })
export type Abonnement = z.infer<typeof Abonnement>

/** Notification that the service worker of a browser shows. */
interface PushMessage {
  titre: string
  texte: string
  /** Target of a click. */
  lien: string
  /** A message replaces that of the same tag. */
  tag: string
}

/** A request to a push service. */
interface PushRequest {
  headers: Record<string, string | number>
  body: Buffer
}

// After that nobody needs to hear of an alarm.
const LIFETIME_SECONDS = 1_800
// A push service takes 4096 bytes (RFC 8030, 7.2): 86 are the header, 16 the tag and one the delimiter of
// the only record (RFC 8188, 2).
const LONGEST = 4_096 - 86 - 16 - 1
// A control character: \u0007.
const BYTES_OF_A_SIGN = 6
const TOKEN_HOURS = 12
const RENEWED_BEFORE_MS = 6 * 3_600_000

interface Token {
  text: Promise<string>
  until: number
}

/** Writes requests to push services (RFC 8030), encrypted for one browser (RFC 8291) and signed (RFC 8292). */
export class PushMessages {
  readonly #publicKey: string
  readonly #contact: string
  readonly #signingKey: Promise<CryptoKey | Uint8Array | KeyObject>
  readonly #tokens = new Map<string, Token>()

  /** @param contact for push services: `mailto:…` */
  constructor({ publicKey, privateKey }: PushKey, contact: string) {
    const point = Buffer.from(publicKey, 'base64url')
    this.#publicKey = publicKey
    this.#contact = contact
    this.#signingKey = importJWK(
      {
        kty: 'EC',
        crv: 'P-256',
        d: privateKey,
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
      'ES256',
    )
  }

  /** @throws if the subscription's keys are invalid */
  async write({ endpoint, p256dh, auth }: Abonnement, message: PushMessage): Promise<PushRequest> {
    const privateKey = createECDH('prime256v1')
    privateKey.generateKeys()
    const body = ece.encrypt(Buffer.from(fitting(message)), {
      version: 'aes128gcm',
      dh: p256dh,
      authSecret: auth,
      privateKey,
    })
    const token = await this.#tokenFor(new URL(endpoint).origin)
    return {
      headers: {
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: LIFETIME_SECONDS,
        Urgency: 'high',
        // A push service keeps one message of a topic for a browser that is away.
        Topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
        Authorization: `vapid t=${token}, k=${this.#publicKey}`,
      },
      body,
    }
  }

  // One token serves all messages to a service.
  async #tokenFor(origin: string): Promise<string> {
    const known = this.#tokens.get(origin)
    if (known !== undefined && known.until > Date.now()) return await known.text
    const text = this.#sign(origin)
    this.#tokens.set(origin, { text, until: Date.now() + TOKEN_HOURS * 3_600_000 - RENEWED_BEFORE_MS })
    return await text
  }

  async #sign(origin: string): Promise<string> {
    return await new SignJWT({})
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(origin)
      .setSubject(this.#contact)
      .setExpirationTime(`${TOKEN_HOURS}h`)
      .sign(await this.#signingKey)
  }
}

// The message as JSON. Its text is cut where the push service would refuse the whole.
function fitting(message: PushMessage): string {
  const signs = [...message.texte]
  let json = JSON.stringify(message)
  for (;;) {
    const over = Buffer.byteLength(json) - LONGEST
    if (over <= 0 || signs.length === 0) return json
    signs.length -= Math.min(signs.length, Math.ceil(over / BYTES_OF_A_SIGN))
    json = JSON.stringify({ ...message, texte: `${signs.join('')}…` })
  }
}
