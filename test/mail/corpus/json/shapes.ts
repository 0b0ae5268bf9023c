import type { CorpusMail } from '../expectation.ts'
import { alarm, attachment, base64, failed, html, mail, multipart, part, plain, text } from '../letter.ts'

const source = (adresse: string, type = 'Feu') => JSON.stringify({ type, adresse, sis: ['hs'] })
const json = (body: string) => attachment('application/json', 'alarme.json', body)

const other = (adresse: string) => `Un autre rapport du message n’est pas repris : Feu, ${adresse}.`

/** The places in a mail where JSON may stand, and its types. */
export const shapes: CorpusMail[] = [
  mail(
    'JSON as an attachment',
    multipart('mixed', plain('Voir annexe'), json(source('Rue JSON 360'))),
    alarm('Rue JSON 360'),
  ),
  mail(
    'JSON as an attachment of bytes, known by its name',
    multipart(
      'mixed',
      plain(''),
      attachment('application/octet-stream', 'ALARME.JSON', source('Rue JSON 361')),
    ),
    alarm('Rue JSON 361'),
  ),
  mail(
    'JSON as bytes whose name is in UTF-8, as RFC 2231 has it',
    multipart('mixed', plain(''), {
      headers: [
        'Content-Type: application/octet-stream',
        "Content-Disposition: attachment; filename*=UTF-8''donn%C3%A9es.json",
      ],
      body: source('Rue JSON 362'),
    }),
    alarm('Rue JSON 362'),
  ),
  mail(
    'JSON as bytes whose name is a coded word, as RFC 2047 does not have it',
    multipart(
      'mixed',
      plain(''),
      attachment('application/octet-stream', '=?utf-8?Q?donn=C3=A9es.json?=', source('Rue JSON 363')),
    ),
    alarm('Rue JSON 363'),
  ),
  mail(
    'JSON as an attached text, known by its name',
    multipart('mixed', plain('Bonjour'), attachment('text/plain', 'alarme.json', source('Rue JSON 364'))),
    alarm('Rue JSON 364'),
  ),
  mail(
    'JSON as a text shown below another, known by its name',
    multipart('mixed', plain('Bonjour'), {
      headers: ['Content-Type: text/plain; name=alarme.json'],
      body: source('Rue JSON 365'),
    }),
    alarm('Rue JSON 365'),
  ),
  mail(
    'JSON of a vendor',
    multipart(
      'mixed',
      plain(''),
      attachment('application/vnd.cet.alarme+json; version=1', 'a.bin', source('Rue JSON 366')),
    ),
    alarm('Rue JSON 366'),
  ),
  mail(
    'JSON as a body that says it is text',
    { body: `\n  ${source('Rue JSON 367')}\n\n` },
    alarm('Rue JSON 367'),
  ),
  mail(
    'JSON as a text with a signature below',
    { body: `${source('Rue JSON 368')}\n\n-- \nCentrale d’engagement {CET}` },
    alarm('Rue JSON 368'),
  ),
  mail(
    'JSON as HTML',
    html(`<pre>${source('Rue JSON 369').replaceAll('"', '&quot;')}</pre>`),
    alarm('Rue JSON 369'),
  ),
  mail(
    'JSON as a text that is cut off',
    { body: '{ "type": "Feu", "adresse": ' },
    failed('Le document JSON est illisible.'),
  ),
  mail(
    'JSON with a byte order mark, in base64',
    {
      headers: text('utf-8', 'base64', 'application/json'),
      body: base64(`\ufeff${source('Rue de l’Église 370')}`),
    },
    alarm('Rue de l’Église 370'),
  ),
  mail(
    'JSON in ISO-8859-1, as its header says',
    {
      headers: text('iso-8859-1', '8bit', 'application/json'),
      body: Buffer.from(source("Rue de l'Église 371"), 'latin1'),
    },
    alarm("Rue de l'Église 371"),
  ),
  mail(
    'JSON in windows-1252 without a word of it',
    {
      headers: text('', '8bit', 'application/json'),
      body: Buffer.from(source('Rue de l\x92\xc9glise 372'), 'latin1'),
    },
    alarm('Rue de l’Église 372'),
  ),
  mail(
    'JSON in UTF-16 with a byte order mark',
    {
      headers: text('', 'base64', 'application/json'),
      body: base64(Buffer.from(`\ufeff${source('Rue de l’Église 373')}`, 'utf16le')),
    },
    alarm('Rue de l’Église 373'),
  ),
  mail(
    'JSON in quoted-printable',
    {
      headers: text('utf-8', 'quoted-printable', 'application/json'),
      body: '{"type":"Feu","adresse":"Rue de l=E2=80=99=C3=89glise=\n 374","sis":["hs"]}',
    },
    alarm('Rue de l’Église 374'),
  ),
  mail(
    'JSON beside a picture and the same alarm in words',
    multipart(
      'mixed',
      plain('Type: Feu\nAdresse: Rue JSON 375\nSIS: hs\nCouleur: ROUGE'),
      attachment('image/png', 'carte.png', 'x'),
      json(source('Rue JSON 375')),
    ),
    alarm('Rue JSON 375'),
  ),
  mail(
    'JSON of somebody else beside an alarm in words',
    multipart('mixed', plain('Type: Feu\nAdresse: Rue JSON 376\nSIS: hs'), json('{"report-id":1}')),
    alarm('Rue JSON 376'),
  ),
  mail(
    'JSON that is unreadable beside an alarm in words',
    multipart('mixed', plain('Type: Feu\nAdresse: Rue JSON 377\nSIS: hs'), json('{"type":')),
    alarm('Rue JSON 377', {}, 'Le document JSON n’a pas pu être lu : Le document JSON est illisible.'),
  ),
  mail(
    'JSON of two alarms in one mail',
    multipart('mixed', plain(''), json(source('Rue JSON 378')), json(source('Rue JSON 379'))),
    alarm('Rue JSON 378', {}, other('Rue JSON 379')),
  ),
  mail(
    'JSON of one alarm as the body and another attached',
    multipart('mixed', plain(source('Rue JSON 380')), json(source('Rue JSON 381'))),
    alarm('Rue JSON 381', {}, other('Rue JSON 380')),
  ),
  mail(
    'JSON of the same alarm as the body and attached',
    multipart('mixed', plain(source('Rue JSON 382')), json(source('Rue JSON 382'))),
    alarm('Rue JSON 382'),
  ),
  mail(
    'JSON of an alarm and of a weather warning',
    multipart('mixed', plain(''), json(source('Canton', 'Avis météo')), json(source('Rue JSON 383'))),
    alarm('Rue JSON 383'),
  ),
  mail(
    'JSON of an alarm and of a fault',
    multipart('mixed', plain(''), json(source('Rue JSON 384')), json('{"type":1}')),
    alarm(
      'Rue JSON 384',
      {},
      'Un autre document n’a pas pu être lu : JSON : le champ « type » n’a pas la forme attendue.',
    ),
  ),
  mail(
    'JSON in a message that is forwarded',
    multipart('mixed', plain('Pour suite utile'), {
      headers: ['Content-Type: message/rfc822'],
      body: part({
        headers: ['Subject: Alarme', 'Content-Type: application/json'],
        body: source('Rue JSON 385'),
      }),
    }),
    alarm('Rue JSON 385'),
  ),
]
