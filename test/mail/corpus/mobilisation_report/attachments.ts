import type { CorpusMail } from '../expectation.ts'
import { alarme } from '../letter.ts'
import { ink, plainInk } from '../paper/ink.ts'
import { fire, none, paper, pdfMail, reportMail, usual } from './report_mail.ts'

const street = (number: number) => `2800 Delémont, Rue de la Pièce ${number}`
const pdf = (number: number) => paper({ spec: fire(street(number)) })

/** A PDF that mentions a report but is none. */
function plan(): Buffer {
  const text = "Plan d'intervention, à joindre au rapport d'alarme"
  const run = { text, x: 60, y: 700, size: 12, font: 'Helvetica' }
  return ink([{ width: 595, height: 842, runs: [run] }], plainInk)
}

const attached = (filename: string, content: Buffer, contentType = 'application/pdf') => {
  return { filename, contentType, content }
}
const information = () =>
  paper({ spec: fire('', { message: 'Information; le numéro de la centrale change; lundi' }) })

/** Attachments and their names. */
export const attachments: CorpusMail[] = [
  reportMail(
    'A report of no particular type, named .pdf',
    { spec: fire(street(1)), mail: { contentType: 'application/octet-stream', filename: 'Rapport.PDF' } },
    usual(street(1)),
  ),
  reportMail(
    'A report of no particular type and without a name that says so',
    { spec: fire(street(2)), mail: { contentType: 'application/octet-stream', filename: 'rapport' } },
    usual(street(2)),
  ),
  reportMail(
    'A report under a name with accents, with a text beside it',
    {
      spec: fire(street(3)),
      mail: { filename: 'Rapport d’alarme – Delémont.pdf', text: 'Veuillez trouver le rapport en annexe.' },
    },
    usual(street(3)),
  ),
  pdfMail(
    'A PDF that is no report, then the report',
    { attachments: [attached('plan.pdf', plan()), attached('rapport.pdf', pdf(4))] },
    usual(street(4)),
  ),
  pdfMail(
    'The same report twice',
    {
      attachments: [attached('rapport.pdf', pdf(5)), attached('copie.pdf', pdf(5))],
    },
    usual(street(5)),
  ),
  pdfMail(
    'Two reports in one mail: the first goes out and names the other',
    { attachments: [attached('1.pdf', pdf(6)), attached('2.pdf', pdf(7))] },
    {
      ...usual(street(6)),
      raison: `Un autre rapport du message n’est pas repris : FEU BAT, ${street(7)}.`,
    },
  ),
  pdfMail(
    'An information beside a report changes nothing',
    { attachments: [attached('info.pdf', information()), attached('rapport.pdf', pdf(8))] },
    usual(street(8)),
  ),
  pdfMail(
    'A broken PDF beside the report is noted',
    { attachments: [attached('carte.pdf', pdf(9).subarray(0, 200)), attached('rapport.pdf', pdf(9))] },
    {
      ...usual(street(9)),
      raison: 'Pièce jointe « carte.pdf » illisible (ce n’est pas un PDF, ou il est abîmé).',
    },
  ),
  pdfMail(
    'A broken PDF alone fails',
    { attachments: [attached('rapport.pdf', pdf(10).subarray(0, 200))] },
    none('failed', 'Le document PDF n’a pas pu être lu (ce n’est pas un PDF, ou il est abîmé).'),
  ),
  pdfMail(
    'A PDF that is no report, alone',
    { attachments: [attached('plan.pdf', plan())] },
    none('failed', 'Aucun format d’alarme reconnu.'),
  ),
  pdfMail(
    'A report that comes with an invitation',
    {
      attachments: [
        attached('rapport.pdf', pdf(12)),
        attached('invitation.ics', Buffer.from('BEGIN:VCALENDAR\nEND:VCALENDAR'), 'text/calendar'),
      ],
    },
    usual(street(12)),
  ),
  pdfMail(
    'An information beside a text that is an alarm, which goes out',
    {
      text: `Type: Feu\nAdresse: ${street(13)}\nSIS: hs`,
      attachments: [attached('info.pdf', information())],
    },
    {
      ...usual(street(13)),
      raison:
        'Le rapport joint dit qu’il n’y a pas d’alarme : Message d’information : moins de quatre parties séparées par « ; ».',
      alarmes: {
        hs: alarme(street(13), { date: '2026-03-14T13:40:00Z', intervention: { localite: '2800 Delémont' } }),
      },
    },
  ),
  pdfMail(
    'A scan of a report',
    { attachments: [attached('scan.pdf', ink([{ width: 595, height: 842, runs: [] }], plainInk))] },
    none('failed', 'Le document PDF n’a pas pu être lu (il n’a pas de texte).'),
  ),
  pdfMail(
    'A report whose line ends a mail server changed',
    {
      attachments: [
        attached('rapport.pdf', Buffer.from(pdf(14).toString('latin1').replaceAll('\n', '\r\n'), 'latin1')),
      ],
    },
    none('failed', 'Le document PDF n’a pas pu être lu (ce n’est pas un PDF, ou il est abîmé).'),
  ),
  pdfMail(
    'A report in an archive that says it is a PDF',
    {
      attachments: [attached('rapport.pdf', Buffer.concat([Buffer.from('PK\x03\x04rapport.pdf'), pdf(15)]))],
    },
    none('failed', 'Le document PDF n’a pas pu être lu (ce n’est pas un PDF, ou il est abîmé).'),
  ),
  pdfMail(
    'A picture and a table beside the report',
    {
      attachments: [
        attached('photo.png', Buffer.from('\x89PNG'), 'image/png'),
        attached('liste.csv', Buffer.from('a;b;c;d'), 'text/csv'),
        attached('rapport.pdf', pdf(11)),
      ],
    },
    usual(street(11)),
  ),
]
