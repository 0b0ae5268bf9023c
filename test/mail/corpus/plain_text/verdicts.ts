import type { CorpusMail } from '../expectation.ts'
import { alarm, failed, ignored, mail } from '../letter.ts'

/** Mails without an alarm, or with one that calls nobody. */
export const verdicts: CorpusMail[] = [
  mail(
    'Text: a letter',
    {
      body: 'Bonjour,\n\nLa séance a lieu jeudi : merci de confirmer.\nDate: 19.03.2026 19:00\n\nSalutations',
    },
    failed('Aucun format d’alarme reconnu.'),
  ),
  mail('Text: nothing', { body: '' }, ignored('Le message est vide.')),
  mail(
    'Text: an address without a word of what happened',
    { body: 'Adresse: Rue Muette 110\nSIS: hs' },
    alarm('Rue Muette 110', {
      type: '',
      intervention: { objet: 'Alarme', stat_federal: 'Interventions diverses' },
    }),
  ),
  mail(
    'Text: a type without an address',
    { body: 'Type: Séance\nDate: 19.03.2026 19:00' },
    failed('Aucun SIS de cette instance n’est nommé. Le message n’a pas d’adresse.'),
  ),
  mail(
    'Text: a type without an address, and a SIS, which only an alarm names',
    { body: 'Type: Feu\nSIS: hs\nCouleur: ROUGE' },
    alarm('', { couleur: 'ROUGE', intervention: { degre: 4 } }, 'Le message n’a pas d’adresse.'),
  ),
  mail(
    'Text: an address and a code, without type or description',
    { body: 'Code: FEU BAT ROUGE\nAdresse: Rue Muette 111\nSIS: hs' },
    alarm('Rue Muette 111', {
      type: 'FEU BAT',
      code: 'FEU BAT',
      couleur: 'ROUGE',
      description: 'FEU BAT',
      intervention: { objet: 'FEU BAT', degre: 4, type_intervention: 'Feu bâtiment' },
    }),
  ),
  mail(
    'Text: coordinates instead of an address',
    { body: 'Type: Feu\nCoordonnées: 2593067,1246045\nSIS: hs' },
    alarm('', { lv95: '2593067,1246045', wgs84: '47.365210,7.346858' }, 'Le message n’a pas d’adresse.'),
  ),
  mail(
    'Text: a weather warning by its type',
    { body: 'Type: Avertissement MÉTÉO\nAdresse: Canton du Jura\nSIS: hs' },
    ignored('Avis météo.'),
  ),
  mail(
    'Text: a weather warning by its description, without an address',
    { body: 'Type: Information\nDescription: Alerte MeteoSuisse, vents violents\nSIS: hs' },
    ignored('Avis météo.'),
  ),
  mail(
    'Text: a fire beside a weather station',
    { body: 'Type: Feu\nAdresse: Rue de la Météo 114\nDescription: À côté de la station météo\nSIS: hs' },
    alarm('Rue de la Météo 114', {
      description: 'À côté de la station météo',
      intervention: { objet: 'À côté de la station météo' },
    }),
  ),
  mail(
    'Text: wind, says the weather service, and no place',
    { body: 'Type: Information\nDescription: Vents violents dès 18h, dit MétéoSuisse\nSIS: hs' },
    ignored('Avis météo.'),
  ),
  mail(
    'Text: a type of two words and no code, by the words of the table of codes',
    { body: 'Type: Feu\nDescription: Feu de cheminée\nAdresse: Rue des Mots 115\nSIS: hs' },
    alarm('Rue des Mots 115', {
      description: 'Feu de cheminée',
      intervention: { objet: 'Feu de cheminée', type_intervention: 'Feu cheminée' },
    }),
  ),
  mail(
    'Text: a test',
    { body: 'Type: Alarme TEST\nAdresse: Rue du Test 112\nSIS: hs' },
    alarm('Rue du Test 112', { type: 'Alarme TEST', intervention: null }),
  ),
  mail(
    'Text: an exercise',
    { body: 'Type: Exercice mensuel\nAdresse: Rue du Test 113\nSIS: hs' },
    alarm('Rue du Test 113', { type: 'Exercice mensuel', intervention: null }),
  ),
]
