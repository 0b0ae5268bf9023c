import type { CorpusMail } from '../expectation.ts'
import { alarm, jsonBody as body, ignored, mail } from '../letter.ts'

const least = (adresse: string) => ({ type: 'Feu', adresse, sis: ['hs'] })

/** The fields of an alarm. */
export const fields: CorpusMail[] = [
  mail(
    'JSON: every field that there is',
    body({
      type: 'Alarme réelle',
      adresse: '2800 Delémont, Rue JSON 300',
      description: 'Feu bâtiment',
      date: '2026-03-14T14:28:15+01:00',
      code: 'FEU BAT',
      couleur: 'ROUGE',
      coordonnees: { e: 2593067, n: 1246045 },
      sis: ['hs'],
      groupes: [
        { no: '90', nom: 'EM' },
        { no: 91, nom: '1er secours' },
      ],
      sapeurs: [
        { nom: 'Amsler', prenom: 'Ricarda', telephone: '+41795551010', reponse: 'vient' },
        { nom: 'Tobler', prenom: 'Daniel', telephone: '+41795551011', reponse: 'ne_vient_pas' },
        { nom: 'Berberat', prenom: 'Yves', telephone: '079 555 10 12', reponse: 'Vient' },
        { nom: 'Inconnue', prenom: 'Jeanne', telephone: '+41791112255', reponse: 'vient' },
      ],
    }),
    alarm('2800 Delémont, Rue JSON 300', {
      type: 'Alarme réelle',
      code: 'FEU BAT',
      couleur: 'ROUGE',
      description: 'Feu bâtiment',
      date: '2026-03-14T13:28:15Z',
      lv95: '2593067,1246045',
      wgs84: '47.365210,7.346858',
      groupes: ['90 EM', '91 1er secours'],
      viennent: ['Amsler Ricarda', 'Berberat Yves'],
      inconnus: ['Inconnue Jeanne'],
      intervention: {
        objet: 'Feu bâtiment',
        degre: 4,
        type_intervention: 'Feu bâtiment',
        stat_federal: 'Lutte contre le feu',
        localite: '2800 Delémont',
      },
    }),
  ),
  mail(
    'JSON: keys of which nothing is known, however deep',
    body({
      ...least('Rue JSON 301'),
      version: 3,
      'report-id': { a: [[[{ b: null }]]] },
      coordonnees: { lat: 47.36521, lon: 7.346858, alt: 400 },
      groupes: [{ nom: 'Piquet', couleur: 'bleu' }],
      __proto__: { type: 'Autre' },
    }),
    alarm('Rue JSON 301', { wgs84: '47.365210,7.346858', groupes: ['Piquet'] }),
  ),
  mail(
    'JSON: null for all that is not known',
    body({
      ...least('Rue JSON 302'),
      description: null,
      date: null,
      code: null,
      couleur: null,
      coordonnees: null,
      groupes: null,
      sapeurs: null,
    }),
    alarm('Rue JSON 302'),
  ),
  mail(
    'JSON: empty texts, lists and coordinates',
    body({
      ...least('Rue JSON 303'),
      description: '',
      date: ' ',
      code: '',
      couleur: '',
      coordonnees: { lat: null, lon: null },
      groupes: [{ no: null, nom: '' }],
      sapeurs: [{ nom: '', prenom: ' ' }],
    }),
    alarm('Rue JSON 303'),
  ),
  mail(
    'JSON: a description and no type, blanks around both',
    body({ description: '  Odeur de gaz\n', adresse: '\tRue JSON 304 ', sis: [' hs '] }),
    alarm('Rue JSON 304', {
      type: '',
      description: 'Odeur de gaz',
      intervention: { objet: 'Odeur de gaz', stat_federal: 'Interventions diverses' },
    }),
  ),
  mail(
    'JSON: latitude and longitude, of which six decimals are kept',
    body({ ...least('Rue JSON 305'), coordonnees: { lat: 47.36521049, lon: 7.34685751 } }),
    alarm('Rue JSON 305', { wgs84: '47.365210,7.346858' }),
  ),
  mail(
    'JSON: LV95 with fractions of a metre, and latitude and longitude: LV95 counts',
    body({ ...least('Rue JSON 306'), coordonnees: { e: 2593067.25, n: 1246045.5, lat: 1, lon: 2 } }),
    alarm('Rue JSON 306', { lv95: '2593067.25,1246045.5', wgs84: '47.365214,7.346861' }),
  ),
  mail(
    'JSON: LV95 outside Switzerland',
    body({ ...least('Rue JSON 307'), coordonnees: { e: 2900000, n: 1246045 } }),
    alarm('Rue JSON 307', {}, 'Coordonnées hors de Suisse : 2900000,1246045.'),
  ),
  mail(
    'JSON: a longitude that is impossible',
    body({ ...least('Rue JSON 308'), coordonnees: { lat: 47.3, lon: 187.3 } }),
    alarm('Rue JSON 308', {}, 'Coordonnées impossibles : 47.3,187.3.'),
  ),
  mail(
    'JSON: coordinates and no address',
    body({ type: 'Feu', coordonnees: { lat: 47.36521, lon: 7.346858 }, sis: ['hs'] }),
    alarm('', { wgs84: '47.365210,7.346858' }, 'Le document n’a pas d’adresse.'),
  ),
  mail(
    'JSON: a code that ends in its colour, and a local date',
    {
      ...body({ ...least('Rue JSON 309'), code: 'INOND BLEU', date: '14.07.2026 14:29' }),
      date: 'Date: Tue, 14 Jul 2026 14:30:00 +0200',
    },
    alarm('Rue JSON 309', {
      code: 'INOND',
      couleur: 'BLEU',
      description: 'INOND',
      date: '2026-07-14T12:29:00Z',
      intervention: {
        objet: 'INOND',
        degre: 2,
        type_intervention: 'Inondation',
        stat_federal: 'Événements dus à la nature',
      },
    }),
  ),
  mail(
    'JSON: a colour and a date that cannot be read',
    body({ ...least('Rue JSON 310'), couleur: 'vert', date: 'hier' }),
    alarm('Rue JSON 310', {}, 'Couleur inconnue : vert. Date illisible : hier.'),
  ),
  mail(
    'JSON: an exercise',
    body({ ...least('Rue JSON 318'), type: 'EXERCICE' }),
    alarm('Rue JSON 318', { type: 'EXERCICE', intervention: null }),
  ),
  mail(
    'JSON: a weather warning, without an address',
    body({ type: 'Information', description: 'Avis météo', sis: ['hs'] }),
    ignored('Avis météo.'),
  ),
  mail(
    'JSON: a key twice: the last one counts',
    {
      headers: ['Content-Type: application/json'],
      body: '{"type":"Feu","adresse":"Rue JSON 0","adresse":"Rue JSON 319","sis":["hs"]}',
    },
    alarm('Rue JSON 319'),
  ),
  mail(
    'JSON: letters as escapes, and such as no text holds',
    {
      headers: ['Content-Type: application/json'],
      body: '{"type":"Feu","adresse":"Rue de l\\u2019\\u00c9glise\\u0000 320","description":"\\ud83d\\ude92 \\ud83d","sis":["hs"]}',
    },
    alarm('Rue de l’Église 320', { description: '🚒 \ufffd', intervention: { objet: '🚒 \ufffd' } }),
  ),
]
