import type { CorpusMail } from '../expectation.ts'
import { alarm, mail } from '../letter.ts'

const described = (adresse: string, description: string, more = {}) =>
  alarm(adresse, { description, ...more, intervention: { objet: description } })

/** Values that continue on the following lines, and the lines that end them. */
export const longValues: CorpusMail[] = [
  mail(
    'Text: a description over three lines, up to the next label',
    {
      body: 'Type: Feu\nDescription: Fumée\nau deuxième étage\ndeux personnes\nLieu: Rue Suivie 200\nSIS: hs',
    },
    described('Rue Suivie 200', 'Fumée au deuxième étage deux personnes'),
  ),
  mail(
    'Text: a description with paragraphs, at the end, above regards',
    {
      body: 'Type: Feu\nAdresse: Rue Suivie 201\nSIS: hs\nDescription:\n\nFumée épaisse\n\nAccès par la cour\n\nMeilleures salutations\nCET JU\nRue de la Police 1',
    },
    described('Rue Suivie 201', 'Fumée épaisse Accès par la cour'),
  ),
  mail(
    'Text: a description that ends at a label of which nothing is known',
    {
      body: 'Type: Feu\nAdresse: Rue Suivie 202\nSIS: hs\nDescription: Fumée\nnoire\nAppelant: Jeanne Exemple\nRue 3',
    },
    described('Rue Suivie 202', 'Fumée noire'),
  ),
  mail(
    'Text: an address on two lines',
    { body: 'Type: Feu\nAdresse: Rue Suivie 203\n2854 Bassecourt\nSIS: hs' },
    alarm('Rue Suivie 203 2854 Bassecourt', { intervention: { localite: '2854 Bassecourt' } }),
  ),
  mail(
    'Text: a line below a value of one line is reported, and coordinates on two lines are read',
    {
      body: 'Type: Feu\nAdresse: Rue Suivie 204\nDate: 14.03.2026 à 14h29\nvoir plan\nCode: FEU BAT ROUGE\nplan 3\nCoordonnées: E=2593067\nN=1246045\nSIS: hs',
    },
    alarm(
      'Rue Suivie 204',
      {
        code: 'FEU BAT',
        couleur: 'ROUGE',
        description: 'FEU BAT',
        date: '2026-03-14T13:29:00Z',
        lv95: '2593067,1246045',
        wgs84: '47.365210,7.346858',
        intervention: { objet: 'FEU BAT', degre: 4, type_intervention: 'Feu bâtiment' },
      },
      '« Code » : suite pas lue : plan 3. « Date » : suite pas lue : voir plan.',
    ),
  ),
  mail(
    'Text: people, numbers and groups on lines of their own',
    {
      body: 'Type: Feu\nAdresse: Rue Suivie 205\nSIS: hs\nGroupe: 90 EM,\nSIS Haute-Sorne\n91 1er secours\nSapeur: Amsler Ricarda, +41795551010\nTobler Daniel, +41258491517\n+41795551011\nVuilleumier-Châtelain\nMarie-Françoise; Berberat Yves',
    },
    alarm('Rue Suivie 205', {
      groupes: ['90 EM', '91 1er secours'],
      viennent: ['Amsler Ricarda', 'Tobler Daniel', 'Vuilleumier-Châtelain Marie-Françoise', 'Berberat Yves'],
      numeros: ['+41795551010', '+41258491517 +41795551011', '', ''],
    }),
  ),
  mail(
    'Text: labels and values parted by a sign of equality',
    {
      body: 'Type = Feu\nAdresse=Rue Suivie 206\nAppelant = Jeanne Exemple\nCoordonnées = E=2593067, N=1246045\nSIS = hs',
    },
    alarm('Rue Suivie 206', { lv95: '2593067,1246045', wgs84: '47.365210,7.346858' }),
  ),
  mail(
    'Text: labels and values side by side, as in a table',
    {
      body: 'Type          Feu\nAdresse       Rue Suivie 207\nAppelant      Jeanne Exemple\nSIS           hs',
    },
    alarm('Rue Suivie 207'),
  ),
  mail(
    'Text: no-break spaces, narrow ones too, wherever a space may be',
    {
      body: 'Type\u202f:\u00a0Feu\nAdresse\u00a0: Rue\u00a0Suivie\u202f208\nDate\u00a0: 14.03.2026\u00a0à\u202f14\u00a0h\u00a029\nCoordonnées : 2\u202f593\u202f067 / 1\u00a0246\u00a0045\nSIS : SIS\u00a0Haute-Sorne\nSapeur : Amsler\u00a0Ricarda, 079\u202f555\u202f10\u202f10',
    },
    alarm('Rue Suivie 208', {
      date: '2026-03-14T13:29:00Z',
      lv95: '2593067,1246045',
      wgs84: '47.365210,7.346858',
      viennent: ['Amsler Ricarda'],
      numeros: ['079 555 10 10'],
    }),
  ),
  mail(
    'Text: below people and groups a line that names nobody is reported',
    {
      body: 'Type: Feu\nAdresse: Rue Suivie 209\nSIS: hs\nGroupe: 90 EM\nalarmés par SMS\nSapeur: Amsler Ricarda, +41795551010\nMessage automatique, ne pas répondre',
    },
    alarm(
      'Rue Suivie 209',
      { groupes: ['90 EM'], viennent: ['Amsler Ricarda'], inconnus: [] },
      '« Groupe » : suite pas lue : alarmés par SMS. « Sapeur » : suite pas lue : Message automatique, ne pas répondre.',
    ),
  ),
]
