import { ALARM_CENTRE } from '../../src/demo/alarm.ts'
import {
  cyclicPagesPdf,
  cyclicXrefPdf,
  encryptedPdf,
  laughingPdf,
  longPdf,
  nestedFiltersPdf,
  unfoldingPdf,
  wordyPdf,
} from './hostile_pdf.ts'

/** A mail that is made to do harm. Small and quick to read unless it says otherwise. */
export interface HostileMail {
  name: string
  make: () => Buffer | Promise<Buffer>
  etat: 'failed' | 'ignored' | 'alarm'
  /** Of what is not an alarm. */
  raison?: RegExp
}

const from = `From: ${ALARM_CENTRE}\r\n`
const alarm = 'Type: Feu\r\nAdresse: 2800 Delémont, Rue de la Gare 15\r\nSIS: hs\r\n'

const no = /^Aucun format d’alarme reconnu\.$/
const tooLong = /^La lecture du message a pris trop de temps \(plus de \d+ s\)\.$/
const tooMuch = /^La lecture du message a demandé trop de mémoire\.$/
const tooMany = /^Le message a plus de parties, ou un en-tête plus long, qu’un message honnête\.$/
const noPdf = /^Le document PDF n’a pas pu être lu \(ce n’est pas un PDF, ou il est abîmé\)\.$/
// Which of the two it meets first depends on the machine.
const spent = new RegExp(`${tooLong.source}|${tooMuch.source}`)

/** A mail of the alarm centre: further header lines, then a body. */
export function mail(head: string, body: string | Buffer = ''): Buffer {
  return Buffer.concat([Buffer.from(`${from}${head}\r\n`), Buffer.from(body)])
}

const text = (body: string, charset = 'utf-8') =>
  mail(`Content-Type: text/plain; charset=${charset}\r\n`, body)
const html = (body: string) => mail('Content-Type: text/html; charset=utf-8\r\n', body)
const json = (body: string) => mail('Content-Type: application/json\r\n', body)

/** A mail whose only content is a file. */
export function file(content: Buffer, type = 'application/pdf', name = 'rapport.pdf'): Buffer {
  const head = [
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
  ]
  return mail(head.join('\r\n'), content.toString('base64').replace(/.{76}/g, '$&\r\n'))
}

function nested(depth: number): Buffer {
  const parts = Array.from(
    { length: depth },
    (_, level) => `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n\r\n`,
  )
  return mail('Content-Type: multipart/mixed; boundary=b0\r\n', parts.join('') + alarm)
}

function parts(count: number, part: string): Buffer {
  return mail('Content-Type: multipart/mixed; boundary=x\r\n', `--x\r\n${part}\r\n`.repeat(count))
}

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const zip = Buffer.from('504b0304140000000800', 'hex')

