import { addIntervention, addSapeur } from './interventions.ts'
import { type MakeSample, one, type Sql, unique } from './sample.ts'
import { addMateriel, addVehicule } from './vehicules.ts'

type Row = Record<string, unknown>

/** Every field of a line of an intervention of 14 March 2026 that may be written, by the name of its list. */
const rows: Record<string, (sql: Sql) => Promise<Row>> = {
  vehicules: async (sql) => ({ vehicule_id: await addVehicule(sql) }),
  materiels: async (sql) => ({ materiel_id: await addMateriel(sql), quantite: '2.50' }),
  groupes: async () => ({ no: '90', designation: unique('EM') }),
  missions: async (sql) => ({
    titre: 'Reconnaissance',
    resume: 'Fumée au deuxième étage',
    debut: '2026-03-14 14:40',
    fin: '2026-03-14T15:00:00+01:00',
    sapeur_id: await addSapeur(sql),
    sapeur: 'Chef de la gare',
  }),
  jalons: async (sql) => ({
    titre: 'Feu maîtrisé',
    description: 'Annoncé à la centrale',
    date_time: '2026-03-14 15:05',
    sapeur_id: await addSapeur(sql),
    sapeur: 'Agente de la police',
  }),
  appels: async () => ({
    date: '2026-03-14 14:50',
    numero: '032 420 00 00',
    nom: 'Police cantonale',
    commentaire: 'Route à fermer',
  }),
  phases: async () => ({ phase_type_id: 2, debut: '2026-03-14 15:30' }),
  quittances: async (sql) => ({ sapeur_id: await addSapeur(sql) }),
}

/** Lists of links, whose rows are removed by the ids of the linked rows. */
const links: Record<string, string> = { vehicules: 'vehicule_id' }

/** A new intervention with these rows, and the last of them. */
async function addLignes(sql: Sql, list: string, ...added: Row[]): Promise<{ id: number; ligne: number }> {
  const id = await addIntervention(sql)
  await sql('select app.write_lignes($1, $2, $3)', [list, id, JSON.stringify(added)])
  const text = `select id from app.intervention_${list} where intervention_id = $1 order by id desc limit 1`
  return { id, ligne: await one(sql, text, [id]) }
}

function samplesOf(list: string, makeRow: (sql: Sql) => Promise<Row>): [string, MakeSample][] {
  const key = links[list]
  // Rows that stay when one is removed; an intervention has a first phase anyway.
  const others = async (sql: Sql) => (list === 'phases' ? [] : [await makeRow(sql)])
  return [
    [
      `list_intervention_${list}`,
      async (sql) => ({ path: { id: (await addLignes(sql, list, await makeRow(sql))).id } }),
    ],
    [
      `create_intervention_${list}`,
      async (sql) => ({
        path: { id: await addIntervention(sql) },
        body: { [list]: [await makeRow(sql)] },
      }),
    ],
    [
      `update_intervention_${list}`,
      async (sql) => {
        const { id, ligne } = await addLignes(sql, list, await makeRow(sql))
        return { path: { id }, body: { [list]: [{ id: ligne, ...(await makeRow(sql)) }] } }
      },
    ],
    [
      `delete_intervention_${list}`,
      async (sql) => {
        const row = await makeRow(sql)
        const { id, ligne } = await addLignes(sql, list, ...(await others(sql)), row)
        return { path: { id }, body: { [list]: [key === undefined ? { id: ligne } : { [key]: row[key] }] } }
      },
    ],
  ]
}

/** How to call the operations on lines of an intervention, except presences. */
export const interventionLigneSamples: Record<string, MakeSample> = Object.fromEntries(
  Object.entries(rows).flatMap(([list, makeRow]) => samplesOf(list, makeRow)),
)
