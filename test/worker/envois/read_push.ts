import { createDecipheriv, createHmac, type ECDH } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { importJWK, jwtVerify } from 'jose'

/** Keys with which a browser reads its messages. */
export interface Browser {
  privateKey: ECDH
  auth: Buffer
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
  const hash = createHmac('sha256', key)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Decrypts a message by RFC 8291 and RFC 8188, without the library that encrypts. */
export function decrypt(body: Buffer, { privateKey, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const theirs = body.subarray(21, 21 + length)
  const record = body.subarray(21 + length)
  const info = Buffer.concat([
    Buffer.from('WebPush: info\0'),
    privateKey.getPublicKey(),
    theirs,
    Buffer.of(1),
  ])
  const ikm = hmac(hmac(auth, privateKey.computeSecret(theirs)), info)
  const prk = hmac(salt, ikm)
  const key = hmac(prk, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
  const nonce = hmac(prk, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // Padding begins with 2 in the last record.
  return text.subarray(0, text.lastIndexOf(2))
}

/**
 * Why a push service at an origin refuses a request for a browser: what RFC 8030 asks for is missing, or the request is
 * not signed for this service (RFC 8292). Null when nothing is wrong.
 */
export async function pushFault(
  { method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  origin: string,
  id: string,
): Promise<string | null> {
  if (method !== 'POST' || !url?.startsWith('/send/')) return `${method} ${url}`
  if (!/^\d+$/.test(headers.ttl?.toString() ?? '')) return `${id}: no TTL`
  if (headers['content-encoding'] !== 'aes128gcm') return `${id}: ${headers['content-encoding']}`
  if (!/^[\w-]{1,32}$/.test(headers.topic?.toString() ?? '')) return `${id}: topic ${headers.topic}`
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'))
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256').catch(() => null)
  if (jwk === null) return `${id}: key ${key}`
  const { payload } = await jwtVerify(token, jwk, { audience: origin, algorithms: ['ES256'] }).catch(() => ({
    payload: null,
  }))
  if (payload === null || !payload.sub?.startsWith('mailto:')) return `${id}: token`
  return (payload.exp ?? Infinity) * 1_000 - Date.now() > 86_400_000 ? `${id}: lives too long` : null
}
