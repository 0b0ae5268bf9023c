import { type Attachment as MailAttachment, type ParsedMail, simpleParser } from 'mailparser'
import { errorKind } from './error_kind.ts'
import { ATTACHMENT_LIMIT, MESSAGE_LIMIT, TOO_LARGE } from './message_limit.ts'
import type { Mail, Parser } from './parser.ts'
import { parseJson } from './parsers/json.ts'
import { parseMobilisationReport } from './parsers/mobilisation_report.ts'
import { parsePlainText } from './parsers/plain_text.ts'
import { type Outcome, Report } from './report.ts'

// The formats, the first that recognises the mail wins. A new alarm centre: one file in parsers/, one line here.
const parsers: Parser[] = [
  { format: 'mobilisation_report', parse: parseMobilisationReport },
  { format: 'json', parse: parseJson },
  { format: 'plain_text', parse: parsePlainText },
]

/** `format` names the parser that recognised the mail, null when none did. */
export type ParsedMessage = Outcome & { format: string | null }

/**
 * What a mail of an alarm centre means. Never throws: whatever goes wrong inside a parser makes the message
 * `failed` with a French reason, so that it can be listed and tried again.
 *
 * @param raw the message as it came (RFC 822)
 */
export async function parseMessage(raw: Buffer): Promise<ParsedMessage> {
  if (raw.length > MESSAGE_LIMIT) return failed(TOO_LARGE)
  let mail: Mail
  try {
    mail = await readMail(raw)
  } catch (error) {
    return failed(`Le message n’a pas pu être décodé (${errorKind(error)}).`)
  }
  const large = mail.attachments.find(({ content }) => content.length > ATTACHMENT_LIMIT)
  if (large) return failed(`La pièce jointe « ${large.filename} » est trop grande (plus de 25 Mo).`)
  return await firstOutcome(mail)
}

async function firstOutcome(mail: Mail): Promise<ParsedMessage> {
  for (const { format, parse } of parsers) {
    try {
      const outcome = await parse(mail)
      if (outcome) return { ...cleaned(outcome), format }
    } catch (error) {
      return { ...failed(`Erreur du lecteur « ${format} » (${errorKind(error)}).`), format }
    }
  }
  return { etat: 'ignored', raison: 'Aucun format d’alarme reconnu.', format: null }
}

async function readMail(raw: Buffer): Promise<Mail> {
  const mail = await decode(raw)
  return { text: await readText(mail), attachments: mail.attachments.map(readAttachment) }
}

function decode(raw: Buffer): Promise<ParsedMail> {
  return simpleParser(raw, {
    keepCidLinks: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    maxHtmlLengthToParse: 5_000_000,
  })
}

// Some senders add an empty text part to an HTML mail: such a mail is read as HTML too.
async function readText(mail: ParsedMail): Promise<string> {
  const text = mail.text ?? ''
  if (text.trim() !== '' || !mail.html) return text
  const html = await decode(Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${mail.html}`))
  return html.text ?? ''
}

function readAttachment({ filename, contentType, content }: MailAttachment) {
  return { filename: filename ?? '', contentType: contentType.toLowerCase(), content }
}

// Checks the report's shape, and drops what PostgreSQL's json cannot hold: NUL and halves of surrogate pairs.
function cleaned(outcome: Outcome): Outcome {
  const storable = (_key: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
  const copy: Outcome = JSON.parse(JSON.stringify(outcome), storable)
  return copy.etat === 'alarm' ? { etat: 'alarm', report: Report.parse(copy.report) } : copy
}

function failed(raison: string): ParsedMessage & { etat: 'failed' } {
  return { etat: 'failed', raison, format: null }
}
