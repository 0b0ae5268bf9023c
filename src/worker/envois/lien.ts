import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

const TOKEN_BYTES = 16

/**
 * Makes the tokens of links in messages: 128 bits, always the same for a device and a lot. So a message that is sent
 * again, because its service did not answer, has the link of the first one, and nothing but a hash is stored.
 * @param key MAILBOX_KEY, in base64
 */
export function linkTokens(key: string): (sis: string, lot: string, appareil: number) => string {
  const secret = createSecretKey(
    Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'caserne lien', 32)),
  )
  return (sis, lot, appareil) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([sis, lot, appareil]))
      .digest()
      .subarray(0, TOKEN_BYTES)
      .toString('base64url')
}

/** The link of a message. Its token begins with the key of the SIS, whose policies it is looked up under. */
export function linkTo(base: string, sis: string, token: string): string {
  return `${base}/r/${sis}.${token}`
}
