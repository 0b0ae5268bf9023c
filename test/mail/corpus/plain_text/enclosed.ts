import type { CorpusMail } from '../expectation.ts'
import {
  alarm,
  attachment,
  type Content,
  failed,
  ignored,
  letter,
  mail,
  multipart,
  part,
  plain,
} from '../letter.ts'

const lines = (adresse: string) => `Type: Feu\nAdresse: ${adresse}\nSIS: hs\n`

/** A message as a part of another. */
function message(content: Content, disposition = 'attachment; filename=alarme.eml'): Content {
  const headers = ['Content-Type: message/rfc822', `Content-Disposition: ${disposition}`]
  return { headers, body: letter('Enclosed', content) }
}

const statusReport = {
  headers: ['Content-Type: message/delivery-status'],
  body: 'Reporting-MTA: dns; example.org\n\nFinal-Recipient: rfc822; x@example.org\nAction: failed\nStatus: 5.1.1',
}

/** Enclosed messages, automatic answers, and sealed mails. */
export const enclosed: CorpusMail[] = [
  mail(
    'Enclosed: an alarm forwarded as a message of its own',
    multipart('mixed', plain('Pour suite utile'), message(plain(lines('Rue Jointe 220')))),
    alarm('Rue Jointe 220'),
  ),
  mail(
    'Enclosed: an alarm in a message shown within the message, in a message as a file',
    multipart(
      'mixed',
      plain('Fwd'),
      message(multipart('mixed', plain('Fwd'), message(plain(lines('Rue Jointe 221')), 'inline'))),
    ),
    alarm('Rue Jointe 221'),
  ),
  mail(
    'Enclosed: a file of bytes that is named as a message',
    multipart(
      'mixed',
      plain(''),
      attachment('application/octet-stream', 'Alarme.EML', part(plain(lines('Rue Jointe 222')))),
    ),
    alarm('Rue Jointe 222'),
  ),
  mail(
    'Enclosed: an old alarm in an alarm',
    multipart('mixed', plain(lines('Rue Jointe 223')), message(plain(lines('Rue Jointe 224')))),
    alarm('Rue Jointe 223'),
  ),
  mail(
    'Enclosed: two alarms, each a message of its own',
    multipart(
      'mixed',
      plain('Deux'),
      message(plain(lines('Rue Jointe 225'))),
      message(plain(lines('Rue Jointe 226'))),
    ),
    alarm('Rue Jointe 225', {}, 'Le texte du message dit autre chose, pas repris : Feu, Rue Jointe 226.'),
  ),
  mail(
    'Enclosed: one alarm twice',
    multipart(
      'mixed',
      plain('Deux'),
      message(plain(lines('Rue Jointe 227'))),
      message(plain(lines('Rue Jointe 227'))),
    ),
    alarm('Rue Jointe 227'),
  ),
  mail(
    'Automatic: an alarm that came back',
    multipart(
      'report; report-type=delivery-status',
      plain('Undelivered'),
      statusReport,
      message(plain(lines('Rue Jointe 228'))),
    ),
    ignored('Avis de remise ou de non-remise d’un message.'),
  ),
  mail(
    'Automatic: a receipt',
    multipart('report; report-type=disposition-notification', plain('Lu'), {
      headers: ['Content-Type: message/disposition-notification'],
      body: 'Final-Recipient: rfc822; x@example.org\nDisposition: manual-action/MDN-sent-manually; displayed',
    }),
    ignored('Accusé de lecture.'),
  ),
  mail(
    'Automatic: an answer in the absence of somebody, with the alarm below',
    {
      headers: ['Auto-Submitted: auto-replied (vacation)', 'Content-Type: text/plain'],
      body: `Je suis absent.\n\n${lines('Rue Jointe 229')}`,
    },
    ignored('Réponse automatique.'),
  ),
  mail(
    'Automatic: an invitation with a place and a description',
    multipart('alternative', plain('Type: Rendez-vous\nLieu: Caserne\nDescription: Cours de cadres\n'), {
      headers: ['Content-Type: text/calendar; method=REQUEST; charset=utf-8'],
      body: 'BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\nSUMMARY:Cours\nLOCATION:Caserne\nEND:VEVENT\nEND:VCALENDAR',
    }),
    failed('Rendez-vous de calendrier.'),
  ),
  mail(
    'Sealed: encrypted by S/MIME',
    {
      headers: [
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
        'Content-Transfer-Encoding: base64',
      ],
      body: 'MIAGCSqGSIb3DQEHA6CA',
    },
    failed('Le message est chiffré (S/MIME) : il n’a pas pu être lu.'),
  ),
  mail(
    'Sealed: signed by S/MIME around its content',
    {
      headers: [
        'Content-Type: application/x-pkcs7-mime; smime-type=signed-data; name=smime.p7m',
        'Content-Transfer-Encoding: base64',
      ],
      body: 'MIAGCSqGSIb3DQEHAqCA',
    },
    failed('Le message est signé de façon opaque (S/MIME) : il n’a pas pu être lu.'),
  ),
  mail(
    'Sealed: encrypted by PGP/MIME',
    multipart(
      'encrypted; protocol="application/pgp-encrypted"',
      { headers: ['Content-Type: application/pgp-encrypted'], body: 'Version: 1' },
      attachment('application/octet-stream', 'encrypted.asc', '-----BEGIN PGP MESSAGE-----'),
    ),
    failed('Le message est chiffré (PGP) : il n’a pas pu être lu.'),
  ),
  mail(
    'Sealed: encrypted by PGP within the text',
    { body: '-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----' },
    failed('Le message est chiffré (PGP) : il n’a pas pu être lu.'),
  ),
  mail(
    'Sealed: nothing but a file of Outlook',
    multipart('mixed', plain(''), attachment('application/ms-tnef', 'winmail.dat', 'x')),
    failed('Le contenu est dans un fichier winmail.dat (Outlook), qui n’a pas pu être lu.'),
  ),
]
