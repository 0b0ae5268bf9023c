import { isGreeting } from './greeting.ts'

/** A text body, taken apart by who wrote it. */
export interface OwnText {
  /** What the sender wrote himself, without his signature. */
  own: string
  /** What he forwards, without its header; '' when nothing. */
  forwarded: string
  /** All that he cites, forwarded or answered, without marks of citation; '' when nothing. */
  cited: string
}

// Between dashes, or with a colon, on a line of its own (Gmail, Thunderbird, Apple Mail).
const forward =
  /^[> \t]*(?:-{2,}\s*(?:Message (?:transféré|réexpédié)|Forwarded message|Weitergeleitete Nachricht|Messaggio inoltrato)\s*-{2,}|(?:Début du message (?:transféré|réexpédié)|Begin forwarded message|Anfang der weitergeleiteten Nachricht)\s*:)[ \t]*$/imu

// Where an answer begins to cite.
const answer =
  /^[ \t]*(?:Le|On|Am|Il)\b[^\n]{0,200}(?:\n[^\n]{0,200})?\b(?:a écrit|wrote|schrieb[^\n:]{0,100}|ha scritto)\s*:[ \t]*$/mu

// What Outlook sets above what it cites and above what it forwards alike: the head of the mail, from its sender to its subject, and
// mostly a line before.
const outlook = [
  /^[ \t]*-{2,}\s*(?:Message d.origine|Message original|Original Message|Ursprüngliche Nachricht|Messaggio originale)\s*-{2,}/imu,
  /^[ \t]*\*?(?:De|From|Von|Da)[ \t]*:[^\n]*\n(?=(?:[^\n]+\n){0,8}?[ \t]*\*?(?:Envoyé|Date|Sent|Gesendet|Inviato|À|A|To|An|Cc)[ \t]*:)(?:[ \t]*[^\s][^\n]*\n){1,12}?[ \t]*\*?(?:Objet|Subject|Betreff|Oggetto)[ \t]*:/imu,
]

const signature = /^--[ \t]*$/m

const head =
  /^[ \t]*\*?(?:De|From|Von|Da|Date|Datum|Data|Envoyé|Sent|Gesendet|Inviato|À|A|To|An|Pour|Cc|Objet|Subject|Sujet|Betreff|Oggetto|Répondre à|Reply-To|Antwort an|Importance|Priorité|Priority|Wichtigkeit|Pièces? jointes?|Attachments?|Anlagen?)[ \t]*:/iu
const subject = /^[ \t]*\*?(?:Objet|Subject|Betreff|Oggetto)[ \t]*:/iu

/** Tells what the sender of a text wrote from what he cites, by the marks that mail programs set. Lines end with LF. */
export function splitOwnText(text: string): OwnText {
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
    forwarded: findForwarded(text, { at, forwardAt, outlookAt, own }),
    cited: unquoted([...quotes, text.slice(written.length)].join('\n')),
  }
}

interface Marks {
  at: number
  forwardAt: number
  outlookAt: number
  own: string
}

function findForwarded(text: string, { at, forwardAt, outlookAt, own }: Marks): string {
  if (at < 0) return forwardAt < 0 ? '' : readForwarded(afterLine(text.slice(forwardAt)))
  // Outlook says of neither what it is: below nothing but a greeting there is no answer.
  if (at !== outlookAt || !isGreeting(own)) return ''
  const cited = text.slice(outlookAt)
  return readForwarded(outlook[0]?.test(firstLine(cited)) ? afterLine(cited) : cited)
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

// Without the head of the mail, whose addresses may go on in lines of their own up to the subject. What it forwards itself, below
// nothing but a greeting, is forwarded too.
function readForwarded(text: string): string {
  const lines = unquoted(text).split('\n')
  let at = Math.max(
    lines.findIndex((line) => line.trim() !== ''),
    0,
  )
  if (head.test(lines[at] ?? '')) {
    const blank = lines.findIndex((line, index) => index > at && line.trim() === '')
    const end = lines.findIndex((line, index) => index > at && subject.test(line))
    if (end > 0 && (blank < 0 || end < blank)) at = end
  }
  while (head.test(lines[at] ?? '')) at += 1
  const inner = splitOwnText(lines.slice(at).join('\n'))
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
