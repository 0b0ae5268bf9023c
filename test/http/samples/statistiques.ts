import { type MakeSample, one, type Sql } from './sample.ts'

// A year of the SIS of the statement, by the policies.
const anneeOf = (sql: Sql) => one(sql, 'select id from app.exercices_comptables order by annee limit 1')

const ofYear: MakeSample = async (sql) => ({ path: { id: await anneeOf(sql) } })
const withYear: MakeSample = async (sql) => ({
  query: { exercice_comptable_id: String(await anneeOf(sql)) },
})

/** How to call the statistics. */
export const statistiqueSamples: Record<string, MakeSample> = {
  list_stat_federal: withYear,
  list_stat_intervention: withYear,
  list_statistique_presence_intervention: ofYear,
  list_statistique_stat_federal: ofYear,
  list_statistique_type_intervention: ofYear,
  list_statistique_intervention_traitement: ofYear,
  list_statistique_vehicule: ofYear,
  list_statistique_materiel: ofYear,
  list_statistique_presence_exercice: ofYear,
  list_statistique_mensuel: ofYear,
  export_statistiques: ofYear,
  get_statistique_rapport: ofYear,
}
