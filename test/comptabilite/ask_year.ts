import { expect } from 'vitest'
import type { DataApi } from '../http/data_fixture.ts'
import type { Demande } from './oracle/decomptes.ts'
import type { Ecriture } from './oracle/ecriture.ts'
import type { Divers, RandomYear } from './oracle/random_year.ts'
import { base, type Planted } from './plant_year.ts'

type Api = Pick<DataApi, 'ask' | 'sql'>

/** The entries of each intervention that has presences, as they are after all were imputed. */
export async function imputeInterventions(
  { ask }: Api,
  year: RandomYear,
  planted: Planted,
): Promise<Ecriture[][]> {
  const entries: Ecriture[][] = []
  for (const [n, { tarif, piquet, presences }] of year.interventions.entries()) {
    if (presences.length === 0) {
      entries.push([])
      continue
    }
    const answer = await ask(`POST /imputation/intervention/${planted.interventions[n]}`, {
      indemnite_intervention_id: base + tarif,
      piquet_indemnite_intervention_id: piquet && base + piquet,
    })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    entries.push(answer.body.data.ecritures.map((row: Ecriture) => readEcriture(row, planted)))
  }
  return entries
}

/** The entries of each exercice after all were imputed, or the refusal that names functions. */
export async function imputeExercices(
  { ask }: Api,
  planted: Planted,
  exercices: number[],
): Promise<(Ecriture[] | string)[]> {
  const answers: (Ecriture[] | string)[] = []
  for (const id of exercices) {
    const { status, body } = await ask(`POST /imputation/exercice/${id}`)
    if (status === 409) answers.push(body.error)
    else answers.push(body.data.ecritures.map((row: Ecriture) => readEcriture(row, planted)))
  }
  return answers
}

/** The yearly allowances of a year, which are written once however often it is asked. */
export async function imputeAnnuel({ ask }: Api, planted: Planted): Promise<Ecriture[]> {
  const door = `POST /imputation/annuel/${planted.exercice_comptable_id}`
  const first = await ask(door)
  const second = await ask(door)
  expect([first.status, second.status, second.body.data]).toEqual([
    200,
    200,
    { ecritures: [], avertissements: expect.any(Array) },
  ])
  return first.body.data.ecritures.map((row: Ecriture) => readEcriture(row, planted))
}

/** The fines of a year, with their ranks; ids are places. They too are written once. */
export async function imputeAmendes({ ask, sql }: Api, planted: Planted, exercices: number[]) {
  const door = `POST /imputation/amendes/${planted.exercice_comptable_id}`
  const first = await ask(door)
  const second = await ask(door)
  expect([first.status, second.status, second.body.data]).toEqual([200, 200, { ecritures: [] }])
  const rows = await sql(
    `select e.exercice_id, e.sapeur_id, s.amende_rang as rang, e.total
       from app.ecritures e
       join app.exercice_sapeurs s on s.exercice_id = e.exercice_id and s.sapeur_id = e.sapeur_id
      where e.exercice_comptable_id = $1 and e.module = 5`,
    [planted.exercice_comptable_id],
  )
  expect(first.body.data.ecritures).toHaveLength(rows.length)
  return rows.map(({ exercice_id, sapeur_id, ...row }) => ({
    ...row,
    exercice_id: exercices.indexOf(Number(exercice_id)) + 1,
    sapeur_id: planted.sapeurs.indexOf(Number(sapeur_id)) + 1,
  }))
}

/** The total that the server gives each entry written by hand. */
export async function writeDivers({ ask }: Api, rows: Divers[], { sapeurs }: Planted): Promise<string[]> {
  const totals: string[] = []
  for (const { sapeur_id, compte_id, ...row } of rows) {
    const { body } = await ask('POST /ecritures', {
      ...{ ...row, designation: 'À la main', ecriture_categorie_id: base },
      ...{ sapeur_id: sapeurs[sapeur_id - 1], compte_id: base + compte_id },
    })
    totals.push(body.data.total)
  }
  return totals
}

/** Makes a décompte, after a simulation that answers the same; null where there is nothing to take. */
export async function makeDecompte(api: Api, demande: Demande, { exercice_comptable_id, sapeurs }: Planted) {
  const { sapeur_ids } = demande
  const body = {
    ...{ ...demande, exercice_comptable_id, designation: 'Décompte', date: '2026-07-10' },
    ...(sapeur_ids && { sapeur_ids: sapeur_ids.map((sapeur) => sapeurs[sapeur - 1]) }),
  }
  const simulated = await api.ask('POST /decomptes/simulation', body)
  const made = await api.ask('POST /decomptes', body)
  if (made.status === 409) {
    expect([simulated, made].map((each) => [each.status, each.body.error])).toEqual([
      [409, 'Aucune écriture à payer'],
      [409, 'Aucune écriture à payer'],
    ])
    return null
  }
  expect([simulated.status, made.status]).toEqual([200, 201])
  const withoutIds = ({ id, paiements, ...row }: typeof made.body.data) => ({
    ...row,
    paiements: paiements.map(({ id, ...paiement }: { id: number | null }) => paiement),
  })
  expect(withoutIds(simulated.body.data)).toEqual(withoutIds(made.body.data))
  return made.body.data
}

/** A décompte as the database has it, with places instead of ids: its sums, payments and entries. */
export async function readDecompte({ sql }: Api, { id }: { id: number }, { sapeurs }: Planted) {
  const place = (sapeur: unknown) => (sapeur === null ? null : sapeurs.indexOf(Number(sapeur)) + 1)
  const [head] = await sql(
    'select deduction, total, avs_total, ac_total, a_payer_total, a_facturer_total from app.decomptes where id = $1',
    [id],
  )
  const paiements = await sql(
    `select sapeur_id, solde, indemnite, frais_forfaitaire, frais_effectif, autre, avs, ac, avs_ac, total
       from app.paiements where decompte_id = $1`,
    [id],
  )
  const ecritures = await sql('select sapeur_id, module, total from app.ecritures where decompte_id = $1', [
    id,
  ])
  return {
    head,
    paiements: paiements.map((row) => ({ ...row, sapeur_id: place(row.sapeur_id) })),
    ecritures: ecritures.map((row) => ({ ...row, sapeur_id: place(row.sapeur_id) })),
  }
}

// An entry of the wire with places instead of ids, and without what the oracle does not say.
function readEcriture(row: Ecriture, { sapeurs }: Planted): Ecriture {
  return {
    sapeur_id: sapeurs.indexOf(row.sapeur_id) + 1,
    date: row.date,
    heure: row.heure,
    designation: row.designation,
    quantite: row.quantite,
    type_unite_id: row.type_unite_id,
    tarif: row.tarif,
    taux: row.taux,
    taux_designation: row.taux_designation,
    total: row.total,
    type: row.type,
    module: row.module,
    compte_id: (row.compte_id ?? 0) - base,
    ecriture_categorie_id: null,
  }
}