const mime: HostileMail[] = [
  { name: 'an empty body', make: () => mail(''), etat: 'ignored', raison: no },
  { name: 'zero bytes', make: () => Buffer.alloc(0), etat: 'ignored', raison: no },
  { name: 'nothing but NUL', make: () => mail('', Buffer.alloc(100_000)), etat: 'ignored', raison: no },
  { name: 'NUL in every value', make: () => text(alarm.replaceAll('e', 'e\0')), etat: 'ignored' },
  {
    name: 'multiparts in multiparts, 10,000 deep',
    make: () => nested(10_000),
    etat: 'failed',
    raison: tooMany,
  },
  {
    name: 'messages in messages, 10,000 deep',
    make: () => mail('Content-Type: message/rfc822\r\n\r\n'.repeat(10_000), alarm),
    etat: 'ignored',
    raison: no,
  },
  {
    name: 'parts without number',
    make: () => parts(5_000, 'Content-Type: application/pdf\r\n\r\n%PDF-1.4'),
    etat: 'failed',
    raison: tooMany,
  },
  { name: 'a boundary without end', make: () => parts(1, `\r\n${alarm}`), etat: 'alarm' },
  {
    name: 'a multipart without boundary',
    make: () => mail('Content-Type: multipart/mixed\r\n', alarm),
    etat: 'alarm',
  },
  {
    name: 'a header line of 10 MB',
    make: () => mail(`Subject: ${'x'.repeat(10_000_000)}\r\n`, alarm),
    etat: 'failed',
    raison: tooMany,
  },
  {
    name: 'a million header lines',
    make: () => mail('X: y\r\n'.repeat(1_000_000), alarm),
    etat: 'failed',
    raison: tooMany,
  },
  {
    name: '10,000 recipients',
    make: () =>
      mail(
        `To: ${Array.from({ length: 10_000 }, (_, at) => `a${at} <a${at}@example.org>`).join(',\r\n ')}\r\n`,
        alarm,
      ),
    etat: 'alarm',
  },
  {
    name: 'quoted-printable that is none',
    make: () => mail('Content-Transfer-Encoding: quoted-printable\r\n', '=ZZ=\r\n='.repeat(50_000)),
    etat: 'ignored',
    raison: no,
  },
  { name: 'UTF-7', make: () => text('+AFQ-ype: Feu\r\nAdresse: x +'.repeat(1_000), 'utf-7'), etat: 'alarm' },
  { name: 'a charset without end', make: () => text(alarm, 'x'.repeat(50_000)), etat: 'alarm' },
  {
    name: 'a parameter in 999,999,999 pieces',
    make: () => mail('Content-Type: text/plain; a*999999999=x; a*0=y\r\n', alarm),
    etat: 'alarm',
  },
]

const texts: HostileMail[] = [
  {
    name: 'tables in tables, 3,000 deep',
    make: () => html(`${'<table><tr><td>'.repeat(3_000)}x`),
    etat: 'ignored',
    raison: no,
  },
  {
    name: 'a cell as wide as a thousand million',
    make: () => html('<table><tr><td colspan=1000000000 rowspan=1000000000>a</td></tr></table>'),
    etat: 'ignored',
    raison: no,
  },
  { name: 'comments without end', make: () => html('<!--'.repeat(200_000)), etat: 'ignored', raison: no },
  {
    name: 'tags that never close',
    make: () => html(`<a ${'b="c" '.repeat(100_000)}`),
    etat: 'ignored',
    raison: no,
  },
  {
    name: 'what looks like the head of a cited mail, a thousand times',
    make: () => text(`${'Le '.repeat(66)}\n`.repeat(1_000)),
    etat: 'ignored',
    raison: no,
  },
  {
    name: 'rules and blank lines without end',
    make: () => text(`${'-'.repeat(50_000)}${'\n'.repeat(50_000)}`),
    etat: 'ignored',
    raison: no,
  },
  {
    name: 'brackets without end',
    make: () => text(`Type: ${'[http:'.repeat(16_000)}\nAdresse: x`),
    etat: 'alarm',
  },
  {
    name: 'more people than there are',
    make: () => text(`Type: Feu\nAdresse: x\n${'Sapeur: A, 079\n'.repeat(3_000)}`),
    etat: 'failed',
    raison: /^Le champ « personnes » dépasse/,
  },
  {
    name: 'a title without end',
    make: () => text(`Type: Feu\nAdresse: x\nGroupe: ${'x'.repeat(900)}`),
    etat: 'failed',
    raison: /^Le champ « groupes\.0\.titre » dépasse/,
  },
]

