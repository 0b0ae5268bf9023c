import type { CorpusMail } from '../expectation.ts'
import { alarm, base64, mail, text } from '../letter.ts'

const bytes = (value: string) => Buffer.from(value.replaceAll('\n', '\r\n'), 'latin1')
const body = (adresse: string) =>
  `Type: Feu\nAdresse: ${adresse}\nDescription: Fumée à l'étage, très dense\nSIS: hs`
const said = (adresse: string) =>
  alarm(adresse, {
    description: "Fumée à l'étage, très dense",
    intervention: { objet: "Fumée à l'étage, très dense" },
  })

const utf16 = (value: string) => Buffer.from(value, 'utf16le')

/** Accents, in every encoding of mails. */
export const encodings: CorpusMail[] = [
  mail(
    'Text: UTF-8 as it is',
    { body: body('Rue de l’Église 120, œuvre') },
    said('Rue de l’Église 120, œuvre'),
  ),
  mail(
    'Text: UTF-8 in quoted-printable, with soft breaks within a letter and a value',
    {
      headers: text('UTF-8', 'quoted-printable'),
      body: "Type: Feu\nAdresse: Rue de l=E2=80=\n=99=C3=89glise 12=\n1\nDescription: Fum=C3=A9e =C3=A0 l'=C3=A9tage, tr=C3=A8s dense\nSIS: hs",
    },
    said('Rue de l’Église 121'),
  ),
  mail(
    'Text: UTF-8 in base64',
    { headers: text('"utf-8"', 'BASE64'), body: base64(body('Rue de l’Église 122')) },
    said('Rue de l’Église 122'),
  ),
  mail(
    'Text: ISO-8859-1',
    { headers: text('ISO-8859-1'), body: bytes(body("Rue de l'Église 123")) },
    said("Rue de l'Église 123"),
  ),
  mail(
    'Text: ISO-8859-1 in quoted-printable',
    {
      headers: text('iso-8859-1', 'quoted-printable'),
      body: "Type: Feu\nAdresse: Rue de l'=C9glise 124\nDescription: Fum=E9e =E0 l'=E9tage, tr=E8s dense\nSIS: hs",
    },
    said("Rue de l'Église 124"),
  ),
  mail(
    'Text: ISO-8859-15, with its own letters',
    { headers: text('iso-8859-15'), body: bytes(body('Rue du C\xbdur 125, 5 \xa4')) },
    said('Rue du Cœur 125, 5 €'),
  ),
  mail(
    'Text: windows-1252, with its own signs',
    { headers: text('windows-1252'), body: bytes(body('Rue de l\x92\xc9glise 126, \x9cuvre, 5 \x80')) },
    said('Rue de l’Église 126, œuvre, 5 €'),
  ),
  mail(
    'Text: windows-1252 that says it is ISO-8859-1',
    { headers: text('iso-8859-1'), body: bytes(body('Rue de l\x92\xc9glise 127')) },
    said('Rue de l’Église 127'),
  ),
  mail(
    'Text: windows-1252 without a word of it',
    { headers: text(''), body: bytes(body('Rue de l\x92\xc9glise 128')) },
    said('Rue de l’Église 128'),
  ),
  mail(
    'Text: windows-1252 without any header about its content',
    { headers: ['X-Mailer: ancien'], body: bytes(body('Rue de l\x92\xc9glise 129')) },
    said('Rue de l’Église 129'),
  ),
  mail(
    'Text: UTF-8 without a word of it',
    { headers: text(''), body: body('Rue de l’Église 130') },
    said('Rue de l’Église 130'),
  ),
  mail(
    'Text: UTF-8 that says it is ISO-8859-1',
    { headers: text('iso-8859-1'), body: body('Rue de l’Église 131') },
    said('Rue de l’Église 131'),
  ),
  mail(
    'Text: ISO-8859-1 that says it is UTF-8',
    { headers: text('utf-8'), body: bytes(body("Rue de l'Église 132")) },
    said("Rue de l'Église 132"),
  ),
  mail(
    'Text: UTF-8 that says it is US-ASCII',
    { headers: text('us-ascii', '7bit'), body: body('Rue de l’Église 133') },
    said('Rue de l’Église 133'),
  ),
  mail(
    'Text: ISO-8859-1 under the name of a charset that is none',
    { headers: text('x-unknown'), body: bytes(body("Rue de l'Église 134")) },
    said("Rue de l'Église 134"),
  ),
  mail(
    'Text: UTF-16 with a byte order mark',
    { headers: text('utf-16', 'base64'), body: base64(utf16(`\ufeff${body('Rue de l’Église 135')}`)) },
    said('Rue de l’Église 135'),
  ),
  mail(
    'Text: UTF-16, high byte first, without a byte order mark',
    { headers: text('utf-16', 'base64'), body: base64(utf16(body('Rue de l’Église 136')).swap16()) },
    said('Rue de l’Église 136'),
  ),
  mail(
    'Text: the charset of DOS',
    {
      headers: text('cp850', 'quoted-printable'),
      body: "Type: Feu\nAdresse: Rue de l'=90glise 137\nDescription: Fum=82e =85 l'=82tage, tr=8As dense\nSIS: hs",
    },
    said("Rue de l'Église 137"),
  ),
  mail(
    'Text: macOS letters, and a space that is none',
    {
      headers: text('macintosh'),
      body: bytes(
        "Type: Feu\nAdresse:\xcaRue de l'\x83glise 138\nDescription: Fum\x8ee \x88 l'\x8etage, tr\x8fs dense\nSIS: hs",
      ),
    },
    said("Rue de l'Église 138"),
  ),
  mail(
    'Text: decomposed accents, which stay as they are',
    { body: body('Rue de la Cure\u0301e 139') },
    said('Rue de la Cure\u0301e 139'),
  ),
  mail(
    'Texte : un sujet en deux mots codés, façon RFC 2047',
    {
      subject:
        'Subject: =?ISO-8859-1?Q?Texte_:_un_sujet_en_deux_mots_cod=E9s,?=\r\n =?utf-8?B?IGZhw6dvbiBSRkMgMjA0Nw==?=',
      body: body('Rue du Sujet 140'),
    },
    said('Rue du Sujet 140'),
  ),
  mail(
    'Texte : un sujet en UTF-8 non codé',
    {
      subject: Buffer.from('Subject: Texte : un sujet en UTF-8 non codé').toString('latin1'),
      body: body('Rue du Sujet 142'),
    },
    said('Rue du Sujet 142'),
  ),
]
