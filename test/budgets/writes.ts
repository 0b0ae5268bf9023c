import { randomUUID } from 'node:crypto'
import { addAlarme, alarmeSamples } from '../http/samples/alarmes.ts'
import { addIndemnite, imputationSamples } from '../http/samples/comptabilite_imputation.ts'
import { addExercice, exerciceSamples } from '../http/samples/exercices.ts'
import { addIntervention, addSapeur, interventionSamples } from '../http/samples/interventions.ts'
import { one, type Sample, type Sql, unique } from '../http/samples/sample.ts'
import { sapeurSamples } from '../http/samples/sapeurs.ts'

type Make = (sql: Sql, size: number) => Promise<Sample>

/** The writes of every day. Those that take lists take as many rows as told. */
export const writes: Record<string, Make> = {
  create_intervention: sampleOf(interventionSamples, 'create_intervention'),
  create_intervention_sapeurs: async (sql, size) => ({
    path: { id: await addIntervention(sql) },
    body: { sapeurs: await presences(sql, size) },
  }),
  valider_intervention: async (sql, size) => ({ path: { id: await addPresences(sql, size) } }),
  create_intervention_complet: async (sql, size) => ({
    body: {
      date_debut: '2026-03-14',
      heure_debut: '14:29',
      date_fin: '2026-03-14',
      heure_fin: '16:00',
      objet: unique('Feu'),
      type_intervention_id: 3,
      localUuid: randomUUID(),
      alarme: { id: String(await addAlarme(sql)) },
      sapeurs: await presences(sql, size),
      vehicules: (await sql('select id from app.vehicules order by id limit $1', [size])).map(({ id }) =>
        Number(id),
      ),
      groupes: numbers(size).map((n) => ({ no: String(n), designation: 'EM' })),
      missions: numbers(size).map((n) => ({ titre: `Mission ${n}`, debut: '2026-03-14 14:40' })),
      appels: numbers(size).map((n) => ({
        date: '2026-03-14 14:50',
        numero: '032 420 00 00',
        nom: `Appel ${n}`,
      })),
      jalons: numbers(size).map((n) => ({ titre: `Jalon ${n}`, date_time: '2026-03-14 15:05' })),
      quittances: await people(sql, size),
    },
  }),
  update_intervention: sampleOf(interventionSamples, 'update_intervention'),
  create_exercice: sampleOf(exerciceSamples, 'create_exercice'),
  create_exercice_presences: async (sql, size) => ({
    path: { id: await addConvocations(sql, size, false) },
    body: {
      sapeurs: (await people(sql, size)).map((sapeur_id) => ({
        sapeur_id,
        convoque: true,
        present: true,
        absent: false,
        remplace: false,
        heures: [{ heure_exercice_type_id: 1, quantite: '1.50' }],
      })),
    },
  }),
  valider_exercice: async (sql, size) => ({ path: { id: await addConvocations(sql, size, true) } }),
  create_mon_excuse: async (sql, size) => ({
    path: { exercice_id: await addConvocations(sql, size, false) },
    body: { excuse_type_id: 2, remarque: 'Malade' },
  }),
  update_exercice_excuse: sampleOf(exerciceSamples, 'update_exercice_excuse'),
  convoquer_exercice: async (sql, size) => ({
    path: { id: await addExercice(sql) },
    body: { groupe_id: await addGroup(sql, await people(sql, size)) },
  }),
  create_imputation_intervention: async (sql, size) => imputation(sql, size),
  simuler_imputation_intervention: async (sql, size) => imputation(sql, size),
  delete_imputation_intervention: async (sql, size) => {
    const { path, body } = await imputation(sql, size)
    await sql('select count(*) from app.impute_intervention($1, $2, null)', [
      path?.id,
      body?.indemnite_intervention_id,
    ])
    return { path: path ?? {} }
  },
  create_imputation_exercice: async (sql, size) => ({ path: { id: await addPresents(sql, size) } }),
  delete_imputation_exercice: async (sql, size) => {
    const id = await addPresents(sql, size)
    await sql('select count(*) from app.impute_exercice($1)', [id])
    return { path: { id } }
  },
  create_imputation_annuel: async (sql, size) => allocations(sql, size),
  delete_imputation_annuel: async (sql, size) => {
    const sample = await allocations(sql, size)
    await sql('select count(*) from app.impute_annuel($1, null)', [sample.path?.exercice_comptable_id])
    return sample
  },
  create_imputation_amendes: async (sql, size) => absences(sql, size),
  delete_imputation_amendes: async (sql, size) => {
    const sample = await absences(sql, size)
    await sql('select count(*) from app.impute_amendes($1)', [sample.path?.exercice_comptable_id])
    return sample
  },
  create_imputation_interventions: sampleOf(imputationSamples, 'create_imputation_interventions'),
  repondre_alarme: sampleOf(alarmeSamples, 'repondre_alarme'),
  update_alarme: async (sql) => ({ path: { id: await addAlarme(sql) }, body: { validated: true } }),
  update_sapeur: sampleOf(sapeurSamples, 'update_sapeur'),
}

