import type { CorpusMail } from '../expectation.ts'
import { em, fire, none, reportMail, usual } from './report_mail.ts'

const street = (name: string) => `2800 Delémont, ${name}`
const nowhere = { wgs84: '', lv95: '' }

/** A fire with the given message line, and its outcome. */
function line(title: string, message: string, becomes: CorpusMail['becomes']): CorpusMail {
  return reportMail(title, { spec: fire('', { message }) }, becomes)
}

/** The message line: code, colour, address, complement, coordinates. */
export const message: CorpusMail[] = [
  line(
    'A report as the specification shows it',
    `FEU BAT ROUGE; ${street('Rue du Message 1')};Cheminée; 2593067,1246045;CET JU`,
    usual(street('Rue du Message 1')),
  ),
  line(
    'A code without colour is of the first degree',
    `FEU VHC; ${street('Rue du Message 2')};Parking; 2593067,1246045;CET JU`,
    usual(
      street('Rue du Message 2'),
      { code: 'FEU VHC', couleur: '', complement: 'Parking' },
      { degre: 1, type_intervention: 'Feu véhicule' },
    ),
  ),
  line(
    'A colour in the middle of the code is part of the code',
    `FEU ROUGE BAT; ${street('Rue du Message 3')};Cheminée; 2593067,1246045;CET JU`,
    usual(
      street('Rue du Message 3'),
      { code: 'FEU ROUGE BAT', couleur: '' },
      { degre: 1, type_intervention: 'Autre intervention' },
    ),
  ),
  line(
    'JAUNE is of the third degree',
    `AA JAUNE; ${street('Rue du Message 4')};Hôpital; 2593067,1246045;CET JU`,
    usual(
      street('Rue du Message 4'),
      { code: 'AA', couleur: 'JAUNE', complement: 'Hôpital' },
      {
        degre: 3,
        type_intervention: 'Alarme automatique',
        stat_federal: 'Fausses alarmes de détection incendie',
      },
    ),
  ),
  line(
    'BLEU is of the second degree',
    `INOND BLEU; ${street('Rue du Message 5')};Cave; 2593067,1246045;CET JU`,
    usual(
      street('Rue du Message 5'),
      { code: 'INOND', couleur: 'BLEU', complement: 'Cave' },
      { degre: 2, type_intervention: 'Inondation', stat_federal: 'Événements dus à la nature' },
    ),
  ),
  line(
    'GRIS is of the first degree',
    `GUEPES GRIS; ${street('Rue du Message 6')};Toit; 2593067,1246045;CET JU`,
    usual(
      street('Rue du Message 6'),
      { code: 'GUEPES', couleur: 'GRIS', complement: 'Toit' },
      { degre: 1, type_intervention: 'Guêpes', stat_federal: 'Interventions diverses' },
    ),
  ),
  line(
    'A code that is in no table, beside one that begins with two known ones',
    `CHEVAL ROUGE; ${street('Rue du Message 7')};Fosse; 2593067,1246045;CET JU`,
    usual(
      street('Rue du Message 7'),
      { code: 'CHEVAL', complement: 'Fosse' },
      { type_intervention: 'Autre intervention', stat_federal: 'Interventions diverses' },
    ),
  ),
  line(
    'The longest known code wins',
    `POLLU CHIM 2 JAUNE; ${street('Rue du Message 8')};Usine; 2593067,1246045;CET JU`,
    usual(
      street('Rue du Message 8'),
      { code: 'POLLU CHIM 2', couleur: 'JAUNE', complement: 'Usine' },
      { degre: 3, type_intervention: 'Pollution chimique', stat_federal: 'Défense chimique' },
    ),
  ),
  line(
    'An empty complement',
    `FEU BAT ROUGE; ${street('Rue du Message 9')};; 2593067,1246045;CET JU`,
    usual(street('Rue du Message 9'), { complement: '' }),
  ),
  line(
    'A complement that holds semicolons',
    `FEU BAT ROUGE; ${street('Rue du Message 10')};Cave; côté nord;fumée; 2593067,1246045;CET JU`,
    usual(street('Rue du Message 10'), { complement: 'Cave; côté nord; fumée' }),
  ),
  line(
    'A complement that holds semicolons, and no coordinates',
    `FEU BAT ROUGE; ${street('Rue du Message 11')};Cave; côté nord;fumée;CET JU`,
    usual(street('Rue du Message 11'), { complement: 'Cave; côté nord; fumée', ...nowhere }),
  ),
  line(
    'Four parts, the third the coordinates',
    `FEU BAT ROUGE; ${street('Rue du Message 12')}; 2593067,1246045;CET JU`,
    usual(street('Rue du Message 12'), { complement: '' }),
  ),
  line(
    'Four parts, the third ends in the coordinates',
    `FEU BAT ROUGE; ${street('Rue du Message 13')}; Cheminée 2593067,1246045;CET JU`,
    usual(street('Rue du Message 13')),
  ),
  line(
    'Four parts without coordinates: the third is the complement',
    `FEU BAT ROUGE; ${street('Rue du Message 14')}; Cheminée, 2e étage;CET JU`,
    usual(street('Rue du Message 14'), { complement: 'Cheminée, 2e étage', ...nowhere }),
  ),
  line(
    'Coordinates of the old national grid',
    `FEU BAT ROUGE; ${street('Rue du Message 15')};Cheminée; 593067,246045;CET JU`,
    usual(street('Rue du Message 15')),
  ),
  line(
    'Coordinates outside Switzerland are left out with a warning',
    `FEU BAT ROUGE; ${street('Rue du Message 16')};Cheminée; 2479999,1246045;CET JU`,
    {
      ...usual(street('Rue du Message 16'), nowhere),
      raison: 'Coordonnées hors de Suisse : 2479999,1246045.',
    },
  ),
  line(
    'Coordinates on the edge of Switzerland stand',
    `FEU BAT ROUGE; ${street('Rue du Message 17')};Cheminée; 2840000,1300000;CET JU`,
    usual(street('Rue du Message 17'), { wgs84: '47.806420,10.643254', lv95: '2840000,1300000' }),
  ),
  line(
    'An alarm that has coordinates and no address',
    'FEU FORET BLEU; ; Lisière; 2593067,1246045;CET JU',
    usual(
      '',
      { code: 'FEU FORET', couleur: 'BLEU', complement: 'Lisière' },
      { degre: 2, type_intervention: 'Feu forêt' },
    ),
  ),
  line(
    'Fewer than four parts are an information',
    'Information; le numéro de la centrale change; lundi',
    none('ignored', 'Message d’information : moins de quatre parties séparées par « ; ».'),
  ),
  line(
    'A message without any semicolon is an information',
    'Fin d’intervention, merci à tous',
    none('ignored', 'Message d’information : moins de quatre parties séparées par « ; ».'),
  ),
  line(
    'A message about the weather is no alarm',
    'Météo suisse; vents violents; Jura; dès 18h; CET JU',
    none('ignored', 'Avis météo.'),
  ),
  line(
    'A fire beside a weather station is an alarm',
    `FEU BAT ROUGE; ${street('Rue du Message 21')};Station météo; 2593067,1246045;CET JU`,
    usual(street('Rue du Message 21'), { complement: 'Station météo' }),
  ),
  line(
    'What MétéoSuisse says without a place is no alarm',
    'INFO GRIS; ;Orages selon MétéoSuisse; ;CET JU',
    none('ignored', 'Avis météo.'),
  ),
  reportMail(
    'A line without a code: the words of the description tell the type',
    {
      spec: fire('', {
        message: `ROUGE; ${street('Rue du Message 22')};Local technique; 2593067,1246045;CET JU`,
        description: 'Inondation',
      }),
    },
    usual(
      street('Rue du Message 22'),
      { code: '', complement: 'Local technique', description: 'Inondation' },
      { objet: 'Inondation', type_intervention: 'Inondation', stat_federal: 'Événements dus à la nature' },
    ),
  ),
  reportMail(
    'A description about the weather is no alarm',
    { spec: fire(street('Rue du Message 18'), { description: 'AVIS METEO niveau 3' }) },
    none('ignored', 'Avis météo.'),
  ),
  reportMail(
    'Without a description the code and the complement describe it',
    { spec: fire(street('Rue du Message 19'), { description: '', groupes: [em()] }) },
    usual(street('Rue du Message 19'), { description: 'FEU BAT Cheminée' }, { objet: 'FEU BAT Cheminée' }),
  ),
  reportMail(
    'Without a type the code is the type',
    { spec: fire(street('Rue du Message 20'), { type: '' }) },
    usual(street('Rue du Message 20'), { type: 'FEU BAT' }),
  ),
]
