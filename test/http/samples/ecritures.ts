import { addCategorie, addCompte } from './comptabilite.ts'
import { addSapeur } from './interventions.ts'
import { type MakeSample, one, type Sql, unique } from './sample.ts'

// A new entry written by hand, of the current year.
async function addEcriture(sql: Sql): Promise<number> {
  return await one(
    sql,
    `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, quantite, tarif, total, compte_id, ecriture_categorie_id)
     select app.current_exercice_comptable_id(), $1, app.today(), $2, 2, 12.50, 25, $3, $4 returning id`,
    [await addSapeur(sql), unique('Repas'), await addCompte(sql), await addCategorie(sql)],
  )
}

const body = async (sql: Sql) => ({
  exercice_comptable_id: await one(sql, 'select app.current_exercice_comptable_id()'),
  sapeur_id: await addSapeur(sql),
  date: '2026-03-14',
  heure: '14:30:00',
  designation: unique('Déplacement'),
  complement: 'Cours cantonal',
  quantite: '42.00',
  type_unite_id: 4,
  tarif: '0.70',
  total: '29.40',
  type: 4,
  module: 8,
  compte_id: await addCompte(sql),
  ecriture_categorie_id: await addCategorie(sql),
})

/** How to call the operations on entries. */
export const ecritureSamples: Record<string, MakeSample> = {
  list_ecritures: async (sql) => {
    await addEcriture(sql)
    return {}
  },
  get_ecriture: async (sql) => ({ path: { id: await addEcriture(sql) } }),
  create_ecriture: async (sql) => ({ body: await body(sql) }),
  update_ecriture: async (sql) => ({ path: { id: await addEcriture(sql) }, body: await body(sql) }),
  delete_ecriture: async (sql) => ({ path: { id: await addEcriture(sql) } }),
}
