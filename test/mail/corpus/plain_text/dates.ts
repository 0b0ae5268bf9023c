import type { CorpusMail } from '../expectation.ts'
import { alarm, mail } from '../letter.ts'

function dated(
  title: string,
  adresse: string,
  written: string,
  date: string,
  raison = '',
  mailed?: string,
): CorpusMail {
  const body = `Type: Feu\nAdresse: ${adresse}\nDate: ${written}\nSIS: hs`
  const content = mailed === undefined ? { body } : { body, date: `Date: ${mailed}` }
  return mail(`Text: ${title}`, content, alarm(adresse, { date }, raison))
}

/** The beginning of an alarm; the clock of the SIS is Europe/Zurich. */
export const dates: CorpusMail[] = [
  dated('a date with its offset', 'Rue du Temps 30', '2026-03-14T14:29:45+01:00', '2026-03-14T13:29:45Z'),
  dated(
    'a date of another time zone',
    'Rue du Temps 31',
    '2026-03-14T14:29:45-05:00',
    '2026-03-14T19:29:45Z',
  ),
  dated('a date in UTC', 'Rue du Temps 32', '2026-03-14T14:29:45Z', '2026-03-14T14:29:45Z'),
  dated(
    'a date with fractions of a second',
    'Rue du Temps 33',
    '2026-03-14T14:29:45.999Z',
    '2026-03-14T14:29:45Z',
  ),
  dated('a local date without seconds', 'Rue du Temps 34', '14.03.2026 14:29', '2026-03-14T13:29:00Z'),
  dated('a local date with seconds', 'Rue du Temps 35', '14.03.2026 14:29:45', '2026-03-14T13:29:45Z'),
  dated(
    'a local date in summer',
    'Rue du Temps 36',
    '14.07.2026 14:29',
    '2026-07-14T12:29:00Z',
    '',
    'Tue, 14 Jul 2026 14:30:00 +0200',
  ),
  dated(
    'a local date just after midnight of a new year',
    'Rue du Temps 37',
    '1.1.2026 0:05',
    '2025-12-31T23:05:00Z',
  ),
  // Read as if the clocks had not gone forward: half past three in summer time.
  dated(
    'an hour that the clocks leave out',
    'Rue du Temps 38',
    '29.03.2026 02:30',
    '2026-03-29T01:30:00Z',
    '',
    'Sun, 29 Mar 2026 03:30:00 +0200',
  ),
  // The second of the two: winter time has begun.
  dated(
    'an hour that the clocks strike twice',
    'Rue du Temps 39',
    '25.10.2026 02:30',
    '2026-10-25T01:30:00Z',
    '',
    'Sun, 25 Oct 2026 02:30:00 +0100',
  ),
  dated(
    'a date in words',
    'Rue du Temps 40',
    'samedi à deux heures et demie',
    '2026-03-14T13:30:00Z',
    'Date illisible : samedi à deux heures et demie.',
  ),
  dated(
    'a date that no calendar has',
    'Rue du Temps 41',
    '31.02.2026 10:00',
    '2026-03-14T13:30:00Z',
    'Date illisible : 31.02.2026 10:00.',
  ),
  dated('a day without an hour', 'Rue du Temps 42', '14.03.2026', '2026-03-14T13:30:00Z'),
  dated('an hour with a letter', 'Rue du Temps 146', '14.03.2026 14h29', '2026-03-14T13:29:00Z'),
  dated(
    'a day and a time with a word between',
    'Rue du Temps 147',
    '14.03.2026 à 14:29',
    '2026-03-14T13:29:00Z',
  ),
  dated(
    'a date in a sentence, with no-break spaces',
    'Rue du Temps 48',
    'samedi, le 14.3.2026\u00a0à 14\u202fh\u202f29',
    '2026-03-14T13:29:00Z',
  ),
  dated('an hour with a dot', 'Rue du Temps 131', '14.03.2026 14.29', '2026-03-14T13:29:00Z'),
  dated('a whole hour', 'Rue du Temps 49', '14/03/2026, 14h', '2026-03-14T13:00:00Z'),
  dated(
    'a year that is a typing error',
    'Rue du Temps 129',
    '14.03.2062 14:29',
    '2026-03-14T13:30:00Z',
    'Date improbable (14.03.2062 14:29) : l’alarme porte celle du message.',
  ),
  dated(
    'a date of two years ago',
    'Rue du Temps 130',
    '2024-03-14T14:29:45Z',
    '2026-03-14T13:30:00Z',
    'Date improbable (14.03.2024 15:29) : l’alarme porte celle du message.',
  ),
  mail(
    'Text: no date, so that it began when it was mailed',
    {
      body: 'Type: Feu\nAdresse: Rue du Temps 43\nSIS: hs',
      date: 'Date: Sat, 14 Mar 2026 08:00:07 -0430 (VET)',
    },
    alarm('Rue du Temps 43', { date: '2026-03-14T12:30:07Z' }),
  ),
  mail(
    'Text: a date, and none in the header',
    { body: 'Type: Feu\nAdresse: Rue du Temps 44\nDate: 14.03.2026 14:29\nSIS: hs', date: null },
    alarm('Rue du Temps 44', { date: '2026-03-14T13:29:00Z' }),
  ),
  mail(
    'Text: a date, and an unreadable one in the header',
    {
      body: 'Type: Feu\nAdresse: Rue du Temps 45\nDate: 14.03.2026 14:29\nSIS: hs',
      date: 'Date: samedi 14 mars',
    },
    alarm('Rue du Temps 45', { date: '2026-03-14T13:29:00Z' }),
  ),
]
