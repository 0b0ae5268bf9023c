import fc from 'fast-check'
import type { Assure } from './cotisations.ts'

/** A sapeur of a random year. */
export interface RandomSapeur extends Assure {
  fonctions: { fonction_id: number; debut: string; fin: string | null }[]
  services: { debut: string; fin: string | null }[]
}

// All year, from or until a day of it, with a gap, and before or after it.
const services = (annee: number): fc.Arbitrary<RandomSapeur['services']> =>
  fc.constantFrom(
    [{ debut: '2010-01-01', fin: null }],
    [{ debut: '2010-01-01', fin: null }],
    [{ debut: '2010-01-01', fin: `${annee}-07-10` }],
    [{ debut: `${annee}-04-15`, fin: null }],
    [
      { debut: '2010-01-01', fin: `${annee}-02-28` },
      { debut: `${annee}-10-31`, fin: `${annee + 2}-01-01` },
    ],
    [{ debut: '2010-01-01', fin: `${annee - 1}-12-31` }],
    [{ debut: `${annee + 1}-01-01`, fin: null }],
    [],
  )

// Nobody reaches the reference age in one of these years: see lastDayOfAc.
/** Someone, and when they served and had which functions, around a year. @param fonctions number of functions */
export const randomSapeur = (annee: number, fonctions: number): fc.Arbitrary<RandomSapeur> =>
  fc.record({
    cotisation_avs: fc.constantFrom(true, true, true, false),
    date_naissance: fc.constantFrom(
      ...[null, '1950-07-01', '1990-02-28', '2000-12-31', `${annee - 18}-12-31`, `${annee - 17}-01-01`],
    ),
    civilite_id: fc.constantFrom(null, 1, 2),
    services: services(annee),
    fonctions: fc.uniqueArray(
      fc.record({
        fonction_id: fc.integer({ min: 1, max: fonctions }),
        debut: fc.constantFrom('2020-01-01', `${annee}-01-01`, `${annee}-03-15`, `${annee}-12-31`),
        fin: fc.constantFrom(null, `${annee}-12-31`, `${annee + 1}-06-30`),
      }),
      { maxLength: 3, selector: ({ fonction_id }) => fonction_id },
    ),
  })
