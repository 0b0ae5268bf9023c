/** A text body, taken apart by who wrote it. */
export interface OwnText {
  /** What the sender wrote himself, without his signature. */
  own: string
  /** What he forwards as such, without its header; '' when nothing. */
  forwarded: string
  /** All that he cites, forwarded or answered, without marks of citation; '' when nothing. */
  cited: string
}

// Between dashes, or with a colon, on a line of its own (Gmail, Thunderbird, Apple Mail).
const forward =
  /^[> \t]*(?:-{2,}\s*(?:Message transféré|Message réexpédié|Forwarded message)\s*-{2,}|(?:Début du message (?:transféré|réexpédié)|Begin forwarded message)\s*:)[ \t]*$/imu

// Where an answer begins to cite.
const answers = [
  /^[ \t]*(?:Le|On|Am|Il)\b[^\n]{0,200}(?:\n[^\n]{0,200})?\b(?:a écrit|wrote|schrieb[^\n:]{0,100}|ha scritto)\s*:[ \t]*$/mu,
  /^[ \t]*-{2,}\s*(?:Message d.origine|Message original|Original Message|Ursprüngliche Nachricht)\s*-{2,}/imu,
  // Outlook: the head of the cited mail, from its sender to its subject.
  /^[ \t]*\*?(?:De|From|Von)\s*:[^\n]*\n(?:[ \t]*\*?(?:Envoyé|Date|Sent|Gesendet|À|A|To|An|Cc)\s*:[^\n]*\n){1,4}[ \t]*\*?(?:Objet|Subject|Betreff)\s*:/imu,
]

const signature = /^--[ \t]*$/m

const head = /^[ \t]*\*?(?:De|From|Date|Envoyé|Sent|À|A|To|Cc|Objet|Subject|Sujet|Répondre à|Reply-To)\s*:/iu

/** Tells what the sender of a text wrote from what he cites, by the marks that mail programs set. Lines end with LF. */
export function splitOwnText(text: string): OwnText {
  const forwardAt = text.search(forward)
  const before = forwardAt < 0 ? text : text.slice(0, forwardAt)
  const answerAt = firstOf(before, answers)
  const written = answerAt < 0 ? before : before.slice(0, answerAt)
  const own = withoutSignature(withoutQuotes(written))
  const rest = text.slice(written.length)
  const quotes = written.split('\n').filter((line) => /^\s*>/.test(line))
  return {
    own,
    forwarded: forwardAt < 0 || answerAt >= 0 ? '' : readForwarded(text.slice(forwardAt)),
    cited: unquoted([...quotes, rest].join('\n')),
  }
}

function firstOf(text: string, marks: RegExp[]): number {
  const found = marks.map((mark) => text.search(mark)).filter((at) => at >= 0)
  return found.length > 0 ? Math.min(...found) : -1
}

// Without the line that announces it and the head of the mail: the first line that is neither empty nor a header ends it.
function readForwarded(text: string): string {
  const [, ...lines] = unquoted(text).split('\n')
  let at = lines.findIndex((line) => line.trim() !== '')
  while (head.test(lines[at] ?? '')) at += 1
  return splitOwnText(lines.slice(Math.max(at, 0)).join('\n')).own
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
