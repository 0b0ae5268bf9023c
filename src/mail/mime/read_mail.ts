import { hasKnownCode } from '../report/known_code.ts'
import type { Attachment, Mail } from '../report/parser.ts'
import { decodeText } from './decode_text.ts'
import { firstTags, htmlText, withoutLinks } from './html_text.ts'
import { type Part, readParts } from './read_parts.ts'
import { charsetFault, showsPictures, textFault } from './text_fault.ts'
import { unflow } from './unflow.ts'

/** A message, prepared for the parsers. */
export interface Reading {
  /**
   * French reason why the message is no alarm whatever it says, such as a bounce or an automatic answer; null
   * if it may be one.
   */
  automatic: string | null
  /** Whether it is an appointment of a calendar, whose text is none of an alarm. */
  invitation: boolean
  /** French reason why the message cannot be read whole, such as encryption; null if it can. */
  unread: string | null
  /** The part of `unread` that is a gap beside an alarm: an end that is missing, a sealed part. */
  lost: string | null
  /** Whether there is nothing in it: no text, no attachment, and no subject that says anything. */
  empty: boolean
  /** French reason why its text may not be what was sent; null if nothing suggests it. */
  damaged: string | null
  /** The message itself: its plain text, then its HTML if that differs. */
  mails: Mail[]
  /** Attachments that are neither text nor message; a parser may read some of them. */
  files: Attachment[]
  /** Attached texts and messages. */
  enclosed: Reading[]
}

// Characters. An alarm has a few thousand, in HTML mostly layout.
const LENGTH_LIMIT = 1_000_000
// Characters that text parsers read.
const READ_LIMIT = 100_000
// Depth of messages within messages.
const DEPTH_LIMIT = 4
const TOO_DEEP = 'Un message joint est dans trop d’autres pour être lu.'
// Attached texts and messages that are read, each as a mail of its own.
const MOST_ENCLOSED = 100
const TOO_MANY = 'Le message a trop de textes joints pour qu’ils soient tous lus.'
const PICTURES = 'Le message n’est fait que d’images, qui ne sont pas lues.'

// Faults of a text whose letters may be others than those that were sent.
const garbled = /base64|quoted-printable|codé/

const EMPTY: Reading = {
  automatic: null,
  invitation: false,
  unread: null,
  lost: null,
  empty: false,
  damaged: null,
  mails: [],
  files: [],
  enclosed: [],
}

/**
 * Splits a raw message (RFC 822) for the parsers.
 * @throws when the message cannot be split.
 */
export async function readMail(raw: Buffer, depth = 0): Promise<Reading> {
  const root = await readParts(raw)
  const leaves = leavesOf(root)
  const { plain, html, linked, faults } = await readBody(root)
  const attached = leaves.filter((part) => !isBody(part))
  const enclosed: Reading[] = []
  const files: Attachment[] = []
  for (const part of attached) {
    const reading = enclosed.length > MOST_ENCLOSED ? null : await readEnclosed(part, depth)
    if (reading === null) files.push(toAttachment(part))
    else enclosed.push(enclosed.length < MOST_ENCLOSED ? reading : { ...EMPTY, unread: TOO_MANY })
  }
  const bodies = leaves.filter(isBody)
  const subject = root.header('subject').trim()
  const lost = sealKind(root, leaves, plain) ?? root.fault
  return {
    automatic: automaticKind(root, leaves),
    invitation: isInvitation(leaves),
    unread: lost ?? faults[0] ?? null,
    lost,
    empty: attached.length === 0 && `${plain}${html}`.trim() === '' && saysNothing(subject),
    damaged: bodies.map(({ fault }) => fault).find((fault) => fault !== null && garbled.test(fault)) ?? null,
    mails: [
      { subject, text: plain, linked, attachments: attached.map(toAttachment) },
      ...(html === plain ? [] : [{ subject, text: html, linked, attachments: [] }]),
    ],
    files,
    enclosed,
  }
}

// A few words without a figure or a code, such as "Alarme" or "Essai vide".
function saysNothing(subject: string): boolean {
  const words = subject.split(/\s+/)
  return words.length <= 4 && !/[\d;]/.test(subject) && !words.some(hasKnownCode)
}

function leavesOf(part: Part): Part[] {
  return part.parts.length > 0 ? part.parts.flatMap(leavesOf) : [part]
}

// A part that is shown when the mail is opened. A file that claims to be JSON is not shown, whatever its
// type.
function isBody({ contentType, attached, filename }: Part): boolean {
  return /^text\/(?:plain|html)$/.test(contentType) && !attached && !/\.json$/i.test(filename)
}

interface Body {
  plain: string
  html: string
  /** `html` with the addresses of its links. */
  linked: string
  /** The form of the text; null with '' when there is none. */
  kind: 'plain' | 'html' | null
  /** Reasons why part of it counts as not read. */
  faults: string[]
}

