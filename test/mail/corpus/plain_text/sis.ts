import type { CorpusMail } from '../expectation.ts'
import { alarm, alarme, alarms, failed, mail } from '../letter.ts'

const body = (adresse: string, ...more: string[]) => `Type: Feu\nAdresse: ${adresse}\n${more.join('\n')}`

/** The SIS of an alarm. */
export const sis: CorpusMail[] = [
  mail(
    'Text: a SIS by its name',
    { body: body('Rue du SIS 80', 'SIS: SIS Haute-Sorne') },
    alarm('Rue du SIS 80'),
  ),
  mail(
    'Text: a SIS by its name, in capitals and with a space for the hyphen',
    { body: body('Rue du SIS 81', 'SIS: SIS HAUTE SORNE') },
    alarm('Rue du SIS 81'),
  ),
  mail(
    'Text: a SIS by its abbreviation',
    { body: body('Rue du SIS 82', 'SIS: SIS HS') },
    alarm('Rue du SIS 82'),
  ),
  mail(
    'Text: three SIS by comma: by key, name and abbreviation',
    { body: body('Rue du SIS 83', 'SIS: hs, SIS Test,SIS DL') },
    alarms({ hs: alarme('Rue du SIS 83'), test: alarme('Rue du SIS 83'), dl: alarme('Rue du SIS 83') }),
  ),
  mail(
    'Text: two SIS on lines of their own, one of them twice',
    { body: body('Rue du SIS 84', 'SIS: hs', 'SIS: test', 'SIS: SIS Haute-Sorne') },
    alarms({ hs: alarme('Rue du SIS 84'), test: alarme('Rue du SIS 84') }),
  ),
  mail(
    'Text: an unknown SIS beside a known one',
    { body: body('Rue du SIS 85', 'SIS: hs, SIS Ailleurs') },
    alarm('Rue du SIS 85', {}, 'SIS inconnu, ignoré : SIS Ailleurs.'),
  ),
  mail(
    'Text: no SIS but unknown ones',
    { body: body('Rue du SIS 86', 'SIS: Ailleurs, Nulle part') },
    failed(
      'Aucun SIS de cette instance n’est nommé. SIS inconnu, ignoré : Ailleurs. SIS inconnu, ignoré : Nulle part.',
    ),
  ),
  mail(
    'Text: no SIS at all, in a mailbox that serves several',
    { body: body('Rue du SIS 87') },
    failed('Aucun SIS de cette instance n’est nommé.'),
  ),
  mail(
    'Text: no SIS but in the titles of its groups',
    { body: body('Rue du SIS 88', 'Groupe: *90 EM, SIS Haute-Sorne', 'Groupe: 91 1er secours - SIS Test') },
    alarms({
      hs: alarme('Rue du SIS 88', { groupes: ['90 EM'] }),
      test: alarme('Rue du SIS 88', { groupes: ['91 1er secours'] }),
    }),
  ),
  mail(
    'Text: groups, with and without number, star and SIS',
    {
      body: body(
        'Rue du SIS 89',
        'SIS: hs',
        'Groupe: 90 EM',
        'Groupe: * Piquet',
        'Groupe: 91 1er secours, SIS HS',
      ),
    },
    alarm('Rue du SIS 89', { groupes: ['90 EM', 'Piquet', '91 1er secours'] }),
  ),
  mail(
    'Text: a group of a SIS that nobody knows',
    { body: body('Rue du SIS 79', 'SIS: hs', 'Groupe: 90 EM, SIS Ailleurs', 'Groupe: 90 EM') },
    alarm('Rue du SIS 79', { groupes: ['90 EM'] }, 'Groupe sans SIS connu, ignoré : 90 EM, SIS Ailleurs.'),
  ),
  mail(
    'Text: a group without its SIS in an alarm of two',
    { body: body('Rue du SIS 78', 'SIS: hs, test', 'Groupe: 90 EM') },
    alarms(
      { hs: alarme('Rue du SIS 78'), test: alarme('Rue du SIS 78') },
      'Groupe sans SIS connu, ignoré : 90 EM.',
    ),
  ),
]
