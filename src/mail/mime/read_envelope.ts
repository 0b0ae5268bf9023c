import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { type ParsedMail, simpleParser } from 'mailparser'
import { pickFields } from './pick_fields.ts'

export interface Envelope {
  /** As written, with angle brackets; a very long one is cut and gets its hash; null when there is none. */
  messageId: string | null
  /** The address, lower-case; null unless there is exactly one. */
  from: string | null
  subject: string
  /** The Date header as ISO 8601 in UTC; null when it is absent, unreadable or has an impossible year. */
  date: string | null
  /** Hash of the raw message, hexadecimal. */
  sha256: string
  /** Hash of the body, which is the same whatever way the message took. */
  body: string
  /** Bytes. */
  size: number
}

// The header fields of the envelope, lower-case.
const FIELDS = ['from', 'subject', 'date', 'message-id']
// Characters that the ledger stores.
const ID_LENGTH = 500
const SUBJECT_LENGTH = 998
// Characters of a From line, with names and comments.
const SENDER_LENGTH = 2_000

/**
 * Reads what the ledger stores of every message from its header alone, because mails of unknown senders are
 * not read further. Never throws; unreadable fields are null or ''.
 */
export async function readEnvelope(raw: Buffer): Promise<Envelope> {
  const mail = await readHeader(raw)
  return {
    messageId: identity(mail),
    from: mail ? sender(mail) : null,
    subject: clean(mail?.subject ?? '')
      .slice(0, SUBJECT_LENGTH)
      .toWellFormed(),
    date: mail ? sentAt(mail) : null,
    sha256: digest(raw),
    body: digest(bodyOf(raw)),
    size: raw.length,
  }
}

function digest(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function bodyOf(raw: Buffer): Buffer {
  const ends = [raw.indexOf('\n\r\n'), raw.indexOf('\n\n')].filter((end) => end >= 0)
  return ends.length === 0 ? Buffer.alloc(0) : raw.subarray(Math.min(...ends))
}

async function readHeader(raw: Buffer): Promise<ParsedMail | null> {
  const head = pickFields(raw, FIELDS)
  try {
    // Unencoded header fields are UTF-8 (RFC 6532), or Latin-1 of older Western programs.
    return await simpleParser(isUtf8(head) ? head : Buffer.from(head.toString('latin1')))
  } catch {
    return null
  }
}

// An id that is too long for the ledger still identifies its message.
function identity(mail: ParsedMail | null): string | null {
  const id = clean(mail?.messageId ?? '')
  if (id.length <= ID_LENGTH) return id || null
  return `${id.slice(0, 400).toWellFormed()}… ${digest(id)}`
}

// Two From headers, two addresses in one, or an overlong address are ways to hide a forged sender. Then the
// mail has no sender.
function sender(mail: ParsedMail): string | null {
  const [header, ...more] = mail.headerLines?.filter((line) => line.key === 'from') ?? []
  const [only, ...others] = mail.from?.value ?? []
  if (header === undefined || more.length > 0 || others.length > 0) return null
  const bare = header.line.replace(/"(?:[^"\\]|\\.)*"/g, '')
  if (header.line.length > SENDER_LENGTH || bare.split('<').length > 2) return null
  // ASCII only: toLowerCase makes a k of the Kelvin sign, for example.
  return clean(only?.address ?? '').replace(/[A-Z]/g, (letter) => letter.toLowerCase()) || null
}

// RFC 5322, with a zone: a date without one would be read in this machine's. Some senders write RFC 3339
// instead.
const written =
  /^(?:[a-z]{3,9}, ?)?\d{1,2} [a-z]{3} \d{2,4} \d\d:\d\d(?::\d\d)? ?(?:[+-]\d{4}|Z|UTC?|GMT|[ECMP][SD]T)$|^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

// Read from the header line, because the library answers the present time for an unreadable date.
function sentAt(mail: ParsedMail): string | null {
  const line = mail.headerLines?.find((header) => header.key === 'date')?.line ?? ''
  const text = line
    .replace(/^date:/i, '')
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (!written.test(text)) return null
  const date = new Date(text)
  // A year that PostgreSQL cannot read would keep the message out of the ledger and delay the next ones.
  const year = date.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? date.toISOString() : null
}

// PostgreSQL's text can hold neither NUL nor half a surrogate pair.
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}
