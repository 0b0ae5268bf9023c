import { addComplete } from './exercices.ts'
import { addPresence } from './interventions.ts'
import { type MakeSample, one, type Sql } from './sample.ts'
import { addMateriel, addVehicule } from './vehicules.ts'

/** The year of a new intervention and a new exercice, with all that statistics count of them. */
async function addFigures(sql: Sql): Promise<number> {
  await addComplete(sql)
  const { id } = await addPresence(sql)
  await sql('insert into app.intervention_vehicules (intervention_id, vehicule_id) values ($1, $2)', [
    id,
    await addVehicule(sql),
  ])
  await sql(
    'insert into app.intervention_materiels (intervention_id, materiel_id, quantite) values ($1, $2, 2.5)',
    [id, await addMateriel(sql)],
  )
  return await one(
    sql,
    `update app.interventions set type_intervention_id = 3, stat_federal_id = 1, intervention_traitement_id = 2
      where id = $1 returning exercice_comptable_id`,
    [id],
  )
}

const ofYear: MakeSample = async (sql) => ({ path: { id: await addFigures(sql) } })
const withYear: MakeSample = async (sql) => ({
  query: { exercice_comptable_id: String(await addFigures(sql)) },
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
