import type { Attachment, Mail } from '../report/parser.ts'
import { decodeText } from './decode_text.ts'
import { htmlText } from './html_text.ts'
import { type Part, readParts } from './read_parts.ts'
import { unflow } from './unflow.ts'

/** A message as the parsers may read it. */
export interface Reading {
  /** Why it is no alarm whatever it says (a bounce, an answer by itself), in French; null: it may be one. */
  automatic: string | null
  /** Why what it says cannot be read (encrypted, say), in French; null: it can. */
  sealed: string | null
  /** The message itself: as its plain text has it, then as its HTML, where that is something else. */
  mails: Mail[]
  /** Texts and messages that came with it as attachments. */
  enclosed: Reading[]
}

// Characters; an alarm has a few thousand, and in HTML most of them are layout.
const LENGTH_LIMIT = 1_000_000
// Messages within messages.
const DEPTH_LIMIT = 4

/**
 * Takes a raw message (RFC 822) apart for the parsers.
 * @throws when it cannot be told apart.
 */
export async function readMail(raw: Buffer, depth = 0): Promise<Reading> {
  const root = await readParts(raw)
  const leaves = leavesOf(root)
  const { plain, html } = await readBody(root)
  const attachments = leaves.filter((part) => !isBody(part)).map(toAttachment)
  const enclosed: Reading[] = []
  for (const part of leaves.filter((each) => !isBody(each))) {
    const reading = depth < DEPTH_LIMIT ? await readEnclosed(part, depth) : null
    if (reading) enclosed.push(reading)
  }
  return {
    automatic: automaticKind(root, leaves),
    sealed: sealKind(root, leaves, plain),
    mails: [{ text: plain, attachments }, ...(html === plain ? [] : [{ text: html, attachments: [] }])],
    enclosed,
  }
}

function leavesOf(part: Part): Part[] {
  return part.parts.length > 0 ? part.parts.flatMap(leavesOf) : [part]
}

// Shown to whoever opens the mail. A file that says it is JSON is none of it, whatever its type.
function isBody({ contentType, attached, filename }: Part): boolean {
  return /^text\/(?:plain|html)$/.test(contentType) && !attached && !/\.json$/i.test(filename)
}

interface Body {
  plain: string
  html: string
  /** Whether it was written in HTML; '' and null: neither. */
  kind: 'plain' | 'html' | null
}

// The text of a message, twice: as those see it whose program shows plain text, and as those see it whose shows HTML.
async function readBody(part: Part): Promise<Body> {
  if (part.parts.length === 0) return await readLeaf(part)
  const bodies: Body[] = []
  for (const each of part.parts) bodies.push(await readBody(each))
  const shown = bodies.filter(({ plain, html }) => plain.trim() !== '' || html.trim() !== '')
  const kind = shown[0]?.kind ?? null
  if (part.contentType !== 'multipart/alternative') {
    return { plain: joined(shown, 'plain'), html: joined(shown, 'html'), kind }
  }
  // Some senders add an empty text part to an HTML mail.
  const plain = shown.find((body) => body.kind === 'plain') ?? shown[0]
  const html = shown.findLast((body) => body.kind === 'html') ?? plain
  return { plain: plain?.plain ?? '', html: html?.html ?? '', kind: plain?.kind ?? null }
}

function joined(bodies: Body[], as: 'plain' | 'html'): string {
  return bodies.map((body) => body[as]).join('\n')
}

async function readLeaf(part: Part): Promise<Body> {
  if (!isBody(part)) return { plain: '', html: '', kind: null }
  const text = await textOf(part)
  return { plain: text, html: text, kind: part.contentType === 'text/html' ? 'html' : 'plain' }
}

async function textOf(part: Part): Promise<string> {
  const decoded = await decodeText(part.content, part.charset)
  const text = decoded.slice(0, LENGTH_LIMIT).replace(/\r\n?/g, '\n')
  if (part.contentType === 'text/html' || /\.html?$/i.test(part.filename)) return htmlText(text)
  return part.flowed === 'no' ? text : unflow(text, part.flowed === 'delsp')
}

function toAttachment({ filename, contentType, charset, content }: Part): Attachment {
  return { filename, contentType, charset, content }
}

async function readEnclosed(part: Part, depth: number): Promise<Reading | null> {
  const { contentType, filename, content } = part
  if (contentType === 'message/rfc822' || /\.eml$/i.test(filename)) return await readMail(content, depth + 1)
  const named = contentType === 'application/octet-stream' && /\.(?:txt|html?)$/i.test(filename)
  if (!named && !/^text\/(?:plain|html)$/.test(contentType)) return null
  if (/\.json$/i.test(filename)) return null
  return {
    automatic: null,
    sealed: null,
    mails: [{ text: await textOf(part), attachments: [] }],
    enclosed: [],
  }
}

// `Auto-Submitted: auto-generated` is what alarms themselves may bear.
function automaticKind(root: Part, leaves: Part[]): string | null {
  if (/^\s*auto-replied\b/i.test(root.header('auto-submitted'))) return 'Réponse automatique.'
  if (root.contentType === 'multipart/report') {
    const kinds = leaves.map(({ contentType }) => contentType)
    if (kinds.includes('message/delivery-status')) return 'Avis de remise ou de non-remise d’un message.'
    if (kinds.includes('message/disposition-notification')) return 'Accusé de lecture.'
    return 'Avis automatique d’un serveur de messagerie.'
  }
  const calendar = leaves.find(({ contentType }) => contentType === 'text/calendar')
  return calendar === undefined ? null : 'Rendez-vous de calendrier.'
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
