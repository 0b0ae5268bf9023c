import { cyclicPagesPdf, cyclicXrefPdf, encryptedPdf, longPdf, nestedFiltersPdf } from './hostile_pdf.ts'
import { alarm, file, html, json, mail, nested, parts, text } from './raw_mail.ts'

/** A harmful mail. Small and quick to read unless its name says otherwise. */
export interface HostileMail {
  name: string
  make: () => Buffer | Promise<Buffer>
  etat: 'failed' | 'ignored' | 'alarm'
  /** Expected reason when the mail gives no alarm. */
  raison?: RegExp
}

const no = /^Aucun format d’alarme reconnu\.$/
const empty = /^Le message est vide\.$/
const unreadable = /^Le texte du message a des caractères illisibles\.$/
const tooMany = /^Le message a plus de parties, ou un en-tête plus long, qu’un message honnête\.$/
const noPdf = /^Le document PDF n’a pas pu être lu \(ce n’est pas un PDF, ou il est abîmé\)\.$/

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const zip = Buffer.from('504b0304140000000800', 'hex')

const mime: HostileMail[] = [
  { name: 'an empty body', make: () => mail(''), etat: 'ignored', raison: empty },
  { name: 'zero bytes', make: () => Buffer.alloc(0), etat: 'ignored', raison: empty },
  {
    name: 'nothing but NUL',
    // Dovecot delivers NUL as 0x80.
    make: () => mail('Content-Type: text/plain; charset=utf-8\r\n', Buffer.alloc(100_000)),
    etat: 'failed',
    raison: unreadable,
  },
  {
    name: 'NUL in every value',
    make: () => text(alarm.replaceAll('e', 'e\0')),
    etat: 'failed',
    raison: unreadable,
  },
  {
    name: '0x80 in every value',
    make: () =>
      mail(
        'Content-Type: text/plain; charset=utf-8\r\n',
        Buffer.from(alarm.replaceAll('e', 'e\x80'), 'latin1'),
      ),
    etat: 'failed',
    raison: unreadable,
  },
  {
    name: 'multiparts in multiparts, 10,000 deep',
    make: () => nested(10_000),
    etat: 'failed',
    raison: tooMany,
  },
  {
    name: 'messages in messages, 10,000 deep',
    make: () => mail('Content-Type: message/rfc822\r\n\r\n'.repeat(10_000), alarm),
    etat: 'failed',
    raison: /^Un message joint est dans trop d’autres pour être lu\.$/,
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
    name: 'malformed quoted-printable',
    make: () => mail('Content-Transfer-Encoding: quoted-printable\r\n', '=ZZ=\r\n='.repeat(50_000)),
    etat: 'failed',
    raison: /^Le texte du message est abîmé \(quoted-printable\)\.$/,
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
    etat: 'failed',
    raison: unreadable,
  },
  {
    name: 'a cell as wide as a thousand million',
    make: () => html('<table><tr><td colspan=1000000000 rowspan=1000000000>a</td></tr></table>'),
    etat: 'failed',
    raison: no,
  },
  { name: 'comments without end', make: () => html('<!--'.repeat(200_000)), etat: 'ignored', raison: empty },
  {
    name: 'tags that never close',
    make: () => html(`<a ${'b="c" '.repeat(100_000)}`),
    etat: 'ignored',
    raison: empty,
  },
  {
    name: 'the head of a cited mail, a thousand times',
    make: () => text(`${'Le '.repeat(66)}\n`.repeat(1_000)),
    etat: 'failed',
    raison: /^Le texte du message est trop long pour être lu en entier\.$/,
  },
  {
    name: 'rules and blank lines without end',
    make: () => text(`${'-'.repeat(50_000)}${'\n'.repeat(50_000)}`),
    etat: 'failed',
    raison: no,
  },
  {
    name: 'brackets without end',
    make: () => text(`Type: ${'[http:'.repeat(16_000)}\nAdresse: x`),
    etat: 'alarm',
  },
  {
    name: 'three thousand people',
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
    etat: 'failed',
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
    name: 'a PDF that is also an archive',
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
    etat: 'failed',
    raison: /^Le document PDF n’a pas pu être lu \(il est abîmé : le contenu de la page 1\)\.$/,
  },
]

/** Mails that are recognised at once, or nearly. */
export const hostileMails: HostileMail[] = [...mime, ...texts, ...jsons, ...pdfs]
