import type pg from 'pg'

/** An accounting year. */
export interface RawYear {
  id: number
  annee: number
  debut: string
  fin: string
}

export interface RawIntervention {
  id: number
  exercice_comptable_id: number
  numero: string
  date_debut: string
  stat_federal_id: number
  type_intervention_id: number
  intervention_traitement_id: number
  stat_nb: number
  sauve_personne: number
  sauve_animaux: number
  statut: number
}

/** A presence; instants in ms. */
interface RawPresence {
  id: number
  intervention_id: number
  sapeur_id: number
  debut: number
  fin: number
  piquet: boolean
}

interface RawConvocation {
  exercice_id: number
  sapeur_id: number
  convoque: boolean
  present: boolean
  absent: boolean
  remplace: boolean
  excuse_type_id: number | null
}

/** The name of a row. */
export interface Named {
  id: number
  designation: string
}

/** The contents of the tables of a SIS, unchanged; instants in ms. */
export interface Raw {
  jour: string
  years: RawYear[]
  interventions: RawIntervention[]
  presences: RawPresence[]
  intervention_vehicules: { intervention_id: number; vehicule_id: number }[]
  intervention_materiels: { intervention_id: number; materiel_id: number; centiemes: number }[]
  exercices: { id: number; date: string; duree: number; statut: number }[]
  convocations: RawConvocation[]
  alarmes: { id: number; intervention_id: number | null; creation: number | null; debut: number | null }[]
  types: { id: number; designation: string; stat_intervention_id: number }[]
  federal: { id: number; designation: string; tri: number }[]
  service: { id: number; designation: string; tri: number }[]
  traitements: Named[]
  vehicules: Named[]
  materiels: Named[]
  sapeurs: { id: number; type: number; nom: string; prenom: string; nom_prenom: string }[]
  mutations: { sapeur_id: number; incorporation: string; sortie: string | null }[]
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint as`
const lists: Record<Exclude<keyof Raw, 'jour'>, string> = {
  years: 'select id, annee, debut, fin from app.exercices_comptables',
  interventions: `select id, exercice_comptable_id, numero, date_debut, stat_federal_id, type_intervention_id, intervention_traitement_id,
                         stat_nb, sauve_personne, sauve_animaux, statut
                    from app.interventions`,
  presences: `select id, intervention_id, sapeur_id, ${ms('debut')} debut, ${ms('fin')} fin, piquet from app.intervention_sapeurs`,
  intervention_vehicules: 'select intervention_id, vehicule_id from app.intervention_vehicules',
  intervention_materiels: `select intervention_id, materiel_id, (quantite * 100)::integer as centiemes from app.intervention_materiels`,
  exercices: 'select id, date, duree, statut from app.exercices',
  convocations: `select exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id from app.exercice_sapeurs`,
  alarmes: `select id, intervention_id, ${ms('date_creation')} creation, ${ms('debut')} debut from app.alarmes`,
  types: 'select id, designation, stat_intervention_id from app.types_intervention',
  federal: 'select id, designation, tri from app.stat_federal',
  service: 'select id, designation, tri from app.stat_intervention',
  traitements: 'select id, designation from app.intervention_traitements',
  vehicules: 'select id, designation from app.vehicules',
  materiels: 'select id, designation from app.materiels',
  sapeurs: 'select id, type, nom, prenom, nom_prenom from app.sapeurs',
  mutations: 'select sapeur_id, incorporation, sortie from app.mutations',
}
const shared = ['federal', 'service', 'traitements']

const text = `select json_build_object('jour', (now() at time zone 'Europe/Zurich')::date, ${Object.entries(
  lists,
)
  .map(([name, list]) => {
    const own = shared.includes(name) ? list : `${list} where sis_key = $1`
    return `'${name}', (select coalesce(json_agg(x), '[]') from (${own}) x)`
  })
  .join(', ')}) as raw where $1 <> ''`

/** Reads the tables, as a superuser. */
export async function readRaw(admin: pg.Client, sis: string): Promise<Raw> {
  const { rows } = await admin.query({ name: 'raw', text, values: [sis] })
  return rows[0]?.raw
}
