import type { CorpusMail } from '../expectation.ts'
import {
  alarm,
  attachment,
  base64,
  type Content,
  failed,
  html,
  ignored,
  mail,
  multipart,
  plain,
  text,
} from '../letter.ts'

const letter = 'Bonjour,\n\nVoici ce dont nous parlions.\n\nSalutations'
const lines = (adresse: string) => `Type: Feu\nAdresse: ${adresse}\nSIS: hs\n`
const bytes = (signs: string) => Buffer.from(signs, 'latin1')
const file = (name: string, content: Buffer | string, type = 'application/octet-stream') =>
  attachment(type, name, content)
const beside = (part: Content) => multipart('mixed', plain(letter), part)

const zip = bytes('PK\x03\x04\x14\0\0\0\x08\0rapport.pdf')
const archives: [kind: string, content: Buffer][] = [
  ['zip', zip],
  ['rar', bytes('Rar!\x1a\x07\x01\0xxxx')],
  ['7z', bytes('7z\xbc\xaf\x27\x1c\0\x04xxxx')],
  ['gzip', bytes('\x1f\x8b\x08\0\0\0\0\0')],
  ['tar', Buffer.concat([Buffer.alloc(257), bytes('ustar\x0000')])],
]

// A picture within a text, of this number of bytes.
const inline = (size: number): Content => ({
  headers: [
    'Content-Type: image/png; name="image001.png"',
    'Content-ID: <image001>',
    'Content-Disposition: inline; filename="image001.png"',
    'Content-Transfer-Encoding: base64',
  ],
  body: base64(Buffer.alloc(size, 0x89)),
})
const shown = html('<p>Bonjour</p><img src="cid:image001">')

const whole = multipart('mixed', plain(letter), plain('Suite'))
const endless = (content: Content): Content => ({
  ...content,
  body: content.body.toString('latin1').replace(/--=_mixed--\s*$/, ''),
})

/** Mails that were not read completely: they are ignored only where they certainly hold no alarm. */
export const unread: CorpusMail[] = [
  ...archives.map(([kind, content]) =>
    mail(
      `Unread: an archive (${kind}), whatever its name`,
      beside(file('alarme.dat', content)),
      failed(`La pièce jointe « alarme.dat » est une archive (${kind}), qui n’est pas lue.`),
    ),
  ),
  mail(
    'Unread: an archive beside an alarm, which stands',
    multipart('mixed', plain(lines('Rue Non Lue 500')), file('plans.zip', zip, 'application/zip')),
    alarm('Rue Non Lue 500', {}, 'Pièce jointe « plans.zip » non lue (archive).'),
  ),
  mail(
    'Unread: a document of Word',
    beside(file('rapport.doc', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'application/msword')),
    failed('La pièce jointe « rapport.doc » n’est pas d’un format qui se lit (application/msword).'),
  ),
  mail(
    'Unread: a scan as a picture',
    beside(file('scan.tif', bytes('II*\0'), 'image/tiff')),
    failed('La pièce jointe « scan.tif » est une image, qui n’est pas lue.'),
  ),
  mail(
    'Unread: a logo within the text, which is no scan',
    multipart('related', shown, inline(4_000)),
    failed('Aucun format d’alarme reconnu.'),
  ),
  mail(
    'Unread: a picture within the text that is as large as a scan',
    multipart('related', shown, inline(70_000)),
    failed('La pièce jointe « image001.png » est une image, qui n’est pas lue.'),
  ),
  mail(
    'Unread: HTML that is nothing but a picture',
    html('<body><img src="https://www.example.org/alarme.png"></body>'),
    failed('Le message n’est fait que d’images, qui ne sont pas lues.'),
  ),
  mail('Unread: empty HTML', html('<body><p> </p></body>'), ignored('Le message est vide.')),
  mail(
    'Unread: a signature and a business card, which say nothing',
    multipart(
      'mixed',
      plain(letter),
      file('smime.p7s', 'x', 'application/pkcs7-signature'),
      file('cet.vcf', 'BEGIN:VCARD\nEND:VCARD', 'text/vcard'),
    ),
    failed('Aucun format d’alarme reconnu.'),
  ),
  mail(
    'Unread: an alarm in base64 that is cut off',
    {
      headers: text('utf-8', 'base64'),
      body: base64(`${lines('Rue Non Lue 501')}Sapeur: Amsler Ricarda`).slice(0, -10),
    },
    failed('Le texte du message est abîmé ou tronqué (base64).'),
  ),
  mail(
    'Unread: a letter in quoted-printable that is damaged',
    { headers: text('utf-8', 'quoted-printable'), body: 'T=79pe: F=65u=\nAd=ZZresse: Rue' },
    failed('Le texte du message est abîmé (quoted-printable).'),
  ),
  mail(
    'Unread: a letter in an encoding that nobody knows',
    { headers: text('utf-8', 'x-uuencode'), body: "M5'EP93H@1F5U" },
    failed('Le texte du message est codé d’une façon inconnue.'),
  ),
  mail(
    'Unread: a file within the text',
    { body: `${letter}\n\nbegin 644 rapport.pdf\nM)5!$1BTQ+C0*\n\`\nend\n` },
    failed('Le texte du message contient un fichier (uuencode), qui n’est pas lu.'),
  ),
  mail(
    'Unread: a file in base64 within the text, its header lost',
    { body: `${letter}\n\n${base64(Buffer.alloc(300, '%PDF-1.7 '))}\n` },
    failed('Le texte du message contient un fichier (base64), qui n’est pas lu.'),
  ),
  mail(
    'Unread: a letter that is signed by PGP',
    {
      body: `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${letter}\n-----BEGIN PGP SIGNATURE-----\n\n${base64(Buffer.alloc(400, 'signature')).replace(/.{64}/g, '$&\n')}\n-----END PGP SIGNATURE-----\n`,
    },
    failed('Aucun format d’alarme reconnu.'),
  ),
  mail(
    'Unread: an alarm in UTF-16 that says it is UTF-8',
    { headers: text('utf-8', 'base64'), body: base64(Buffer.from(lines('Rue Non Lue 502'), 'utf16le')) },
    failed('Le texte du message a des caractères illisibles.'),
  ),
  mail(
    'Unread: a letter of which a part is no text',
    {
      headers: text('utf-8', 'base64'),
      body: base64(Buffer.concat([Buffer.from('Été à Delémont, œuvre'), bytes('\xff\xfe')])),
    },
    failed('Le texte du message a des caractères illisibles.'),
  ),
  mail(
    'Unread: a letter in ISO-8859-1 that says it is UTF-8',
    { headers: text('utf-8'), body: bytes('Rendez-vous apr\xe8s la s\xe9ance') },
    failed('Le texte du message a des caractères illisibles.'),
  ),
  mail(
    'Unread: parts whose end is missing',
    endless(whole),
    failed('Le message est tronqué : la fin de son en-tête ou de ses parties manque.'),
  ),
  mail(
    'Unread: parts whose end is missing, with an alarm among them',
    endless(multipart('mixed', plain(lines('Rue Non Lue 503')), plain('Suite'))),
    alarm('Rue Non Lue 503', {}, 'Le message est tronqué : la fin de son en-tête ou de ses parties manque.'),
  ),
  mail(
    'Unread: parts that cannot be told apart',
    { headers: ['Content-Type: multipart/mixed'], body: `--x\n\n${letter}\n--x--` },
    failed('Les parties du message ne se laissent pas séparer.'),
  ),
  mail('Unread: parts that all are read', whole, failed('Aucun format d’alarme reconnu.')),
]
