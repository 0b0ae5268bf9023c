import { type Absence, type Allocation, type Donnee, imputeAmendes, imputeAnnuel } from './annee.ts'
import { type Decompte, type Due, makeDecomptes } from './decomptes.ts'
import { type Ecriture, modules, types } from './ecriture.ts'
import { imputeExercice, type Setup } from './exercice.ts'
import { imputeIntervention } from './intervention.ts'
import { instantOf } from './local_time.ts'
import { accounts, type RandomYear } from './random_year.ts'
import { decimal, round05, show, times } from './rational.ts'

/** Expected result of a random year. Lists are in the order of the year's; ids are places, from 1 on. */
export interface ExpectedYear {
  interventions: Ecriture[][]
  /** Without entries, the functions that have no tariff. */
  exercices: ReturnType<typeof imputeExercice>[]
  annuel: Allocation[]
  amendes: Donnee[]
  divers: { total: string }[]
  /** All entries that décomptes may take; `ecriture_ids` of a décompte name them. */
  dues: Due[]
  decomptes: (Decompte | null)[]
}

/** Names of what the random year only numbers. */
export const names = {
  localite: 'Delémont',
  type_intervention: 'Feu forêt',
  exercice: 'Exercice',
  fuseau: 'Europe/Zurich',
}

const nth = (rows: unknown[], id: number): never => {
  throw new RangeError(`${rows.length} rows have no number ${id}`)
}
const at = <T>(rows: T[], id: number): T => rows[id - 1] ?? nth(rows, id)

/** The entries and décomptes of a random year, by the rules alone. */
export function expectYear(year: RandomYear): ExpectedYear {
  const interventions = year.interventions.map((each) => imputed(year, each))
  const setup = setupOf(year)
  const exercices = year.exercices.map(({ date, heure, duree, resultats, heures }) => {
    const presents = resultats.filter(({ present }) => present).map(({ sapeur_id }) => sapeur_id)
    return imputeExercice({ date, heure, duree, designation: names.exercice, presents, heures }, setup)
  })
  const span = { debut: `${year.annee}-01-01`, fin: `${year.annee}-12-31` }
  const services = year.sapeurs.flatMap((row, n) =>
    row.services.map((each) => ({ ...each, sapeur_id: n + 1 })),
  )
  const annuel = imputeAnnuel(span, { ...setup, services, indemnites: year.indemnites_annuelles })
  const amendes = imputeAmendes(absencesOf(year), year.amendes, [])
  const divers = year.divers.map(({ tarif, quantite }) => ({
    total: show(round05(times(decimal(tarif), decimal(quantite)))),
  }))
  const known = { interventions, exercices, annuel, amendes, divers }
  const dues = duesOf(year, known)
  const comptes = {
    annee: year.annee,
    ecritures: dues,
    assures: year.sapeurs.map((sapeur, n) => ({ id: n + 1, ...sapeur })),
    param: year.param,
  }
  return { ...known, dues, decomptes: makeDecomptes(comptes, year.demandes) }
}

function imputed(year: RandomYear, each: RandomYear['interventions'][number]): Ecriture[] {
  const debut = new Date(instantOf(each.date_debut, each.heure_debut, names.fuseau)).toISOString()
  const later = each.phases.map((phase, n) => ({ id: n + 2, ...phase }))
  return imputeIntervention(
    {
      ...each,
      localite: names.localite,
      type_intervention: names.type_intervention,
      // The first phase comes with the intervention.
      phases: [{ id: 1, phase_type_id: 1, debut }, ...later],
    },
    at(year.tarifs, each.tarif),
    each.piquet === null ? null : at(year.tarifs, each.piquet),
    names.fuseau,
  )
}

const setupOf = (year: RandomYear): Setup => ({
  fonctions: year.rangs.map((rang, n) => ({ id: n + 1, designation: `Fonction ${n + 1}`, rang })),
  tenues: year.sapeurs.flatMap(({ fonctions }, n) => fonctions.map((row) => ({ sapeur_id: n + 1, ...row }))),
  indemnites: year.indemnites_exercice,
  heure_types: year.heure_types,
})

const absencesOf = (year: RandomYear): Absence[] =>
  year.exercices.flatMap(({ amendable, date, heure, resultats }, n) =>
    amendable ? resultats.map((row) => ({ exercice_id: n + 1, date, heure, convoque: true, ...row })) : [],
  )

function duesOf(year: RandomYear, known: Omit<ExpectedYear, 'dues' | 'decomptes'>): Due[] {
  const { interventions, exercices, annuel, amendes, divers } = known
  const end = `${year.annee}-12-31`
  const rows = [
    ...interventions.flat(),
    ...exercices.flatMap(({ ecritures }, n) => ecritures.map((row) => ({ ...row, exercice_id: n + 1 }))),
    ...annuel.map((row) => ({ ...row, date: end })),
    ...amendes.map((row) => ({ ...row, date: end, type: types.autre, module: modules.amende, compte_id: 2 })),
    ...year.divers.map((row, n) => ({ ...row, ...at(divers, n + 1) })),
  ]
  return rows.map((row, n) => ({
    id: n + 1,
    sapeur_id: row.sapeur_id,
    date: row.date,
    total: row.total,
    type: row.type,
    module: row.module,
    produit: accounts.some(({ id, produit }) => id === row.compte_id && produit),
    exercice_id: 'exercice_id' in row ? row.exercice_id : null,
  }))
}
