import { addYear } from './annees.ts'
import { addCompte } from './comptabilite_imputation.ts'
import { addSapeur } from './interventions.ts'
import { type MakeSample, one, type Sql } from './sample.ts'

/** A new accounting year with an entry of 52.50 that is not paid yet. */
export async function addEcriture(sql: Sql): Promise<{ annee: number; ecriture: number }> {
  const annee = await addYear(sql)
  const ecriture = await one(
    sql,
    `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total, compte_id)
     select x.id, $2, x.debut, 'Solde', 52.5, $3 from app.exercices_comptables x where x.id = $1 returning id`,
    [annee, await addSapeur(sql), await addCompte(sql)],
  )
  return { annee, ecriture }
}

/** How to call the operations that make documents of pay. */
export const documentSamples: Record<string, MakeSample> = {
  list_bilan_comptes: async (sql) => ({ path: { id: (await addEcriture(sql)).annee } }),
}
