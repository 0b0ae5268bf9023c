import { composeAlarm } from '../../../src/demo/alarm.ts'
import type { CorpusMail } from './expectation.ts'

/** Mails that bring the alarm centre's mobilisation report. */
export const mobilisationReport: CorpusMail[] = [
  {
    title: "Rapport d'alarme FEU BAT",
    mail: () =>
      composeAlarm({ date: new Date('2026-03-14T13:29:45Z'), adresse: '2854 Bassecourt, Première 1' }),
    becomes: {
      etat: 'alarm',
      raison: '',
      alarmes: {
        hs: {
          type: 'Alarme réelle',
          code: 'FEU BAT',
          couleur: 'ROUGE',
          adresse: '2854 Bassecourt, Première 1',
          complement: '',
          description: 'Feu bâtiment',
          date: '2026-03-14T13:29:45Z',
          wgs84: '',
          lv95: '',
          groupes: ['90 EM', '91 1er secours'],
          viennent: [
            'Amsler Ricarda',
            'Tobler Daniel',
            'Chappuis Élodie',
            'Chappuis Élodie',
            'Froidevaux Cédric',
            'Gigon Nathalie',
            'Hulmann Grégory',
          ],
          inconnus: [],
          intervention: {
            objet: 'Feu bâtiment',
            lieu: '2854 Bassecourt, Première 1',
            degre: 4,
            type_intervention: 'Feu bâtiment',
            stat_federal: 'Lutte contre le feu',
            localite: '2854 Bassecourt',
          },
        },
      },
    },
  },
]
