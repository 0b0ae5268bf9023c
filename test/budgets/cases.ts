import type { Operation } from '../../src/http/document/operation.ts'
import { loadSamples } from '../http/every_operation/samples.ts'
import { doorOf, operations } from '../http/every_operation/schema.ts'
import { addCalendrierOf } from '../http/samples/calendriers.ts'
import type { Sample, Sql } from '../http/samples/sample.ts'
import { addMur } from '../http/samples/sis.ts'
import { writes } from './writes.ts'

const samples = await loadSamples()

/** One way to call an operation. */
export interface Case {
  /** `list_alarmes?limit=20`. */
  name: string
  operation: Operation
  /** Prepares the rows that the call needs. `size` says how many rows a body has. */
  make(sql: Sql, size: number): Promise<Sample>
}

/** How to find the record of a path: a loaded row whose date is over, and that has as many parts as others. */
const records: [path: RegExp, text: string][] = [
  [
    /^\/interventions\/\{id\}/,
    'select id from app.interventions where date_debut < app.today() - 1 order by date_debut desc, id desc limit 1',
  ],
  [
    /^\/alarmes\/\{id\}\/envois/,
    'select max(alarme_id) as id from app.envois where alarme_id < (select max(alarme_id) from app.envois)',
  ],
  [
    /^\/exercices\/\{id\}/,
    'select id from app.exercices where date < app.today() - 1 order by date desc, id desc limit 1',
  ],
  [/^\/ecritures\/\{id\}/, 'select max(id) as id from app.ecritures'],
  [/^\/disponibilites\/\{id\}/, 'select max(id) as id from app.indisponibilites'],
  [/^\/piquets\/\{id\}/, 'select max(id) as id from app.piquets'],
  [/^\/sapeurs\/\{id\}/, 'select min(id) as id from app.sapeurs'],
  [
    /^\/messageries\/\{id\}/,
    'select messagerie_id as id, id as message_id from app.messages order by created_at desc, id limit 1',
  ],
  [/^\/exercices-comptable\/\{id\}\/avs/, 'select id from app.exercices_comptables where annee = 1990'],
  [
    /certificats?-salaire/,
    'select id as exercice_comptable_id from app.exercices_comptables where annee = 1990',
  ],
  [/^\/exercices-comptable\/\{id\}/, 'select app.current_exercice_comptable_id() as id'],
  [/^\/decomptes\/\{id\}/, 'select max(id) as id from app.decomptes where paye_le is null'],
  [/^\/statistiques\/\{id\}/, 'select app.current_exercice_comptable_id() as id'],
  [
    /\{decompte_id\}/,
    'select exercice_comptable_id, id as decompte_id from app.decomptes where paye_le is null order by id desc limit 1',
  ],
  [/\{exercice_comptable_id\}/, 'select app.current_exercice_comptable_id() as exercice_comptable_id'],
  [/^\/vehicules\/\{id\}/, 'select min(id) as id from app.vehicules'],
  [/^\/travaux\/\{id\}/, 'select max(id) as id from app.travaux'],
  [/\{sis_key\}/, 'select request.sis_key() as sis_key'],
]

/** Statements for the values of filters. */
const filters: Record<string, string> = {
  exercice_comptable_id:
    'select id from app.exercices_comptables where fin = (select debut - 1 from app.exercices_comptables where id = app.current_exercice_comptable_id())',
  du: 'select app.today() - 30',
  au: 'select app.today()',
  statut: 'select 1',
  type_intervention_id: 'select 3',
  type: 'select 0',
  ligne_id: 'select 3',
  user_id: 'select 1',
  ressource: "select 'interventions'",
  action: "select 'ajout'",
  etat: "select 'failed'",
  sapeur_id: 'select min(id) from app.sapeurs',
  module: 'select 4',
  decompte_id:
    'select max(id) from app.decomptes where exercice_comptable_id = app.current_exercice_comptable_id()',
}
const isFlag = (name: string) => ['force', 'old', 'actif', 'complet', 'paye'].includes(name)

/** Each GET whole, its first page and with each filter alone; and the writes of every day. */
export const cases: Case[] = [
  ...operations.filter(({ method }) => method === 'get').flatMap(reading),
  ...writing(),
]

function reading(operation: Operation): Case[] {
  // Parameters that the handler of an export reads do not reach the database.
  const names = operation.parameters
    .filter((each) => each.in === 'query' && !each['x-handler'])
    .map(({ name }) => name)
  const asked = names.filter((name) => isFlag(name) || name in filters)
  const paged = (doorOf(operation).parameters ?? []).some(({ name }) => name === 'limit')
  const made = [
    ...asked.map((name) => (isFlag(name) ? `${name}=true` : name)),
    ...(paged ? ['limit=20'] : []),
  ]
  return [
    { name: operation.id, operation, make: (sql) => sampleOf(operation, sql) },
    ...made.map(
      (each): Case => ({
        name: `${operation.id}?${each}`,
        operation,
        make: async (sql) => ({ ...(await sampleOf(operation, sql)), query: await queryOf(sql, each) }),
      }),
    ),
  ]
}

async function sampleOf({ id, path }: Operation, sql: Sql): Promise<Sample> {
  if (/^\/mur(\/|$)/.test(path)) return { headers: { token: (await addMur(sql)).token } }
  if (/^\/ics\//.test(path)) return { path: { token: await busiest(sql) } }
  const found = records.find(([pattern]) => pattern.test(path))
  // A record that years.sql does not load.
  if (found === undefined) return path.includes('{') ? await (samples.get(id)?.(sql) ?? {}) : {}
  const [row] = await sql(found[1])
  return { path: row ?? {} }
}

// The calendar of a sapeur who has no account yet.
async function busiest(sql: Sql): Promise<string> {
  const [row] = await sql(
    `select s.sapeur_id as id from app.exercice_sapeurs s
      where not exists (select from auth.memberships m where m.sis_key = s.sis_key and m.sapeur_id = s.sapeur_id)
      group by 1 order by count(*) desc, 1 limit 1`,
  )
  return await addCalendrierOf(sql, Number(row?.id))
}

async function queryOf(sql: Sql, asked: string): Promise<Record<string, string>> {
  const [name = '', value] = asked.split('=')
  if (value !== undefined) return { [name]: value }
  const [row] = await sql(`select (${filters[name]})::text as value`)
  return { [name]: String(row?.value) }
}

function writing(): Case[] {
  return Object.entries(writes).map(([name, make]) => {
    const operation = operations.find(({ id }) => id === name)
    if (operation === undefined) throw new Error(`no operation ${name}`)
    return { name, operation, make }
  })
}
