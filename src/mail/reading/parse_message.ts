import { storable } from '../../text/storable.ts'
import { type Reading, readMail } from '../mime/read_mail.ts'
import { hasLink } from '../mime/text_fault.ts'
import { archiveKind, unreadFile } from '../mime/unread_file.ts'
import { isJson, parseJson } from '../parsers/json.ts'
import { isPdf, parseMobilisationReport } from '../parsers/mobilisation_report.ts'
import { parsePlainText } from '../parsers/plain_text.ts'
import { distinct } from '../report/distinct.ts'
import { errorKind } from '../report/error_kind.ts'
import type { Attachment, Mail, Parser } from '../report/parser.ts'
import { type Outcome, Report, withGaps } from '../report/report.ts'
import { beside } from './beside.ts'
import { failed, type ParsedMessage } from './parsed_message.ts'
import { ATTACHMENT_LIMIT, MESSAGE_LIMIT, TOO_LARGE, TooMuchMemory } from './reading_limits.ts'

// The formats; the first that recognises the mail wins. For a new alarm centre add one file in parsers/ and
// one line here.
const parsers: Parser[] = [
  { format: 'mobilisation_report', parse: parseMobilisationReport, reads: isPdf },
  { format: 'json', parse: parseJson, reads: isJson },
  { format: 'plain_text', parse: parsePlainText },
]

/**
 * Reads a mail of an alarm centre. Never throws: a fault inside a parser makes the message `failed` with a
 * French reason, so that it can be listed and read again.
 *
 * @param raw the message as received (RFC 822)
 */
export async function parseMessage(raw: Buffer): Promise<ParsedMessage> {
  if (raw.length > MESSAGE_LIMIT) return failed(TOO_LARGE)
  let reading: Reading
  try {
    reading = await readMail(raw)
  } catch (error) {
    return failed(undecoded(error))
  }
  const large = reading.mails
    .flatMap(({ attachments }) => attachments)
    .find(({ content }) => content.length > ATTACHMENT_LIMIT)
  if (large) {
    const name = large.filename === '' ? 'Une pièce jointe' : `La pièce jointe « ${large.filename} »`
    return failed(`${name} est trop grande (plus de 25 Mo).`)
  }
  return await judge(reading)
}

function undecoded(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EMAXLEN')
    return 'Le message a plus de parties, ou un en-tête plus long, qu’un message honnête.'
  return `Le message n’a pas pu être décodé (${errorKind(error)}).`
}

// The message itself comes first. Enclosed messages count if it is no alarm. Anything that is not certainly no alarm
// is `failed`, and people look at it.
async function judge(reading: Reading): Promise<ParsedMessage> {
  if (reading.automatic !== null) {
    return await judgeFiles(reading, { etat: 'ignored', raison: reading.automatic, format: null })
  }
  if (reading.invitation) return await judgeFiles(reading, failed('Rendez-vous de calendrier.'))
  const own = best(await outcomesOf(reading.mails))
  if (own?.etat === 'alarm' && own.format === 'plain_text' && reading.damaged) return failed(reading.damaged)
  if (own?.etat === 'alarm') return withUnread(own, reading)
  const enclosed: ParsedMessage[] = []
  for (const each of reading.enclosed) enclosed.push(await judge(each))
  const telling = [...(own?.etat === 'failed' ? [own] : []), ...enclosed].filter(
    ({ etat, format }) => etat === 'alarm' || (etat === 'failed' && format),
  )
  const [first, ...others] = distinct(telling).toSorted((one, other) => rank(one) - rank(other))
  if (first) return beside(first, others)
  return findUnread(reading) ?? own ?? judgeRest(reading, enclosed)
}

// A mail in no known format. Its text may say anything, so only an empty one decides nothing.
function judgeRest({ mails, empty }: Reading, enclosed: ParsedMessage[]): ParsedMessage {
  const text = mails.map((mail) => mail.text).join('\n')
  const certain =
    text.trim() === '' ? (enclosed.find(({ etat }) => etat === 'failed') ?? enclosed[0]) : undefined
  if (certain) return certain
  if (empty) return { etat: 'ignored', raison: 'Le message est vide.', format: null }
  const linked = mails.some((mail) => hasLink(mail.text) || hasLink(mail.linked ?? ''))
  return failed(linked ? `${UNKNOWN} Un lien qu’il contient n’est pas suivi.` : UNKNOWN)
}

