import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { type ParsedMail, simpleParser } from 'mailparser'

export interface Envelope {
  /** With its angle brackets, as written; null when the mail has none. */
  messageId: string | null
  /** The address part, lower-case; null when there is not exactly one. */
  from: string | null
  subject: string
  /** The Date header as ISO 8601 in UTC; null when absent, unreadable or of an impossible year. */
  date: string | null
  /** Of the raw message, hexadecimal. */
  sha256: string
  /** Bytes. */
  size: number
}

// Bytes: more than any honest header; keeps a hostile one from costing anything.
const HEADER_LIMIT = 256 * 1024

/**
 * What the ledger keeps of every message, read from its header only: mails of unknown senders go no further, so
 * the body is not looked at. Never throws; what cannot be read is null or ''.
 */
export async function readEnvelope(raw: Buffer): Promise<Envelope> {
  const mail = await readHeader(raw)
  return {
    messageId: clean(mail?.messageId ?? '').slice(0, 998) || null,
    from: mail ? sender(mail) : null,
    subject: clean(mail?.subject ?? '').slice(0, 998),
    date: mail ? sentAt(mail) : null,
    sha256: createHash('sha256').update(raw).digest('hex'),
    size: raw.length,
  }
}

async function readHeader(raw: Buffer): Promise<ParsedMail | null> {
  const text = raw.subarray(0, HEADER_LIMIT).toString('latin1')
  const end = text.search(/\r?\n\r?\n/)
  const head = raw.subarray(0, end < 0 ? HEADER_LIMIT : end)
  try {
    // Header fields in plain bytes are UTF-8 (RFC 6532), or what Western programs wrote before.
    const lines = isUtf8(head) ? head : Buffer.from(head.toString('latin1'))
    return await simpleParser(Buffer.concat([lines, Buffer.from('\r\n\r\n')]))
  } catch {
    return null
  }
}

// Two From headers, or two addresses in one, is how a forger hides: then nobody is the sender.
function sender(mail: ParsedMail): string | null {
  const headers = mail.headerLines?.filter((line) => line.key === 'from') ?? []
  const [only, ...others] = mail.from?.value ?? []
  if (headers.length !== 1 || others.length > 0) return null
  return clean(only?.address ?? '').toLowerCase() || null
}

// RFC 5322; a day without a zone would be read in that of this machine. Some senders write RFC 3339 instead.
const written =
  /^(?:[a-z]{3,9}, ?)?\d{1,2} [a-z]{3} \d{2,4} \d\d:\d\d(?::\d\d)? ?(?:[+-]\d{4}|Z|UTC?|GMT|[ECMP][SD]T)$|^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

// From the header line: the library puts the present moment where the date is unreadable.
function sentAt(mail: ParsedMail): string | null {
  const line = mail.headerLines?.find((header) => header.key === 'date')?.line ?? ''
  const text = line
    .replace(/^date:/i, '')
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (!written.test(text)) return null
  const date = new Date(text)
  // A year that PostgreSQL does not read would keep the message out of the ledger, and hold up the next.
  const year = date.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? date.toISOString() : null
}

// PostgreSQL text holds neither NUL nor half a surrogate pair.
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}
