import { addYear } from '../http/samples/annees.ts'
import { addSapeur } from '../http/samples/interventions.ts'
import { one, type Sql, unique } from '../http/samples/sample.ts'

/** An accounting year, and its interventions by number, each with one new sapeur from 14:30 to 16:00. */
interface ImputableYear {
  id: number
  interventions: number[]
}

/** Makes a new accounting year with interventions that are validées, of these types. */
export async function addImputableYear(sql: Sql, types: number[]): Promise<ImputableYear> {
  const id = await addYear(sql)
  const interventions: number[] = []
  for (const type of types) {
    const added = await one(
      sql,
      `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, type_intervention_id)
       select debut + 72, '14:29', debut + 72, '16:00', $2, $3 from app.exercices_comptables where id = $1 returning id`,
      [id, unique('Feu'), type],
    )
    await sql(
      `insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin)
       select i.id, $2, (i.date_debut + time '14:30') at time zone 'Europe/Zurich', (i.date_debut + time '16:00') at time zone 'Europe/Zurich'
         from app.interventions i where i.id = $1`,
      [added, await addSapeur(sql)],
    )
    await sql('update app.interventions set statut = 2 where id = $1', [added])
    interventions.push(added)
  }
  return { id, interventions }
}
