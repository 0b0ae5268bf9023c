import type { CorpusMail } from '../expectation.ts'
import { alarm, mail } from '../letter.ts'

const body = (adresse: string, ...more: string[]) =>
  `Type: Feu\nAdresse: ${adresse}\n${more.join('\n')}\nSIS: hs`

/** Code and colour; a missing description is replaced by the code. */
export const codes: CorpusMail[] = [
  mail(
    'Text: a code that ends in its colour',
    { body: body('Rue du Code 50', 'Code: FEU BAT ROUGE') },
    alarm('Rue du Code 50', {
      code: 'FEU BAT',
      couleur: 'ROUGE',
      description: 'FEU BAT',
      intervention: {
        objet: 'FEU BAT',
        degre: 4,
        type_intervention: 'Feu bâtiment',
        stat_federal: 'Lutte contre le feu',
      },
    }),
  ),
  mail(
    'Text: a colour and no code',
    { body: body('Rue du Code 51', 'Couleur: bleu') },
    alarm('Rue du Code 51', { couleur: 'BLEU', intervention: { degre: 2 } }),
  ),
  mail(
    'Text: an unknown colour',
    { body: body('Rue du Code 52', 'Couleur: vert') },
    alarm('Rue du Code 52', {}, 'Couleur inconnue : vert.'),
  ),
  mail(
    'Text: an unknown colour beside that of the code',
    { body: body('Rue du Code 53', 'Code: AA JAUNE', 'Couleur: orange') },
    alarm(
      'Rue du Code 53',
      {
        code: 'AA',
        couleur: 'JAUNE',
        description: 'AA',
        intervention: {
          objet: 'AA',
          degre: 3,
          type_intervention: 'Alarme automatique',
          stat_federal: 'Fausses alarmes de détection incendie',
        },
      },
      'Couleur inconnue : orange.',
    ),
  ),
  mail(
    'Text: a colour that is another than that of the code',
    { body: body('Rue du Code 54', 'Code: FEU VHC ROUGE', 'Couleur: GRIS') },
    alarm('Rue du Code 54', {
      code: 'FEU VHC',
      couleur: 'GRIS',
      description: 'FEU VHC',
      intervention: {
        objet: 'FEU VHC',
        degre: 1,
        type_intervention: 'Feu véhicule',
        stat_federal: 'Lutte contre le feu',
      },
    }),
  ),
  mail(
    'Text: a code without colour that nobody knows',
    { body: body('Rue du Code 55', 'Code: XYZ 3') },
    alarm('Rue du Code 55', {
      code: 'XYZ 3',
      description: 'XYZ 3',
      intervention: { objet: 'XYZ 3', stat_federal: 'Interventions diverses' },
    }),
  ),
  mail(
    'Text: a code and a description, and no type',
    { body: 'Code: GUEPES\nDescription: Nid dans un store\nLieu: Rue du Code 56\nSIS: hs' },
    alarm('Rue du Code 56', {
      type: 'GUEPES',
      code: 'GUEPES',
      description: 'Nid dans un store',
      intervention: {
        objet: 'Nid dans un store',
        type_intervention: 'Guêpes',
        stat_federal: 'Interventions diverses',
      },
    }),
  ),
]