const UNKNOWN = 'Aucun format d’alarme reconnu.'

function rank({ etat }: ParsedMessage): number {
  return etat === 'alarm' ? 0 : 1
}

// An automatic answer or an invitation is no alarm, except for a report that comes with it.
async function judgeFiles({ mails }: Reading, otherwise: ParsedMessage): Promise<ParsedMessage> {
  const files = mails.map(({ attachments }) => ({ text: '', attachments }))
  const outcome = best(await outcomesOf(files))
  return outcome && outcome.etat !== 'ignored' ? outcome : otherwise
}

function findUnread({ unread, files, mails }: Reading): ParsedMessage | null {
  if (unread !== null) return failed(unread)
  const besideText = mails.some(({ text }) => text.trim() !== '')
  const [reason] = unreadFiles(files).flatMap((file) => unreadFile(file, besideText) ?? [])
  return reason === undefined ? null : failed(reason)
}

function unreadFiles(files: Attachment[]): Attachment[] {
  return files.filter((file) => !parsers.some(({ reads }) => reads?.(file)))
}

// An alarm goes out beside an archive, although the archive may hold more of it.
function withUnread(alarm: ParsedMessage & { etat: 'alarm' }, { files, lost }: Reading): ParsedMessage {
  const archives = unreadFiles(files)
    .filter(({ content }) => archiveKind(content) !== null)
    .map(({ filename }) => `Pièce jointe « ${filename} » non lue (archive).`)
  return { ...alarm, report: withGaps(alarm.report, [...(lost === null ? [] : [lost]), ...archives]) }
}

// An alarm in only one form of the text counts, and one with its place before one without.
function best(outcomes: ParsedMessage[]): ParsedMessage | undefined {
  return (
    outcomes.find(isPlaced) ??
    outcomes.find(({ etat }) => etat === 'alarm') ??
    outcomes.find(({ etat }) => etat !== 'ignored') ??
    outcomes[0]
  )
}

function isPlaced(outcome: ParsedMessage): boolean {
  return outcome.etat === 'alarm' && (outcome.format !== 'plain_text' || outcome.report.adresse !== '')
}

async function outcomesOf(mails: Mail[]): Promise<ParsedMessage[]> {
  const outcomes: ParsedMessage[] = []
  for (const mail of mails) {
    const outcome = await judgeParts(mail)
    if (outcome) outcomes.push(outcome)
    // A PDF or JSON that is no alarm decides for the whole mail.
    if (outcome && (outcome.format !== 'plain_text' || isPlaced(outcome))) break
  }
  return outcomes
}

// The first format that holds an alarm counts. What the others say against it is a gap.
async function judgeParts(mail: Mail): Promise<ParsedMessage | null> {
  const outcomes: ParsedMessage[] = []
  for (const parser of parsers) {
    const outcome = await outcomeOf(parser, mail)
    if (outcome) outcomes.push(outcome)
  }
  const first = best(outcomes)
  return first
    ? beside(
        first,
        outcomes.filter((each) => each !== first),
      )
    : null
}

async function outcomeOf({ format, parse }: Parser, mail: Mail): Promise<ParsedMessage | null> {
  try {
    const outcome = await parse(mail)
    return outcome && { ...checked(outcome), format }
  } catch (error) {
    if (error instanceof TooMuchMemory) return failed(error.message)
    return { ...failed(`Erreur du lecteur « ${format} » (${errorKind(error)}).`), format }
  }
}

// Checks the report's shape, and drops characters that the database cannot hold.
function checked(outcome: Outcome): Outcome {
  const copy: Outcome = JSON.parse(JSON.stringify(outcome), storable)
  if (copy.etat !== 'alarm') return copy
  const report = Report.safeParse(copy.report)
  if (report.success) return { etat: 'alarm', report: report.data }
  return failed(
    `Le champ « ${report.error.issues[0]?.path.join('.')} » dépasse ce qu’une alarme peut contenir.`,
  )
}