function sampleOf(samples: Record<string, (sql: Sql) => Promise<Sample>>, id: string): Make {
  return async (sql) => (await samples[id]?.(sql)) ?? {}
}

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n + 1)

async function people(sql: Sql, size: number): Promise<number[]> {
  return (await sql('select id from app.sapeurs order by id limit $1', [size])).map(({ id }) => Number(id))
}

// An intervention that has presences.
async function addPresences(sql: Sql, size: number): Promise<number> {
  const id = await addIntervention(sql)
  await sql('select app.write_lignes($1, $2, $3)', [
    'sapeurs',
    id,
    JSON.stringify(await presences(sql, size)),
  ])
  return id
}

// An exercice that is validé.
async function addPresents(sql: Sql, size: number): Promise<number> {
  const id = await addConvocations(sql, size, true)
  await sql('update app.exercices set statut = 3 where id = $1', [id])
  return id
}

// An intervention that is validée, and its tariff.
async function imputation(sql: Sql, size: number): Promise<Sample> {
  const id = await addPresences(sql, size)
  await sql('update app.interventions set statut = 2 where id = $1', [id])
  return { path: { id }, body: { indemnite_intervention_id: await addIndemnite(sql) } }
}

// A year of new people who have a function with an allowance.
async function allocations(sql: Sql, size: number): Promise<Sample> {
  const { path } = await sampleOf(imputationSamples, 'create_imputation_annuel')(sql, size)
  for (const _ of numbers(size))
    await sql(
      `insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut)
       select $1, max(id), '1900-01-01' from app.fonctions`,
      [await addSapeur(sql)],
    )
  return { path: path ?? {}, body: {} }
}

// A year with an exercice at which new people were absent.
async function absences(sql: Sql, size: number): Promise<Sample> {
  const { path } = await sampleOf(imputationSamples, 'create_imputation_amendes')(sql, size)
  const exercice = await one(sql, 'select max(id) from app.exercices')
  for (const _ of numbers(size))
    await sql('insert into app.exercice_sapeurs (exercice_id, sapeur_id, absent) values ($1, $2, true)', [
      exercice,
      await addSapeur(sql),
    ])
  await sql('update app.exercices set statut = 3 where id = $1', [exercice])
  return { path: path ?? {} }
}

// Of new people, because nobody is at two interventions at once.
async function presences(sql: Sql, size: number): Promise<Record<string, unknown>[]> {
  const made: Record<string, unknown>[] = []
  for (const _ of numbers(size))
    made.push({
      sapeur_id: await addSapeur(sql),
      debut: '2026-03-14 14:30',
      fin: '2026-03-14 15:30',
      piquet: false,
    })
  return made
}

async function addGroup(sql: Sql, members: number[]): Promise<number> {
  const id = await one(sql, 'insert into app.groupes (designation) values ($1) returning id', [
    unique('Section'),
  ])
  await sql('insert into app.groupe_sapeurs (groupe_id, sapeur_id) select $1, unnest($2::bigint[])', [
    id,
    members,
  ])
  return id
}

async function addConvocations(sql: Sql, size: number, present: boolean): Promise<number> {
  const id = await addExercice(sql)
  await sql(
    'insert into app.exercice_sapeurs (exercice_id, sapeur_id, present) select $1, id, $3 from app.sapeurs order by id limit $2',
    [id, size, present],
  )
  return id
}