const jsons: HostileMail[] = [
  {
    name: 'JSON that opens and never closes',
    make: () => json('['.repeat(100_000)),
    etat: 'failed',
    raison: /^Le document JSON est illisible\.$/,
  },
  {
    name: 'JSON of a million elements',
    make: () => json(`{"type":"Feu","adresse":"x","sapeurs":[${'1,'.repeat(1_000_000)}1]}`),
    etat: 'failed',
    raison: /^JSON : le champ « sapeurs » /,
  },
  {
    name: 'JSON as deep as a field can be',
    make: () => json(`{"type":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
    etat: 'failed',
    raison: /^JSON : le champ « type » /,
  },
  {
    name: 'JSON that is somebody’s prototype',
    make: () => json('{"__proto__":{"etat":"alarm"},"constructor":1}'),
    etat: 'ignored',
    raison: no,
  },
]

const pdfs: HostileMail[] = [
  { name: 'an empty PDF', make: () => file(Buffer.alloc(0)), etat: 'failed', raison: noPdf },
  { name: 'a ZIP that says it is a PDF', make: () => file(zip), etat: 'failed', raison: noPdf },
  {
    name: 'an image named .pdf',
    make: () => file(png, 'application/octet-stream'),
    etat: 'failed',
    raison: noPdf,
  },
  {
    name: 'a PDF that is an archive too',
    make: () => file(Buffer.concat([zip, Buffer.from('%PDF-1.7\n1 0 obj')])),
    etat: 'failed',
    raison: noPdf,
  },
  {
    name: 'a PDF with a password',
    make: async () => file(await encryptedPdf({ userPassword: 'essai' })),
    etat: 'failed',
    raison: /^Le document PDF n’a pas pu être lu \(il est protégé par un mot de passe\)\.$/,
  },
  {
    name: 'a PDF that only its owner may change',
    make: async () => file(await encryptedPdf({ ownerPassword: 'essai' })),
    etat: 'failed',
    raison: /« Messages »/,
  },
  {
    name: 'a PDF of 10,000 pages',
    make: () => file(longPdf(10_000)),
    etat: 'failed',
    raison: /\(il a plus de 300 pages\)\.$/,
  },
  {
    name: 'a PDF whose pages are their own parents',
    make: () => file(cyclicPagesPdf()),
    etat: 'failed',
    raison: /^Le document PDF n’a pas pu être lu/,
  },
  {
    name: 'a PDF whose table of objects leads to itself',
    make: () => file(cyclicXrefPdf()),
    etat: 'failed',
    raison: noPdf,
  },
  {
    name: 'a PDF with 12 filters over its page',
    make: () => file(nestedFiltersPdf(12)),
    etat: 'ignored',
    raison: no,
  },
]

/** Mails that are told apart at once, or nearly. */
export const hostileMails: HostileMail[] = [...mime, ...texts, ...jsons, ...pdfs]

/** Mails that are read until they meet a limit. */
export const endlessMails: HostileMail[] = [
  { name: 'a PDF that draws for ever', make: () => file(laughingPdf(12)), etat: 'failed', raison: tooLong },
  {
    name: 'a PDF that unfolds into 2 GB',
    make: () => file(unfoldingPdf(2_000)),
    etat: 'failed',
    raison: spent,
  },
  {
    name: 'a PDF with two million words',
    make: () => file(wordyPdf(2_000_000)),
    etat: 'failed',
    raison: spent,
  },
  {
    name: 'tags in tags, a million deep',
    make: () => html('<b>'.repeat(1_000_000)),
    etat: 'failed',
    raison: spent,
  },
]

/** Mails that cost their process, not their thread. */
export const deadlyMails: HostileMail[] = [
  {
    name: 'JSON so deep that V8 gives up',
    make: () => json('['.repeat(11_000_000) + ']'.repeat(11_000_000)),
    etat: 'failed',
    raison: spent,
  },
]

/** Mails of a size. */
export const largeMails: HostileMail[] = [
  {
    name: 'a file of 50 MB',
    make: () => file(Buffer.alloc(50_000_000, 'a')),
    etat: 'failed',
    raison: /^Le message est trop grand \(plus de 36 Mo\)\.$/,
  },
  {
    name: 'a file of 26 MB with NUL in its name',
    make: () => file(Buffer.alloc(26_300_000, 'a'), 'application/pdf', '=?utf-8?Q?a=00=0D=0Ab?=.pdf'),
    etat: 'failed',
    raison: /^La pièce jointe « [^»]+ » est trop grande \(plus de 25 Mo\)\.$/,
  },
  {
    name: 'blank lines, 30 MB of them',
    make: () => text('\n'.repeat(30_000_000)),
    etat: 'failed',
    raison: spent,
  },
]
