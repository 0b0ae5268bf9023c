import fc from 'fast-check'
import type { Amende, IndemniteAnnuelle } from './annee.ts'
import type { AvsParam } from './cotisations.ts'
import type { Demande } from './decomptes.ts'
import { type Imputation, modules, types, unites } from './ecriture.ts'
import type { HeureType, IndemniteExercice } from './exercice.ts'
import type { IndemniteIntervention } from './intervention.ts'
import {
  type RandomExercice,
  type RandomIntervention,
  randomExercice,
  randomIntervention,
  withoutOverlaps,
} from './random_event.ts'
import { type RandomSapeur, randomSapeur } from './random_sapeur.ts'

/** How many sapeurs and functions a year has. They are named by their place, from 1 on. */
export const counts = { sapeurs: 5, fonctions: 4 }

/** Accounts by their id: an ordinary one, and one of income. */
export const accounts = [
  { id: 1, produit: false },
  { id: 2, produit: true },
]

/** An entry written by hand. */
export interface Divers {
  sapeur_id: number
  date: string
  tarif: string
  quantite: string
  type: number
  module: number
  compte_id: number
}

/** Everything that a SIS has set up and done in a calendar year. Ids are places in the lists, from 1 on. */
export interface RandomYear {
  annee: number
  /** The rank of each function. */
  rangs: number[]
  sapeurs: RandomSapeur[]
  tarifs: IndemniteIntervention[]
  indemnites_exercice: IndemniteExercice[]
  indemnites_annuelles: IndemniteAnnuelle[]
  heure_types: HeureType[]
  amendes: Amende[]
  param: AvsParam
  interventions: RandomIntervention[]
  exercices: RandomExercice[]
  divers: Divers[]
  demandes: Demande[]
}

const centimes = (max: number, min = 0) =>
  fc.integer({ min, max }).map((n) => `${Math.trunc(n / 100)}.${String(n % 100).padStart(2, '0')}`)
const price = fc.oneof(fc.constantFrom('15.00', '40.00', '0.05', '27.35'), centimes(9999))
const sapeur_id = fc.integer({ min: 1, max: counts.sapeurs })
const fonction_id = fc.integer({ min: 1, max: counts.fonctions })
const paidAs = fc.constantFrom(
  types.autre,
  types.solde,
  types.solde,
  types.indemnite,
  types.frais_forfaitaire,
)

// Entries that lessen the pay are of type autre.
const imputation = paidAs.chain(
  (type): fc.Arbitrary<Imputation> =>
    fc.record({
      type: fc.constant(type),
      compte_id: type === types.autre ? fc.constantFrom(1, 2) : fc.constant(1),
      ecriture_categorie_id: fc.constant(null),
    }),
)

const nights = fc.constantFrom(
  ['22:00:00', '06:00:00'],
  ['20:30:00', '00:00:00'],
  ['00:30:00', '05:15:00'],
  // Limits that clocks skip or show twice.
  ['02:30:00', '05:00:00'],
  ['23:00:00', '02:15:00'],
)
const rate = fc.constantFrom('0.00', '0.50', '1.25', '1.50', '2.00')
const minimum = fc.record({
  tarif_min: fc.oneof(fc.constantFrom('0.00', '40.00'), centimes(9999, 1)),
  tarif_min_pour: fc.constantFrom('1.00', '2.00', '1.50', '0.25', '3.00'),
  taux_nuit: fc.constant('0.00'),
  taux_weekend: fc.constant('0.00'),
})
const rates = fc
  .record({ taux_nuit: rate, taux_weekend: rate })
  .map((two) => ({ ...two, tarif_min: '0.00', tarif_min_pour: '0.00' }))
const tarif: fc.Arbitrary<IndemniteIntervention> = fc
  .tuple(
    fc.oneof(minimum, rates),
    fc.record({
      tarif: price,
      tarif_min_pro_rata: fc.boolean(),
      tarif_pro_rata: fc.boolean(),
      phase_type_id: fc.constantFrom(null, 1, 2),
    }),
    nights,
    imputation,
  )
  .map(([either, rest, [debut = null, fin = null], accounts]) => ({
    ...{ ...either, ...rest, debut, fin, ...accounts },
    ...(either.taux_nuit === '0.00' && { debut: null, fin: null }),
  }))

const withAccounts = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T & Imputation> =>
  fc.tuple(arbitrary, imputation).map(([one, accounts]) => ({ ...one, ...accounts }))

