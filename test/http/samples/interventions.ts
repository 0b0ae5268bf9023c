import { randomUUID } from 'node:crypto'
import { addAlarme } from './alarmes.ts'
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

/** Someone, a new sapeur unless told, at a new intervention of 14 March 2026. */
export async function addPresence(sql: Sql, sapeur?: number): Promise<{ id: number; presence: number }> {
  const id = await addIntervention(sql)
  const presence = await one(
    sql,
    `insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin)
     values ($1, $2, '2026-03-14 14:30+01', '2026-03-14 16:00+01') returning id`,
    [id, sapeur ?? (await addSapeur(sql))],
  )
  return { id, presence }
}

// Every field that a client may write.
const record = async (sql: Sql) => ({
  date_debut: '2026-03-14',
  heure_debut: '14:29',
  date_fin: '2026-03-14',
  heure_fin: '16:00:00',
  objet: unique('Feu'),
  lieu: 'Rue de la Gare 15',
  localite_id: await one(sql, 'select min(id) from app.localites'),
  wgs84: '47.3625,7.345678',
  degre: 2,
  rapport_police: true,
  agent: 'Agt Rossel',
  sauve_personne: 1,
  sauve_animaux: 2,
  description: 'Restaurant',
  proprietaire: 'P. Riétaire',
  responsable: 'R. Esponsable',
  stat_nb: 3,
  intervention_traitement_id: 2,
  stat_federal_id: 1,
  sapeur_id: await addSapeur(sql),
  type_intervention_id: 3,
})

async function addSaisie(sql: Sql): Promise<number> {
  const { id } = await addPresence(sql)
  return id
}

// The same with all its lines, of new people, vehicles and materials.
async function complete(sql: Sql) {
  const sapeur_id = await addSapeur(sql)
  const add = (table: string) =>
    one(sql, `insert into app.${table} (designation) values ($1) returning id`, [unique('Nouveau')])
  return {
    ...(await record(sql)),
    localUuid: randomUUID(),
    alarme: { id: String(await addAlarme(sql)) },
    sapeurs: [{ sapeur_id, debut: null, fin: '2026-03-14 16:00', piquet: false }],
    vehicules: [await add('vehicules')],
    materiel: [{ materiel_id: await add('materiels'), quantite: '2.50' }],
    materiels: [{ materiel_id: await add('materiels'), quantite: 3 }],
    groupes: [{ no: '90', designation: 'EM' }],
    missions: [
      {
        titre: 'Reconnaissance',
        resume: 'Étage',
        debut: '2026-03-14 14:40',
        fin: '2026-03-14 15:00',
        sapeur_id,
        sapeur: 'Un voisin',
      },
    ],
    appels: [
      { date: '2026-03-14 14:50', numero: '032 420 00 00', nom: 'Police', commentaire: 'Route à fermer' },
    ],
    jalons: [
      {
        titre: 'Feu maîtrisé',
        description: 'Annoncé à la centrale',
        date_time: '2026-03-14 15:05',
        sapeur_id,
        sapeur: 'Un voisin',
      },
    ],
    quittances: [sapeur_id],
  }
}

/** How to call the operations on interventions. */
export const interventionSamples: Record<string, MakeSample> = {
  list_interventions: async () => ({ query: { du: '2026-01-01' } }),
  get_intervention: async (sql) => ({ path: { id: await addSaisie(sql) }, query: { complet: 'true' } }),
  get_intervention_rapport: async (sql) => ({ path: { id: await addSaisie(sql) } }),
  create_intervention: async (sql) => ({ body: await record(sql) }),
  update_intervention: async (sql) => ({ path: { id: await addIntervention(sql) }, body: await record(sql) }),
  delete_intervention: async (sql) => ({ path: { id: await addSaisie(sql) } }),
  valider_intervention: async (sql) => ({ path: { id: await addSaisie(sql) } }),
  create_intervention_complet: async (sql) => ({ body: await complete(sql) }),
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