// The text of a message in both forms: as programs show plain text, and as programs show HTML.
async function readBody(part: Part): Promise<Body> {
  if (part.parts.length === 0) return await readLeaf(part)
  const bodies: Body[] = []
  for (const each of part.parts) bodies.push(await readBody(each))
  const shown = bodies.filter(({ plain, html }) => plain.trim() !== '' || html.trim() !== '')
  const kind = shown[0]?.kind ?? null
  const faults = bodies.flatMap((body) => body.faults)
  if (part.contentType !== 'multipart/alternative') {
    return {
      plain: joined(shown, 'plain'),
      html: joined(shown, 'html'),
      linked: joined(shown, 'linked'),
      kind,
      faults,
    }
  }
  // Some senders add an empty text part to an HTML mail.
  const plain = shown.find((body) => body.kind === 'plain') ?? shown[0]
  const html = shown.findLast((body) => body.kind === 'html') ?? plain
  return {
    plain: plain?.plain ?? '',
    html: html?.html ?? '',
    linked: html?.linked ?? '',
    kind: plain?.kind ?? null,
    faults,
  }
}

function joined(bodies: Body[], as: 'plain' | 'html' | 'linked'): string {
  return bodies.map((body) => body[as]).join('\n')
}

async function readLeaf(part: Part): Promise<Body> {
  if (!isBody(part)) return { plain: '', html: '', linked: '', kind: null, faults: [] }
  const { text, linked, faults } = await textOf(part)
  return {
    plain: text,
    html: text,
    linked,
    kind: part.contentType === 'text/html' ? 'html' : 'plain',
    faults,
  }
}

async function textOf(part: Part): Promise<{ text: string; linked: string; faults: string[] }> {
  const decoded = decodeText(part.content, part.charset)
  const source = decoded.slice(0, LENGTH_LIMIT).replace(/\r\n?/g, '\n')
  const html = part.contentType === 'text/html' || /\.html?$/i.test(part.filename)
  const plain = part.flowed === 'no' ? source : unflow(source, part.flowed === 'delsp')
  const read = html ? firstTags(source) : source
  const linked = html ? htmlText(read) : plain
  const text = html ? withoutLinks(linked) : plain
  const picture = html && text.trim() === '' && showsPictures(source) ? PICTURES : null
  const faults = [
    part.fault,
    charsetFault(part.content, part.charset),
    textFault(decoded, LENGTH_LIMIT),
    textFault(source, read.length),
    textFault(text, READ_LIMIT),
    picture,
  ]
  return { text, linked, faults: faults.filter((fault) => fault !== null) }
}

function toAttachment({ filename, contentType, charset, content, attached, header }: Part): Attachment {
  return { filename, contentType, charset, content, shown: !attached && header('content-id') !== '' }
}

async function readEnclosed(part: Part, depth: number): Promise<Reading | null> {
  const { contentType, filename, content } = part
  if (/^message\/(?:rfc822|global)$/.test(contentType) || /\.eml$/i.test(filename)) {
    return depth < DEPTH_LIMIT ? await readMail(content, depth + 1) : { ...EMPTY, unread: TOO_DEEP }
  }
  const named = contentType === 'application/octet-stream' && /\.(?:txt|html?)$/i.test(filename)
  if (!named && !/^text\/(?:plain|html)$/.test(contentType)) return null
  if (/\.json$/i.test(filename)) return null
  const { text, linked, faults } = await textOf(part)
  return { ...EMPTY, unread: faults[0] ?? null, mails: [{ text, linked, attachments: [] }] }
}

// Alarms themselves may have `Auto-Submitted: auto-generated`.
function automaticKind(root: Part, leaves: Part[]): string | null {
  if (/^\s*auto-replied\b/i.test(root.header('auto-submitted'))) return 'Réponse automatique.'
  if (root.contentType === 'multipart/report') {
    const kinds = leaves.map(({ contentType }) => contentType)
    if (kinds.includes('message/delivery-status')) return 'Avis de remise ou de non-remise d’un message.'
    if (kinds.includes('message/disposition-notification')) return 'Accusé de lecture.'
    return 'Avis automatique d’un serveur de messagerie.'
  }
  return null
}

// An invitation names a place and a subject as an alarm does.
function isInvitation(leaves: Part[]): boolean {
  return leaves.some(({ contentType }) => contentType === 'text/calendar')
}

function sealKind(root: Part, leaves: Part[], text: string): string | null {
  const has = (type: RegExp) => leaves.find(({ contentType }) => type.test(contentType))
  const smime = has(/^application\/(?:x-)?pkcs7-mime$/)
  if (smime) {
    const signed = /smime-type="?signed-data/i.test(smime.header('content-type'))
    return signed
      ? 'Le message est signé de façon opaque (S/MIME) : il n’a pas pu être lu.'
      : 'Le message est chiffré (S/MIME) : il n’a pas pu être lu.'
  }
  if (root.contentType === 'multipart/encrypted' || /^-----BEGIN PGP MESSAGE-----/m.test(text)) {
    return 'Le message est chiffré (PGP) : il n’a pas pu être lu.'
  }
  const tnef =
    has(/^application\/(?:vnd\.)?ms-tnef$/) ?? leaves.find(({ filename }) => /^winmail\.dat$/i.test(filename))
  return tnef === undefined
    ? null
    : 'Le contenu est dans un fichier winmail.dat (Outlook), qui n’a pas pu être lu.'
}
