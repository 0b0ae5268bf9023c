import { addYear } from './annees.ts'
import { addComplete } from './exercices.ts'
import { addPresence, addSapeur } from './interventions.ts'
import { type MakeSample, one, type Sql, unique } from './sample.ts'

/** Changes of the columns of a tariff. */
type Indemnite = Record<string, string | number | boolean | null>

/** A new tariff of interventions: 40.00 for the first two hours, then 15.00 for each whole hour. */
export async function addIndemnite(sql: Sql, changes: Indemnite = {}): Promise<number> {
  const row = {
    designation: unique('Intervention'),
    tarif: 15,
    tarif_min: 40,
    tarif_min_pour: 2,
    compte_id: await addCompte(sql),
    ecriture_categorie_id: await addCategorie(sql),
    ...changes,
  }
  const columns = Object.keys(row)
  return one(
    sql,
    `insert into app.indemnites_intervention (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
}

/** A new account. */
export function addCompte(sql: Sql, produit = false): Promise<number> {
  return one(sql, 'insert into app.comptes (numero, designation, produit) values ($1, $2, $3) returning id', [
    unique('3010'),
    'Soldes',
    produit,
  ])
}

/** A new category of entries. */
export function addCategorie(sql: Sql): Promise<number> {
  return one(sql, 'insert into app.ecriture_categories (designation) values ($1) returning id', [
    unique('Interventions'),
  ])
}

/** A new intervention that is validée, with the presence of a new sapeur on 14 March 2026, from 14:30 to 16:00. */
export async function addValidee(sql: Sql): Promise<number> {
  const { id } = await addPresence(sql)
  await sql('update app.interventions set statut = 2 where id = $1', [id])
  return id
}

/** A new exercice that is validé, at which a new sapeur was present. */
export async function addValide(sql: Sql): Promise<number> {
  const id = await addComplete(sql)
  await sql('update app.exercices set statut = 3 where id = $1', [id])
  return id
}

/** A new intervention that is imputée. */
export async function addImputee(sql: Sql): Promise<number> {
  const id = await addValidee(sql)
  await sql('select count(*) from app.impute_intervention($1, $2, null)', [id, await addIndemnite(sql)])
  return id
}

/** A new accounting year, whose imputation nobody has asked for. */
const toImputeYear: MakeSample = async (sql) => ({
  path: { exercice_comptable_id: await addYear(sql) },
  body: {
    indemnites: { 4: await addIndemnite(sql), defaut: await addIndemnite(sql) },
    piquet_indemnite_intervention_id: await addIndemnite(sql),
  },
})

const toImpute: MakeSample = async (sql) => ({
  path: { id: await addValidee(sql) },
  body: {
    indemnite_intervention_id: await addIndemnite(sql),
    piquet_indemnite_intervention_id: await addIndemnite(sql),
  },
})

/** A new accounting year of a new sapeur, whose function has a yearly allowance. */
const toPayYear: MakeSample = async (sql) => {
  const [id, sapeur] = [await addYear(sql), await addSapeur(sql)]
  const fonction = await one(sql, 'insert into app.fonctions (designation) values ($1) returning id', [
    unique('Fourrier'),
  ])
  await sql("update app.mutations set incorporation = '1900-01-01' where sapeur_id = $1", [sapeur])
  await sql(
    "insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut) values ($1, $2, '1900-01-01')",
    [sapeur, fonction],
  )
  await sql(
    `insert into app.indemnites_annuelles (fonction_id, designation, tarif, compte_id, ecriture_categorie_id)
     values ($1, 'Fourrier', 1200, $2, $3)`,
    [fonction, await addCompte(sql), await addCategorie(sql)],
  )
  return { path: { exercice_comptable_id: id }, body: { sapeur_ids: [sapeur] } }
}

/** A new accounting year with an unexcused absence of a new sapeur. */
async function addAbsence(sql: Sql): Promise<number> {
  const id = await addYear(sql)
  const categorie = await one(
    sql,
    'insert into app.exercice_categories (designation, amendable) values ($1, true) returning id',
    [unique('Commandement')],
  )
  const exercice = await one(
    sql,
    `insert into app.exercices (designation, date, heure, duree, exercice_categorie_id)
     select 'Exercice', debut, '19:30', 120, $2 from app.exercices_comptables where id = $1 returning id`,
    [id, categorie],
  )
  await sql('insert into app.exercice_sapeurs (exercice_id, sapeur_id, absent) values ($1, $2, true)', [
    exercice,
    await addSapeur(sql),
  ])
  await sql('update app.exercices set statut = 3 where id = $1', [exercice])
  return id
}

/** How to call the operations that impute. */
export const imputationSamples: Record<string, MakeSample> = {
  create_imputation_intervention: toImpute,
  simuler_imputation_intervention: toImpute,
  create_imputation_exercice: async (sql) => ({ path: { id: await addValide(sql) } }),
  delete_imputation_exercice: async (sql) => {
    const id = await addValide(sql)
    await sql('select count(*) from app.impute_exercice($1)', [id])
    return { path: { id } }
  },
  create_imputation_interventions: toImputeYear,
  create_imputation_annuel: toPayYear,
  delete_imputation_annuel: async (sql) => {
    const sample = await toPayYear(sql)
    await sql('select count(*) from app.impute_annuel($1, null)', [sample.path?.exercice_comptable_id])
    return sample
  },
  create_imputation_amendes: async (sql) => ({ path: { exercice_comptable_id: await addAbsence(sql) } }),
  delete_imputation_amendes: async (sql) => {
    const id = await addAbsence(sql)
    await sql('select count(*) from app.impute_amendes($1)', [id])
    return { path: { exercice_comptable_id: id } }
  },
  get_travail: async (sql) => ({
    path: {
      id: await one(
        sql,
        'insert into app.travaux (exercice_comptable_id, indemnites, total) values ($1, $2, 2) returning id',
        [await addYear(sql), { defaut: await addIndemnite(sql) }],
      ),
    },
  }),
  delete_imputation_intervention: async (sql) => ({ path: { id: await addImputee(sql) } }),
}
