import type pg from 'pg'
import { withConnection } from '../connection.ts'
import { operationStatement } from '../operation_statement.ts'

/** A statement as the data server prepares it, with the parameters of one request. */
export interface Hot {
  /** The request, as `GET /interventions?limit=20`. */
  name: string
  query: pg.QueryConfig
  /** Whether it writes: it is rolled back. */
  writes: boolean
}

/** Ids that the requests of a SIS name. */
interface Place {
  user: number
  sapeur: number
  annee: string
  /** An intervention that is saisie, and two of its days. */
  intervention: string
  debut: string
  fin: string
}

const permissions = [
  'intervention.lecture',
  'intervention.modification',
  'intervention.validation',
  'sapeur.lecture',
  'exercice.lecture',
  'sis.config',
]

/**
 * The statements of the operations that tablets, screens and officers ask for most, in one SIS.
 * @param admin address of the database as superuser
 * @param writes whether to include those that write
 */
export async function hotStatements(admin: string, sis: string, writes: boolean): Promise<Hot[]> {
  const place = await findPlace(admin, sis)
  const caller = { userId: place.user, sisKey: sis, permissions, sapeurId: place.sapeur }
  const ask = (name: string, id: string, given: Record<string, unknown> = {}): Hot => ({
    name,
    query: operationStatement(id, caller, given),
    writes: name.startsWith('POST'),
  })
  const reads = [
    ask('GET /alarmes', 'list_alarmes', { old: false }),
    ask('GET /interventions?limit=20', 'list_interventions', { limite: 21 }),
    ask('GET /interventions', 'list_interventions'),
    ask('GET /sapeurs', 'list_sapeurs', { actif: true }),
    ask('GET /sapeurs?limit=20', 'list_sapeurs', { actif: true, limite: 21 }),
    ask('GET /exercices', 'list_exercices'),
    ask('GET /exercices?limit=20', 'list_exercices', { limite: 21 }),
    ask('GET /mes-interventions?limit=20', 'list_mes_interventions', {
      exercice_comptable_id: place.annee,
      limite: 21,
    }),
    ask('GET /journal?limit=50', 'list_journal', { limite: 51 }),
  ]
  if (!writes) return reads
  const { debut, fin, intervention, sapeur } = place
  return [
    ...reads,
    ask('POST /interventions', 'create_intervention', {
      body: JSON.stringify({
        date_debut: debut,
        heure_debut: '08:00',
        date_fin: debut,
        heure_fin: '09:00',
        objet: 'Feu de cheminée',
        lieu: 'Rue de la Gare 1',
      }),
    }),
    ask('POST /interventions/{id}/sapeurs', 'create_intervention_sapeurs', {
      id: intervention,
      body: JSON.stringify({ sapeurs: [{ sapeur_id: sapeur, debut: fin, fin: later(fin), piquet: false }] }),
    }),
    ask('POST /interventions/{id}/valider', 'valider_intervention', { id: intervention }),
  ]
}

function later(instant: string): string {
  return new Date(Date.parse(instant) + 3_600_000).toISOString()
}

async function findPlace(admin: string, sis: string): Promise<Place> {
  const { rows } = await withConnection(admin, (client) =>
    client.query<Place>(
      `select m.user_id::integer as user, m.sapeur_id::integer as sapeur, i.exercice_comptable_id as annee,
              i.id as intervention, to_char(i.date_debut, 'YYYY-MM-DD') as debut,
              to_char((i.date_fin + i.heure_fin) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as fin
         from auth.memberships m
         join app.interventions i on i.sis_key = m.sis_key and i.statut = 1
        where m.sis_key = $1
        order by m.user_id, i.id
        limit 1`,
      [sis],
    ),
  )
  if (rows[0] === undefined) throw new Error(`${sis} has no intervention with statut 1`)
  return rows[0]
}
