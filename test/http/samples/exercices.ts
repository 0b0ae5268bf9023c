import { addSapeur } from './interventions.ts'
import { type MakeSample, one, type Sql, unique } from './sample.ts'

/** A new exercice, of 14 March 2026 unless told, from 19:30, for two hours. */
export function addExercice(sql: Sql, statut = 1, date = '2026-03-14'): Promise<number> {
  return one(
    sql,
    `insert into app.exercices (designation, date, heure, duree, statut)
     values ($1, $3, '19:30', 120, $2) returning id`,
    [unique('Exercice'), statut, date],
  )
}

/** A sapeur, a new one unless told, convoked to a new exercice, without a result yet. */
export async function addConvocation(
  sql: Sql,
  { sapeur, date }: { sapeur?: number; date?: string } = {},
): Promise<{ id: number; sapeurId: number }> {
  const [id, sapeurId] = [await addExercice(sql, 1, date), sapeur ?? (await addSapeur(sql))]
  await sql('insert into app.exercice_sapeurs (exercice_id, sapeur_id) values ($1, $2)', [id, sapeurId])
  return { id, sapeurId }
}

const body = async (sql: Sql) => ({
  designation: unique('Exercice'),
  date: '2026-03-14',
  heure: '19:30',
  duree: 120,
  lieu: 'Hangar',
  communications: 'Tenue de feu',
  localite_id: await one(sql, 'select min(id) from app.localites'),
  exercice_categorie_id: 2,
})

/** How to call the operations on exercices. */
export const exerciceSamples: Record<string, MakeSample> = {
  list_exercices: async (sql) => ({
    query: {
      exercice_comptable_id: String(
        await one(sql, 'select exercice_comptable_id from app.exercices where id = $1', [
          await addExercice(sql),
        ]),
      ),
    },
  }),
  get_exercices_ics: async (sql) => {
    await addExercice(sql)
    return {}
  },
  list_exercices_derniers: async (sql) => {
    const [row] = await sql('select app.today()::text as today')
    await addConvocation(sql, { date: String(row?.today) })
    return {}
  },
  get_exercice: async (sql) => ({ path: { id: (await addConvocation(sql)).id } }),
  create_exercice: async (sql) => ({ body: await body(sql) }),
  update_exercice: async (sql) => ({ path: { id: await addExercice(sql) }, body: await body(sql) }),
  delete_exercice: async (sql) => ({ path: { id: (await addConvocation(sql)).id } }),
  list_exercice_sapeurs: async (sql) => ({ path: { id: (await addConvocation(sql)).id } }),
  create_exercice_sapeurs: async (sql) => ({
    path: { id: await addExercice(sql) },
    body: { sapeurs: [await addSapeur(sql), { sapeur_id: await addSapeur(sql) }] },
  }),
  delete_exercice_sapeurs: async (sql) => {
    const { id, sapeurId } = await addConvocation(sql)
    const other = await addSapeur(sql)
    await sql('insert into app.exercice_sapeurs (exercice_id, sapeur_id) values ($1, $2)', [id, other])
    return { path: { id }, body: { sapeurs: [{ sapeur_id: sapeurId }] } }
  },
  create_exercice_presences: async (sql) => {
    const { id, sapeurId } = await addConvocation(sql)
    const absent = { convoque: true, present: false, absent: true, remplace: false, excuse_type_id: 2 }
    const said = { remarque: 'Annoncé', justification: 'Malade' }
    const heures = [{ heure_exercice_type_id: await addType(sql), quantite: '1.50' }]
    return { path: { id }, body: { sapeurs: [{ sapeur_id: sapeurId, ...absent, ...said, heures }] } }
  },
  update_exercice_excuse: async (sql) => ({
    path: await addExcuse(sql),
    body: { excuse_statut: 1, excuse_type_id: 2, justification: 'Certificat médical reçu' },
  }),
  delete_exercice_excuse: async (sql) => ({ path: await addExcuse(sql) }),
  convoquer_exercice: async (sql) => ({
    path: { id: (await addConvocation(sql)).id },
    body: { groupe_id: await one(sql, 'select groupe_id from app.groupe_sapeurs limit 1') },
  }),
  get_exercice_convocation: async (sql) => ({ path: { id: (await addConvocation(sql)).id } }),
  get_exercice_liste_presence: async (sql) => ({ path: { id: (await addConvocation(sql)).id } }),
  list_exercice_heures: async (sql) => ({ path: { id: (await addHeure(sql)).id } }),
  create_exercice_heures: async (sql) => ({
    path: { id: await addExercice(sql) },
    body: {
      heures: [
        { sapeur_id: await addSapeur(sql), heure_exercice_type_id: await addType(sql), quantite: '1.50' },
      ],
    },
  }),
  update_exercice_heures: async (sql) => {
    const { id, heure } = await addHeure(sql)
    const row = {
      sapeur_id: await addSapeur(sql),
      heure_exercice_type_id: await addType(sql),
      quantite: '2.00',
    }
    return { path: { id }, body: { heures: [{ id: heure, ...row }] } }
  },
  delete_exercice_heures: async (sql) => {
    const { id, heure } = await addHeure(sql)
    // The answer is the list of what is left.
    await sql(
      `insert into app.exercice_heures (exercice_id, sapeur_id, heure_exercice_type_id, quantite)
       select exercice_id, sapeur_id, $1, 2 from app.exercice_heures where id = $2`,
      [await addType(sql), heure],
    )
    return { path: { id }, body: { heures: [heure] } }
  },
  valider_exercice: async (sql) => ({ path: { id: await addComplete(sql) } }),
  annuler_exercice: async (sql) => ({ path: { id: await addExercice(sql) } }),
  reactiver_exercice: async (sql) => ({ path: { id: await addExercice(sql, 0) } }),
}

/** A convocation whose sapeur has asked to be excused. */
export async function addExcuse(sql: Sql): Promise<{ id: number; sapeur_id: number }> {
  const { id, sapeurId } = await addConvocation(sql)
  await sql(
    `update app.exercice_sapeurs set excuse_type_id = 2, remarque = 'Malade', date_demande = '2026-03-12'
      where exercice_id = $1`,
    [id],
  )
  return { id, sapeur_id: sapeurId }
}

const addType = (sql: Sql) =>
  one(sql, 'insert into app.heure_exercice_types (designation) values ($1) returning id', [unique('Garde')])

/** A new exercice at which a new sapeur has an hour and a half of a new type. */
export async function addHeure(sql: Sql): Promise<{ id: number; heure: number }> {
  const id = await addExercice(sql)
  const heure = await one(
    sql,
    'insert into app.exercice_heures (exercice_id, sapeur_id, heure_exercice_type_id, quantite) values ($1, $2, $3, 1.5) returning id',
    [id, await addSapeur(sql), await addType(sql)],
  )
  return { id, heure }
}

/** A new exercice at which everyone convoked was present. */
export async function addComplete(sql: Sql): Promise<number> {
  const { id } = await addConvocation(sql)
  await sql('update app.exercice_sapeurs set present = true where exercice_id = $1', [id])
  return id
}
