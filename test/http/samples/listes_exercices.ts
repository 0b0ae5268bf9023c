import { type MakeSample, one, type Sql, unique } from './sample.ts'

const add = (sql: Sql, table: string) =>
  one(sql, `insert into app.${table} (designation) values ($1) returning id`, [unique('Élément')])

/** How to call the operations on one of these lists. */
function samplesOf(table: string, list: string, element: string, also = {}): Record<string, MakeSample> {
  return {
    [`list_${list}`]: async () => ({}),
    [`create_${element}`]: async () => ({ body: { designation: unique('Nouveau'), tri: 7, ...also } }),
    [`update_${element}`]: async (sql) => ({
      path: { id: await add(sql, table) },
      body: { designation: unique('Autre'), tri: 1, ...also },
    }),
    [`delete_${element}`]: async (sql) => ({ path: { id: await add(sql, table) } }),
  }
}

/** How to call the operations on the reference lists of exercices. */
export const listeExerciceSamples: Record<string, MakeSample> = {
  ...samplesOf('exercice_categories', 'exercice_categories', 'exercice_categorie', {
    amendable: true,
    duree_base: 90,
  }),
  ...samplesOf('excuses_types', 'excuses_types', 'excuses_type', { abreviation: 'N.' }),
  ...samplesOf('heure_exercice_types', 'heure_exercice_types', 'heure_exercice_type', {
    type_unite_id: 1,
    montant: '0.00',
    compte_id: 2,
    ecriture_categorie_id: 2,
    type: 2,
  }),
}
