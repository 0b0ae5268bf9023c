import { isGreeting } from './greeting.ts'

/** A text body, split by author. */
interface OwnText {
  /** The sender's own text, without signature. */
  own: string
  /** The forwarded text, without its header; '' when there is none. */
  forwarded: string
  /** All cited text, forwarded or answered, without marks of citation; '' when there is none. */
  cited: string
}

// The line above a forwarded text: words between dashes, or with a colon (Gmail, Thunderbird, Apple Mail).
const forward =
  /^[> \t]*(?:-{2,}\s*(?:(?:Message|Mail|Courriel) (?:transféré|réexpédié)|Forwarded message|Weitergeleitete (?:Nachricht|Mail)|Messaggio inoltrato)\s*-{2,}|(?:Début du message (?:transféré|réexpédié)|Begin forwarded message|Anfang der weitergeleiteten Nachricht|Inizio (?:del )?messaggio inoltrato)\s*:)[ \t]*$/imu

// The line before an answer's citation.
const answer =
  /^[ \t]*(?:Le|On|Am|Il)\b[^\n]{0,200}(?:\n[^\n]{0,200})?\b(?:a écrit|wrote|schrieb[^\n:]{0,100}|ha scritto)\s*:[ \t]*$/mu

// Outlook writes the same above cited and forwarded text: the mail's head from sender to subject, and mostly
// a line before.
const outlook = [
  /^[ \t]*-{2,}\s*(?:Message d.origine|Message original|Original Message|(?:Ursprüngliche|Originale?) ?(?:Nachricht|Mail)|Messaggio originale)\s*-{2,}/imu,
  /^[ \t]*\*?(?:De|From|Von|Da)[ \t]*:[^\n]*\n(?=(?:[^\n]+\n){0,8}?[ \t]*\*?(?:Envoyé|Date|Sent|Gesendet|Inviato|À|A|To|An|Cc)[ \t]*:)(?:[ \t]*[^\s][^\n]*\n){1,12}?[ \t]*\*?(?:Objet|Subject|Betreff|Oggetto)[ \t]*:/imu,
  // GMX and others write the date, or the subject, before the sender.
  /^[ \t]*\*?(?:Envoyé(?: le)?|Date|Sent|Gesendet|Inviato|Data|Datum|Objet|Sujet|Subject|Betreff|Oggetto)[ \t]*:[^\n]*\n(?=(?:[ \t]*[^\s][^\n]*\n){0,4}?[ \t]*\*?(?:De|From|Von|Da)[ \t]*:)(?:[ \t]*[^\s][^\n]*\n){1,8}?[ \t]*\*?(?:À|A|To|An|Pour|Objet|Sujet|Subject|Betreff|Oggetto)[ \t]*:/imu,
]

const signature = /^--[ \t]*$/m

const head =
  /^[ \t]*\*?(?:De|From|Von|Da|Date|Datum|Data|Envoyé|Sent|Gesendet|Inviato|À|A|To|An|Pour|Cc|Objet|Subject|Sujet|Betreff|Oggetto|Répondre à|Reply-To|Antwort an|Importance|Priorité|Priority|Wichtigkeit|Pièces? jointes?|Attachments?|Anlagen?)[ \t]*:/iu
const subject = /^[ \t]*\*?(?:Objet|Subject|Betreff|Oggetto)[ \t]*:/iu

// Forwards within forwards that are read. Each means searching the rest of the text again.
const MOST_FORWARDS = 8

/** Separates a sender's own text from cited text by the marks of mail programs. Lines end with LF. */
export function splitOwnText(text: string): OwnText {
  return split(text, 0)
}

function split(text: string, depth: number): OwnText {
  const forwardAt = text.search(forward)
  const before = forwardAt < 0 ? text : text.slice(0, forwardAt)
  const answerAt = before.search(answer)
  const outlookAt = firstOf(before, outlook)
  const [at = -1] = [answerAt, outlookAt].filter((each) => each >= 0).sort((a, b) => a - b)
  const written = at < 0 ? before : before.slice(0, at)
  const own = withoutSignature(withoutQuotes(written))
  const quotes = written.split('\n').filter((line) => /^\s*>/.test(line))
  return {
    own,
    forwarded: findForwarded(text, { at, forwardAt, outlookAt, own, depth }),
    cited: unquoted([...quotes, text.slice(written.length)].join('\n')),
  }
}

interface Marks {
  at: number
  forwardAt: number
  outlookAt: number
  own: string
  depth: number
}

function findForwarded(text: string, { at, forwardAt, outlookAt, own, depth }: Marks): string {
  if (depth >= MOST_FORWARDS) return ''
  if (at < 0) return forwardAt < 0 ? '' : readForwarded(afterLine(text.slice(forwardAt)), depth)
  // Outlook does not tell a forwarded text from an answered one. Below a mere greeting, the text was forwarded.
  if (at !== outlookAt || !isGreeting(own)) return ''
  const cited = text.slice(outlookAt)
  return readForwarded(outlook[0]?.test(firstLine(cited)) ? afterLine(cited) : cited, depth)
}

function firstOf(text: string, marks: RegExp[]): number {
  const found = marks.map((mark) => text.search(mark)).filter((at) => at >= 0)
  return found.length > 0 ? Math.min(...found) : -1
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

function afterLine(text: string): string {
  return text.slice(firstLine(text).length + 1)
}

// Removes the head of the mail, whose addresses may continue on further lines up to the subject. What the
// forwarded mail itself forwards below a mere greeting is forwarded too.
function readForwarded(text: string, depth: number): string {
  const lines = unquoted(text).split('\n')
  let at = Math.max(
    lines.findIndex((line) => line.trim() !== ''),
    0,
  )
  if (head.test(lines[at] ?? '')) {
    const blank = lines.findIndex((line, index) => index > at && line.trim() === '')
    const end = lines.findIndex((line, index) => index >= at && subject.test(line))
    if (end >= at && (blank < 0 || end < blank)) at = end
  }
  while (head.test(lines[at] ?? '')) at += 1
  const inner = split(lines.slice(at).join('\n'), depth + 1)
  return inner.forwarded !== '' && isGreeting(inner.own) ? inner.forwarded : inner.own
}

function withoutSignature(text: string): string {
  const at = text.search(signature)
  return at < 0 ? text : text.slice(0, at)
}

function withoutQuotes(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')
}

function unquoted(text: string): string {
  return text.replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
}
