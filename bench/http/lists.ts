import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { signHeaders } from '../setting.ts'

/** A caller: an account that holds every permission in a SIS, and its sapeur there. */
export interface Place {
  sis: string
  user: number
  sapeur: number
  /** The current accounting year. */
  exercice: number
  today: string
}

/** A list, and how the bare server is asked for the same bytes: the statement <name>.sql and its values. */
export interface List {
  path: string
  statement: string | null
  values: unknown[]
}

/** The place of the first account that is a sapeur in a SIS. */
export async function findPlace(client: pg.Client): Promise<Place> {
  const { rows } = await client.query<Place>(
    `select m.sis_key as sis, m.user_id::integer as user, m.sapeur_id::integer as sapeur, x.id::integer as exercice,
            t.today::text
       from auth.memberships m
       join app.sis z on z.sis_key = m.sis_key
      cross join lateral (select (now() at time zone z.fuseau)::date) as t (today)
       join app.exercices_comptables x on x.sis_key = m.sis_key and x.annee = extract(year from t.today)
      where m.sapeur_id is not null
      order by m.user_id, m.sis_key
      limit 1`,
  )
  if (rows[0] === undefined) throw new Error('no account is a sapeur')
  return rows[0]
}

/** Adds 30 alarms that are not validated. */
export async function addAlarmes(client: pg.Client, { sis }: Place): Promise<void> {
  await client.query('begin')
  await client.query("select request.open(null, $1, '{}', null)", [sis])
  await client.query(readFileSync(join(import.meta.dirname, 'add_alarmes.sql'), 'utf8'))
  await client.query('commit')
}

/** The headers of requests at a place. */
export async function headersAt(
  client: pg.Client,
  { sis, user, sapeur }: Place,
): Promise<Record<string, string>> {
  const { rows } = await client.query<{ all: string[] }>(
    'select array_agg(p.identifiant) as all from auth.permissions p',
  )
  const [headers = {}] = await signHeaders([{ sis, user, sapeur, permissions: rows[0]?.all ?? [] }])
  return headers
}

/** The lists that are measured at a place. */
export function listsAt({ sis, sapeur, exercice, today }: Place): List[] {
  const list = (path: string, statement: string | null, ...values: unknown[]) => ({ path, statement, values })
  return [
    list('/grades', null),
    list('/alarmes', null),
    list('/alarmes?old=true', null),
    list('/interventions?limit=20', 'interventions', sis, exercice, 20),
    list('/interventions', 'interventions', sis, exercice, null),
    list('/sapeurs', 'sapeurs', sis, today),
    list('/exercices', 'exercices', sis, exercice),
    list(`/mes-interventions/${exercice}`, 'mes-interventions', sis, exercice, sapeur),
    list('/journal?limit=50', 'journal', sis),
  ]
}
