import type { CorpusMail } from '../expectation.ts'
import { alarm, alarme, alarms, jsonBody as body, failed, mail } from '../letter.ts'

const least = (adresse: string) => ({ type: 'Feu', adresse, sis: ['hs'] })

/** The SIS of an alarm, and the people who come. */
export const people: CorpusMail[] = [
  mail(
    'JSON: three SIS, by key, abbreviation and the title of a group',
    body({
      type: 'Feu',
      adresse: 'Rue JSON 311',
      sis: ['hs', 'sis t'],
      groupes: [{ no: 90, nom: 'EM, SIS Delémont' }],
    }),
    alarms({
      hs: alarme('Rue JSON 311'),
      test: alarme('Rue JSON 311'),
      dl: alarme('Rue JSON 311', { groupes: ['90 EM'] }),
    }),
  ),
  mail(
    'JSON: an unknown SIS beside a known one, and a group of another',
    body({
      ...least('Rue JSON 312'),
      sis: ['Ailleurs', 'hs'],
      groupes: [{ no: '90', nom: 'EM - Nulle part' }],
    }),
    alarm(
      'Rue JSON 312',
      {},
      'SIS inconnu, ignoré : Ailleurs. Groupe sans SIS connu, ignoré : 90 EM - Nulle part.',
    ),
  ),
  mail(
    'JSON: null instead of the SIS',
    body({ ...least('Rue JSON 313'), sis: null }),
    failed('Aucun SIS de cette instance n’est nommé.'),
  ),
  mail(
    'JSON: a list without a SIS',
    body({ ...least('Rue JSON 314'), sis: [] }),
    failed('Aucun SIS de cette instance n’est nommé.'),
  ),
  mail(
    'JSON: groups without number or without name',
    body({ ...least('Rue JSON 315'), groupes: [{ no: '90' }, { nom: '*Piquet' }, {}] }),
    alarm('Rue JSON 315', { groupes: ['90', 'Piquet'] }),
  ),
  mail(
    'JSON: every answer that there is; only who comes is named',
    body({
      ...least('Rue JSON 316'),
      sapeurs: [
        { nom: 'Amsler', prenom: 'Ricarda', reponse: 'VIENT' },
        { nom: 'Tobler', prenom: 'Daniel', reponse: 'ne vient pas' },
        { nom: 'Berberat', prenom: 'Yves', reponse: 'pas_atteint' },
        { nom: 'Chappuis', prenom: 'Élodie', reponse: 'aucune' },
        { nom: 'Dobler', prenom: 'Mathieu', reponse: '' },
        { nom: 'Erard', prenom: 'Fabienne', reponse: null },
        { nom: 'Froidevaux', prenom: 'Cédric' },
      ],
    }),
    alarm('Rue JSON 316', { viennent: ['Amsler Ricarda'] }),
  ),
  mail(
    'JSON: several numbers in one, names in one and the other field',
    body({
      ...least('Rue JSON 317'),
      sapeurs: [
        { nom: 'X', telephone: '+41328310000, 079 555 10 15', reponse: 'vient' },
        { nom: 'Nathalie Gigon', reponse: 'vient' },
        { prenom: 'hulmann gregory', reponse: 'vient' },
        { telephone: '0041795551019', reponse: 'vient' },
      ],
    }),
    alarm('Rue JSON 317', {
      viennent: ['Erard Fabienne', 'Gigon Nathalie', 'Hulmann Grégory', 'Jeannerat Céline'],
      numeros: ['+41328310000 079 555 10 15', '', '', '0041795551019'],
    }),
  ),
  mail(
    'JSON: a person without name and number still counts',
    body({
      ...least('Rue JSON 391'),
      sapeurs: [
        { reponse: 'vient' },
        { nom: 'Inconnu', telephone: '079/111.22.33; +41791112244 interne 12', reponse: 'vient' },
      ],
    }),
    alarm('Rue JSON 391', {
      inconnus: ['', 'Inconnu'],
      numeros: ['', '079/111.22.33 +41791112244 interne 12'],
    }),
  ),
  mail(
    'JSON: people of three SIS, each in his own, and somebody in all three',
    body({
      type: 'Feu',
      adresse: 'Rue JSON 392',
      sis: ['hs', 'test', 'dl'],
      sapeurs: [
        { nom: 'Amsler', prenom: 'Ricarda', telephone: '+41795553001', reponse: 'vient' },
        { nom: 'Aubry', prenom: 'Pascal', reponse: 'vient' },
        { reponse: 'vient' },
      ],
    }),
    alarms({
      hs: alarme('Rue JSON 392', { inconnus: [''] }),
      test: alarme('Rue JSON 392', { viennent: ['Aubry Pascal'], inconnus: [''] }),
      dl: alarme('Rue JSON 392', { viennent: ['Comte Anne'], inconnus: [''], numeros: ['+41795553001', ''] }),
    }),
  ),
]
