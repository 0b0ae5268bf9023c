import { parseMobilisationReport } from '../../../src/mail/parsers/mobilisation_report.ts'
import type { Report } from '../../../src/mail/report/report.ts'

/** The outcome of a mail with one PDF. */
export function readPdf(content: Buffer, contentType = 'application/pdf', filename = 'rapport.pdf') {
  return parseMobilisationReport({ text: '', attachments: [{ filename, contentType, content }] })
}

/** The report of a PDF that must be an alarm. */
export async function alarmOfPdf(content: Buffer): Promise<Report> {
  const outcome = await readPdf(content)
  if (outcome?.etat !== 'alarm') throw new Error(outcome?.raison)
  return outcome.report
}