const unit = (...ids: number[]) => fc.constantFrom(...ids)
const exerciceRow = withAccounts(
  fc.record({ tarif: price, type_unite_id: unit(unites.piece, unites.forfait, unites.heure) }),
)
// As a rule with a row for everybody else.
const indemnitesExercice: fc.Arbitrary<IndemniteExercice[]> = fc
  .tuple(
    fc.uniqueArray(fonction_id, { maxLength: 3 }),
    fc.constantFrom([null], [null], []),
    fc.array(exerciceRow, { minLength: 4, maxLength: 4 }),
  )
  .map(([ids, others, rows]) =>
    [...ids, ...others].flatMap((fonction_id, n) => (rows[n] ? [{ ...rows[n], fonction_id }] : [])),
  )

const numbered = <T extends object>(rows: T[]) =>
  rows.map((row, n) => ({ ...row, id: n + 1, designation: `Ligne ${n + 1}` }))
const indemnitesAnnuelles: fc.Arbitrary<IndemniteAnnuelle[]> = fc
  .array(
    withAccounts(
      fc.record({
        fonction_id,
        tarif: price,
        type_unite_id: unit(unites.an, unites.mois),
        cumulable: fc.boolean(),
      }),
    ),
    { maxLength: 4 },
  )
  .map(numbered)
const heureTypes: fc.Arbitrary<HeureType[]> = fc
  .array(withAccounts(fc.record({ montant: price, type_unite_id: unit(unites.piece, unites.heure) })), {
    minLength: 2,
    maxLength: 2,
  })
  .map(numbered)

const param: fc.Arbitrary<AvsParam> = fc.record({
  taux_avs: fc.constantFrom('0.10600', '0.10333', '0.00000'),
  taux_ac: fc.constantFrom('0.02200', '0.02555'),
  franchise_avs: fc.constantFrom('0.00', '100.00', '333.35', '2500.00'),
  franchise_imposition: fc.constantFrom('0.00', '150.00', '277.05', '5400.00'),
  plafond_ac: fc.constantFrom('148200.00', '300.00'),
  seuil_sur_solde: fc.boolean(),
})

const divers = (annee: number): fc.Arbitrary<Divers> =>
  fc
    .record({
      sapeur_id,
      month: fc.integer({ min: 1, max: 12 }),
      tarif: price,
      quantite: fc.constantFrom('1.00', '2.00', '0.75', '13.33'),
      type: fc.constantFrom(
        types.autre,
        types.solde,
        types.indemnite,
        types.frais_forfaitaire,
        types.frais_effectif,
      ),
      module: fc.constantFrom(modules.divers, modules.remboursement),
      compte_id: fc.constantFrom(1, 2),
    })
    .map(({ month, ...row }) => ({
      ...{ ...row, date: `${annee}-${String(month).padStart(2, '0')}-15` },
      compte_id: row.type === types.autre ? row.compte_id : 1,
    }))

const demande: fc.Arbitrary<Demande> = fc.record(
  {
    deduction: fc.boolean(),
    modules: fc.uniqueArray(fc.constantFrom(0, 1, 2, 3, 5, 8), { minLength: 1, maxLength: 4 }),
    sapeur_ids: fc.uniqueArray(sapeur_id, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['deduction'] },
)

/** A random calendar year: tariffs, interventions in nights, week-ends and clock changes, exercices, décomptes. */
export const randomYear: fc.Arbitrary<RandomYear> = fc.constantFrom(2025, 2026).chain((annee) =>
  fc.record({
    annee: fc.constant(annee),
    rangs: fc.array(fc.integer({ min: 1, max: 5 }), {
      minLength: counts.fonctions,
      maxLength: counts.fonctions,
    }),
    sapeurs: fc.array(randomSapeur(annee, counts.fonctions), {
      minLength: counts.sapeurs,
      maxLength: counts.sapeurs,
    }),
    tarifs: fc.array(tarif, { minLength: 3, maxLength: 3 }),
    indemnites_exercice: indemnitesExercice,
    indemnites_annuelles: indemnitesAnnuelles,
    heure_types: heureTypes,
    amendes: fc
      .uniqueArray(fc.integer({ min: 2, max: 4 }), { maxLength: 2 })
      // Without a fine for the first absence, nobody can be fined.
      .map((rangs) => [1, ...rangs])
      .chain((rangs) => fc.tuple(...rangs.map((rang) => price.map((montant) => ({ rang, montant }))))),
    param,
    interventions: fc.array(randomIntervention(annee, counts.sapeurs), { maxLength: 5 }).map(withoutOverlaps),
    exercices: fc.array(randomExercice(annee, counts.sapeurs), { maxLength: 4 }),
    divers: fc.array(divers(annee), { maxLength: 5 }),
    // The last one takes what the others left.
    demandes: fc.array(demande, { maxLength: 3 }).map((list) => [...list, { deduction: true }]),
  }),
)
