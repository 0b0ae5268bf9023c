import { storable } from '../../text/storable.ts'
import { type Reading, readMail } from '../mime/read_mail.ts'
import { archiveKind, unreadFile } from '../mime/unread_file.ts'
import { isJson, parseJson } from '../parsers/json.ts'
import { isPdf, parseMobilisationReport } from '../parsers/mobilisation_report.ts'
import { parsePlainText } from '../parsers/plain_text.ts'
import { distinct } from '../report/distinct.ts'
import { errorKind } from '../report/error_kind.ts'
import type { Attachment, Mail, Parser } from '../report/parser.ts'
import { type Outcome, Report, severalReports } from '../report/report.ts'
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

// The message itself comes first. Enclosed messages count if it is no alarm, and then exactly one of them
// must be one. Only a message that was read whole can be called no alarm.
async function judge(reading: Reading): Promise<ParsedMessage> {
  if (reading.automatic !== null) return await judgeAutomatic(reading, reading.automatic)
  const own = best(await outcomesOf(reading.mails))
  if (own?.etat === 'alarm' && own.format === 'plain_text' && reading.cutOff) return failed(reading.cutOff)
  if (own && own.etat !== 'ignored') return withArchives(own, reading.files)
  const enclosed: ParsedMessage[] = []
  for (const each of reading.enclosed) enclosed.push(await judge(each))
  const telling = distinct(
    enclosed.filter(({ etat, format }) => etat === 'alarm' || (etat === 'failed' && format)),
  )
  if (telling.length > 1) return failed(severalReports(telling.length))
  const [first] = telling
  if (first) return first
  const unread = findUnread(reading) ?? enclosed.find(({ etat }) => etat === 'failed')
  if (unread) return unread
  return own ?? enclosed.find(({ format }) => format !== null) ?? NOTHING
}

const NOTHING: ParsedMessage = { etat: 'ignored', raison: 'Aucun format d’alarme reconnu.', format: null }

// An automatic answer is no alarm, except for a report that comes with it.
async function judgeAutomatic({ mails }: Reading, raison: string): Promise<ParsedMessage> {
  const files = mails.map(({ attachments }) => ({ text: '', attachments }))
  const outcome = best(await outcomesOf(files))
  return outcome && outcome.etat !== 'ignored' ? outcome : { etat: 'ignored', raison, format: null }
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

// An alarm is kept beside an archive, although the archive may hold another alarm.
function withArchives(outcome: ParsedMessage, files: Attachment[]): ParsedMessage {
  const archives = unreadFiles(files).filter(({ content }) => archiveKind(content) !== null)
  if (outcome.etat !== 'alarm' || archives.length === 0) return outcome
  const notes = archives.map(({ filename }) => `Pièce jointe « ${filename} » non lue (archive).`)
  const { report } = outcome
  return { ...outcome, report: { ...report, avertissements: [...report.avertissements, ...notes] } }
}

// An alarm in only one form of the text counts.
function best(outcomes: ParsedMessage[]): ParsedMessage | undefined {
  return outcomes.find(({ etat }) => etat !== 'ignored') ?? outcomes[0]
}

async function outcomesOf(mails: Mail[]): Promise<ParsedMessage[]> {
  const outcomes: ParsedMessage[] = []
  for (const mail of mails) {
    const outcome = await firstOutcome(mail)
    if (outcome) outcomes.push(outcome)
    // A PDF or JSON that is no alarm decides for the whole mail.
    if (outcome && (outcome.etat !== 'ignored' || outcome.format !== 'plain_text')) break
  }
  return outcomes
}

// If one parser calls a mail no alarm and another reads an alarm, nobody knows which is right.
async function firstOutcome(mail: Mail): Promise<ParsedMessage | null> {
  let none: ParsedMessage | null = null
  for (const parser of parsers) {
    const outcome = await outcomeOf(parser, mail)
    if (!outcome) continue
    if (none && outcome.etat === 'alarm') return { ...failed(CONTRADICTION), format: outcome.format }
    if (outcome.etat !== 'ignored') return outcome
    none ??= outcome
  }
  return none
}

const CONTRADICTION = 'Le message contient une alarme, et un document qui n’en est pas une : à vérifier.'

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
