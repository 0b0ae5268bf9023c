import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { type ParsedMail, simpleParser } from 'mailparser'
import { pickFields } from './pick_fields.ts'

export interface Envelope {
  /** With its angle brackets, as written; a very long one cut, with its hash; null when the mail has none. */
  messageId: string | null
  /** The address part, lower-case; null when there is not exactly one. */
  from: string | null
  subject: string
  /** The Date header as ISO 8601 in UTC; null when absent, unreadable or of an impossible year. */
  date: string | null
  /** Of the raw message, hexadecimal. */
  sha256: string
  /** Of what follows the header, which is the same by whatever way the message comes. */
  body: string
  /** Bytes. */
  size: number
}

// Of the header, lower-case: what the envelope is made of.
const FIELDS = ['from', 'subject', 'date', 'message-id']
// Characters that the ledger keeps.
const ID_LENGTH = 500
const SUBJECT_LENGTH = 998
// Characters of a From line, with names and comments.
const SENDER_LENGTH = 2_000

/**
 * What the ledger keeps of every message, read from its header only: mails of unknown senders go no further, so
 * the body is not looked at. Never throws; what cannot be read is null or ''.
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
    // Header fields in plain bytes are UTF-8 (RFC 6532), or what Western programs wrote before.
    return await simpleParser(isUtf8(head) ? head : Buffer.from(head.toString('latin1')))
  } catch {
    return null
  }
}

// One that is too long for the ledger still tells its message from every other.
function identity(mail: ParsedMail | null): string | null {
  const id = clean(mail?.messageId ?? '')
  if (id.length <= ID_LENGTH) return id || null
  return `${id.slice(0, 400).toWellFormed()}… ${digest(id)}`
}

// Two From headers, two addresses in one, or more than an address can be: that is how a forger hides. Then nobody is the sender.
function sender(mail: ParsedMail): string | null {
  const [header, ...more] = mail.headerLines?.filter((line) => line.key === 'from') ?? []
  const [only, ...others] = mail.from?.value ?? []
  if (header === undefined || more.length > 0 || others.length > 0) return null
  const bare = header.line.replace(/"(?:[^"\\]|\\.)*"/g, '')
  if (header.line.length > SENDER_LENGTH || bare.split('<').length > 2) return null
  // Of ASCII only: the Kelvin sign, for one, is a K to toLowerCase.
  return clean(only?.address ?? '').replace(/[A-Z]/g, (letter) => letter.toLowerCase()) || null
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
