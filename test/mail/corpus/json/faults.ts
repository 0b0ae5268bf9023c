import type { CorpusMail } from '../expectation.ts'
import { alarm, type Content, failed, mail } from '../letter.ts'

const body = (source: string): Content => ({ headers: ['Content-Type: application/json'], body: source })
const least = { type: 'Feu', adresse: 'Rue de la Faute 1', sis: ['hs'] }

const unreadable = (title: string, source: string) =>
  mail(`JSON that is none: ${title}`, body(source), failed('Le document JSON est illisible.'))

const wrong = (title: string, field: string, more: object) =>
  mail(
    `JSON of a wrong type: ${title}`,
    body(JSON.stringify({ ...least, ...more })),
    failed(`JSON : le champ « ${field} » n’a pas la forme attendue.`),
  )

const tooMany = (field: string, more: object) =>
  mail(
    `JSON with too many: ${field}`,
    body(JSON.stringify({ ...least, ...more })),
    failed(`JSON : le champ « ${field} » a trop d’éléments.`),
  )

/** Unreadable values: the reason names the field. */
export const faults: CorpusMail[] = [
  unreadable('a comma too many', '{"type":"Feu","adresse":"Rue 1","sis":["hs"],}'),
  unreadable('cut off', '{"type":"Feu","adre'),
  unreadable('single quotes', "{'type':'Feu','adresse':'Rue 1'}"),
  unreadable('a remark', '{"type":"Feu", // réelle\n"adresse":"Rue 1"}'),
  unreadable('nothing', ''),
  unreadable('two documents in one', '{"type":"Feu","adresse":"Rue 1"}{"type":"Feu","adresse":"Rue 2"}'),
  wrong('a number for the type', 'type', { type: 3 }),
  wrong('a list for the address', 'adresse', { adresse: ['Rue', 1] }),
  wrong('a truth for the description', 'description', { description: true }),
  wrong('seconds for the date', 'date', { date: 1773494895 }),
  wrong('an object for the code', 'code', { code: { texte: 'FEU BAT' } }),
  wrong('a number for the colour', 'couleur', { couleur: 4 }),
  wrong('a text for the coordinates', 'coordonnees', { coordonnees: '47.36,7.34' }),
  wrong('texts for latitude and longitude', 'coordonnees.lat', {
    coordonnees: { lat: '47.36', lon: '7.34' },
  }),
  wrong('half of the coordinates', 'coordonnees.n', { coordonnees: { e: 2593067 } }),
  wrong('a text for the list of SIS', 'sis', { sis: 'hs' }),
  wrong('a number in the list of SIS', 'sis.1', { sis: ['hs', 4] }),
  wrong('a text for a group', 'groupes.0', { groupes: ['90 EM'] }),
  wrong('a list for the number of a group', 'groupes.0.no', { groupes: [{ no: [90], nom: 'EM' }] }),
  wrong('a number for the name of a group', 'groupes.1.nom', { groupes: [{ nom: 'EM' }, { nom: 91 }] }),
  wrong('an object for the list of people', 'sapeurs', { sapeurs: { nom: 'Amsler' } }),
  wrong('a number for a telephone', 'sapeurs.0.telephone', {
    sapeurs: [{ nom: 'Amsler', telephone: 795551010 }],
  }),
  wrong('an answer that nobody knows', 'sapeurs.0.reponse', {
    sapeurs: [{ nom: 'Amsler', reponse: 'peut-être' }],
  }),
  wrong('garbage, deeply nested', 'description', { description: [[[[{ a: [{}] }]]]] }),
  tooMany('sis', { sis: Array(101).fill('hs') }),
  tooMany('groupes', { groupes: Array(201).fill({ nom: 'EM' }) }),
  tooMany('sapeurs', { sapeurs: Array(5_000).fill({ nom: 'Amsler' }) }),
  mail(
    'JSON of a thousand people, which is not too many',
    body(
      JSON.stringify({
        ...least,
        adresse: 'Rue de la Foule 340',
        sapeurs: Array(1_000).fill({ nom: 'Foule' }),
      }),
    ),
    alarm('Rue de la Foule 340'),
  ),
  mail(
    'JSON without type and description',
    body('{"adresse":"Rue JSON 390","sis":["hs"]}'),
    alarm('Rue JSON 390', {
      type: '',
      intervention: { objet: 'Alarme', stat_federal: 'Interventions diverses' },
    }),
  ),
  mail(
    'JSON without address and coordinates',
    body('{"type":"Feu","sis":["hs"]}'),
    alarm('', {}, 'Le document n’a pas d’adresse.'),
  ),
  mail(
    'JSON that says neither what nor where',
    body('{"sis":["hs"]}'),
    failed('JSON : le champ « type » manque.'),
  ),
  mail(
    'JSON that is a list of alarms',
    body(JSON.stringify([least, least])),
    failed('JSON : une liste d’alarmes n’est pas lue ; une alarme est un objet.'),
  ),
  mail('JSON that is a list of numbers', body('[1,2,3]'), failed('Aucun format d’alarme reconnu.')),
  mail('JSON that is null', body('null'), failed('Aucun format d’alarme reconnu.')),
  mail(
    'JSON about something else',
    body('{"report-id":1,"toString":2}'),
    failed('Aucun format d’alarme reconnu.'),
  ),
]
