import type { RapportStatistique } from '../../src/exports/rapport_statistique.ts'

/** The federal report of a year with interventions in one category. */
export const rapport: RapportStatistique = {
  sis_key: 'hs',
  nom: 'SIS Haute-Sorne',
  annee: 2026,
  debut: '2026-01-01',
  fin: '2026-12-31',
  date: '2027-02-03',
  logo: null,
  categories: [
    ['Lutte contre le feu', 1, '1234.50', 3, 4, 5, '6.75'] as const,
    ['Événements dus à la nature', 0, '0.00', 0, 0, 0, '0.00'] as const,
  ].map(([designation, nb, heures, sauve_personne, sauve_animaux, nb_precedent, heures_precedent]) => ({
    ...{ designation, nb, heures, sauve_personne, sauve_animaux, nb_precedent, heures_precedent },
  })),
  total: {
    nb: 1,
    heures: '1234.50',
    sauve_personne: 3,
    sauve_animaux: 4,
    nb_precedent: 5,
    heures_precedent: '6.75',
  },
}
