import type { TestDatabase } from '../support/database.ts'
import { plant } from '../support/table.ts'

/** Stores an intervention of today in hs that two people said they come to, with a vehicle to add. Returns its id. */
export async function addIntervention(database: TestDatabase, objet: string): Promise<number> {
  await plant(
    database,
    `insert into app.vehicules (designation) values ('Tonne-pompe de ${objet}');
     with i as (
       insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
       values (current_date, '08:00', current_date, '10:00', '${objet}') returning id
     )
     insert into app.intervention_quittances (intervention_id, sapeur_id)
     select i.id, s.id from i, (select id from app.sapeurs order by id limit 2) s`,
  )
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    "select max(id)::integer as id from app.interventions where sis_key = 'hs'",
  )
  return Number(rows[0]?.id)
}
