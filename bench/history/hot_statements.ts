import pg from 'pg'
import { readDocument } from '../../src/http/document.ts'
import { argumentsOf } from '../../src/http/operations.ts'
import { readingStatement, writingStatement } from '../../src/http/statements.ts'

/** A statement as the data server prepares it, with the parameters of one request. */
export interface Hot {
  /** The request, as `GET /interventions?limit=20`. */
  name: string
  query: pg.QueryConfig
  /** Whether it writes: it is rolled back. */
  writes: boolean
}

/** What the requests of a SIS name. */
interface Place {
  user: string
  sapeur: string
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

/** The statements of the operations that tablets, walls and officers ask most, for one SIS. A superuser's address. */
export async function hotStatements(admin: string, sis: string, writes: boolean): Promise<Hot[]> {
  const place = await findPlace(admin, sis)
  const ask = (name: string, id: string, given: Record<string, unknown> = {}) =>
    compose(name, id, given, sis, place)
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
  const client = new pg.Client(admin)
  await client.connect()
  const { rows } = await client.query<Place>(
    `select m.user_id as user, m.sapeur_id as sapeur, i.exercice_comptable_id as annee, i.id as intervention,
            to_char(i.date_debut, 'YYYY-MM-DD') as debut,
            to_char((i.date_fin + i.heure_fin) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as fin
       from auth.memberships m
       join app.interventions i on i.sis_key = m.sis_key and i.statut = 1
      where m.sis_key = $1
      order by m.user_id, i.id
      limit 1`,
    [sis],
  )
  await client.end()
  if (rows[0] === undefined) throw new Error(`${sis} has no intervention with statut 1`)
  return rows[0]
}

function compose(
  name: string,
  id: string,
  given: Record<string, unknown>,
  sis: string,
  { user, sapeur }: Place,
): Hot {
  const operation = readDocument('data').operations.find((each) => each.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  const names = argumentsOf(operation)
  const reads = operation.method === 'get'
  const call = reads
    ? readingStatement(id, names, 'api', operation)
    : writingStatement(id, names, 'api', operation.records)
  const values = [
    user,
    Math.floor(Date.now() / 1000),
    sis,
    permissions,
    sapeur,
    ...names.map((each) => given[each] ?? null),
  ]
  // After the arguments: the id in the path; for a GET the scope and the states that the client knows; for a change
  // the versions that it knows.
  const places = Math.max(...[...call.text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))
  const rest = places - values.length
  if (reads && operation.groups !== null) values.push('', [])
  else if (rest > 0) values.push(...[given.id ?? null, null].slice(0, rest))
  return { name, query: { ...call, values }, writes: !reads }
}
