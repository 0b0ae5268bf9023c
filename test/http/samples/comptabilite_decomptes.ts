import { addYear } from './annees.ts'
import { addCategorie, addCompte } from './comptabilite_imputation.ts'
import { addConvocation } from './exercices.ts'
import { addSapeur } from './interventions.ts'
import { type MakeSample, one, type Sql } from './sample.ts'

/** Changes of the columns of an entry. */
export type Ecriture = Record<string, string | number | null>

/** A new entry of 100.00 of solde. */
export function addEcriture(sql: Sql, year: number, sapeur: number, changes: Ecriture = {}): Promise<number> {
  const row = {
    exercice_comptable_id: year,
    sapeur_id: sapeur,
    date: '2026-03-14',
    designation: 'Garde',
    tarif: 100,
    total: 100,
    type: 1,
    ...changes,
  }
  const columns = Object.keys(row)
  return one(
    sql,
    `insert into app.ecritures (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
}

/** AVS parameters of a year: 10.6 %, AC 2.2 % up to 148,200, minor wages up to 2,500, 5,400 of solde exempt. */
export async function addAvsParam(sql: Sql, year: number, changes: Ecriture = {}): Promise<void> {
  const row: Ecriture = {
    exercice_comptable_id: year,
    taux_avs: 0.106,
    taux_ac: 0.022,
    franchise_avs: 2500,
    franchise_imposition: 5400,
    plafond_ac: 148_200,
    seuil_sur_solde: 'false',
    compte_id: await addCompte(sql),
    ecriture_categorie_id: await addCategorie(sql),
    ...changes,
  }
  const columns = Object.keys(row)
  // A year that follows another has the parameters of that one.
  await sql(
    `insert into app.avs_params (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})
     on conflict (sis_key, exercice_comptable_id) do update
     set ${columns.map((each) => `${each} = excluded.${each}`).join(', ')}`,
    Object.values(row),
  )
}

/** Body of POST /decomptes, with an entry that it takes. */
export async function addDemande(sql: Sql) {
  const year = await addYear(sql)
  const sapeur = await addSapeur(sql)
  await addAvsParam(sql, year)
  const exercice = (await addConvocation(sql)).id
  await addEcriture(sql, year, sapeur, { type: 2, total: 3000, exercice_id: exercice })
  return {
    exercice_comptable_id: year,
    designation: 'Premier semestre',
    date: '2026-07-10',
    deduction: true,
    modules: [0],
    sapeur_ids: [sapeur],
    exercice_id: exercice,
  }
}

// A new décompte.
async function addDecompte(sql: Sql): Promise<{ id: number; year: number }> {
  const demande = await addDemande(sql)
  const id = await one(sql, 'select (app.make_decompte($1)).id', [JSON.stringify(demande)])
  return { id, year: demande.exercice_comptable_id }
}

const made: MakeSample = async (sql) => ({ path: { id: (await addDecompte(sql)).id } })

/** How to call the operations on décomptes. */
export const decompteSamples: Record<string, MakeSample> = {
  create_decompte: async (sql) => ({ body: await addDemande(sql) }),
  simuler_decompte: async (sql) => ({ body: await addDemande(sql) }),
  list_decomptes: async (sql) => ({
    query: { exercice_comptable_id: String((await addDecompte(sql)).year) },
  }),
  get_decompte: made,
  delete_decompte: made,
  list_decompte_ecritures: made,
  payer_decompte: async (sql) => ({
    path: { id: (await addDecompte(sql)).id },
    body: { date: '2026-07-15' },
  }),
}
