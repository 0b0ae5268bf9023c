import { dispatches } from '../dispatches.ts'
import type { CorpusMail } from '../expectation.ts'
import { ink } from '../paper/ink.ts'
import { none, pdfMail } from './report_mail.ts'

const alarmFax = (text: string): Buffer => {
  const lines = ['ALARMFAX', ...text.split('\n')]
  const runs = lines.map((line, at) => ({ text: line, x: 60, y: 780 - 20 * at, size: 11, font: 'Helvetica' }))
  return ink([{ width: 595, height: 842, runs }])
}

/** PDFs of other alarm centres, which people read. */
export const foreign: CorpusMail[] = dispatches.map((text, at) =>
  pdfMail(
    `A German or Austrian dispatch, ${at + 1}`,
    { attachments: [{ filename: 'alarmfax.pdf', contentType: 'application/pdf', content: alarmFax(text) }] },
    none('failed', 'Aucun format d’alarme reconnu.'),
  ),
)
