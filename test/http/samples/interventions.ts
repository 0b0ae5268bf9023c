import { type MakeSample, one, type Sql, unique } from './sample.ts'

/** A new intervention of 14 March 2026, from 14:29 to 16:00. */
export function addIntervention(sql: Sql): Promise<number> {
  return one(
    sql,
    `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
     values ('2026-03-14', '14:29', '2026-03-14', '16:00', $1) returning id`,
    [unique('Feu')],
  )
}

/** A new sapeur in service. */
export async function addSapeur(sql: Sql): Promise<number> {
  const id = await one(sql, 'insert into app.sapeurs (nom, prenom) values ($1, $2) returning id', [
    unique('Nouveau'),
    'Léa',
  ])
  await sql("insert into app.mutations (sapeur_id, incorporation) values ($1, '2020-01-01')", [id])
  return id
}

async function addPresence(sql: Sql): Promise<{ id: number; presence: number }> {
  const id = await addIntervention(sql)
  const presence = await one(
    sql,
    `insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin)
     values ($1, $2, '2026-03-14 14:30+01', '2026-03-14 16:00+01') returning id`,
    [id, await addSapeur(sql)],
  )
  return { id, presence }
}

/** How to ask the operations on interventions. */
export const interventionSamples: Record<string, MakeSample> = {
  list_interventions: async () => ({ query: { du: '2026-01-01' } }),
  get_intervention: async (sql) => ({ path: { id: await addIntervention(sql) } }),
  list_intervention_sapeurs: async (sql) => ({ path: { id: (await addPresence(sql)).id } }),
  create_intervention_sapeurs: async (sql) => ({
    path: { id: await addIntervention(sql) },
    body: {
      sapeurs: [
        {
          sapeur_id: await addSapeur(sql),
          debut: '2026-03-14 14:30',
          fin: '2026-03-14T16:00:00+01:00',
          piquet: true,
        },
      ],
    },
  }),
  update_intervention_sapeurs: async (sql) => {
    const { id, presence } = await addPresence(sql)
    return {
      path: { id },
      body: {
        sapeurs: [
          {
            id: presence,
            sapeur_id: await addSapeur(sql),
            debut: '2026-03-14 14:45',
            fin: '2026-03-14 15:00',
            piquet: true,
          },
        ],
      },
    }
  },
  delete_intervention_sapeurs: async (sql) => {
    const { id, presence } = await addPresence(sql)
    return { path: { id }, body: { sapeurs: [{ id: presence }] } }
  },
}
