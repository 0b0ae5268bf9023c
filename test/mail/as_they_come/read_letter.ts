import { parseMessage } from '../../../src/mail/reading/parse_message.ts'
import type { Report } from '../../../src/mail/report/report.ts'
import { type Content, letter, plain } from '../corpus/letter.ts'

/** The outcome of a text of the alarm centre, or of a letter with the given headers and body. */
export async function readLetter(body: string | Content, subject = 'Message') {
  const content = typeof body === 'string' ? plain(body) : body
  return await parseMessage(letter(subject, { ...content, subject: `Subject: ${subject}` }))
}

/** The report of a text that must be an alarm. */
export async function alarmOf(body: string | Content, subject?: string): Promise<Report> {
  const outcome = await readLetter(body, subject)
  if (outcome.etat !== 'alarm') throw new Error(`${outcome.etat}: ${outcome.raison}`)
  return outcome.report
}
