import pg from 'pg'
import { withConnection } from '../connection.ts'
import { sisKey } from '../data/sizes.ts'
import { HttpClient } from '../http_client.ts'
import { operationStatement } from '../operation_statement.ts'
import { as, signHeaders } from '../setting.ts'
import type { Measure } from './time_queries.ts'

const asked = {
  federal: 'select * from stats.federal where annee = $1',
  interventions: `select stat_federal_id, count(*) as nb, stats.heures(sum(secondes)) as heures
                    from stats.interventions where annee = $1 group by stat_federal_id`,
  national: `select stat_federal_id, sum(nb) as nb, stats.heures(sum(secondes)) as heures
               from stats.federal where annee = $1 group by stat_federal_id`,
}

/**
 * Works with the queries that are compared, for one accounting year, and closes their connections afterwards.
 * @param sis number of SIS
 * @param port of the data server
 */
export async function withMeasures<T>(
  admin: string,
  sis: number,
  port: number,
  annee: number,
  work: (measures: Measure[]) => Promise<T>,
): Promise<T> {
  const callers = await findCallers(admin, sis, annee)
  const caller = (n: number) => {
    const found = callers[n % callers.length]
    if (found === undefined) throw new Error('no SIS')
    return found
  }
  const http = new HttpClient(1)
  const logins = await Promise.all(
    ['caserne_api', 'banc_un', 'banc_tous', 'banc_national'].map((login) => connect(as(admin, login))),
  )
  const [api, one, all, national] = logins
  try {
    return await work([
      {
        name: 'one SIS: `api.list_stat_federal`, as the endpoint calls it',
        ask: async (n) => api?.query(caller(n).statement),
        pages: async () => null,
      },
      {
        name: 'one SIS: GET /stat-federal',
        ask: (n) => http.ask(port, 'GET', caller(n).path, caller(n).headers),
        pages: async () => null,
      },
      {
        name: 'GET /health: what HTTP takes by itself',
        ask: () => http.ask(port, 'GET', '/health', {}),
        pages: async () => null,
      },
      select('one SIS: analyst of one, `stats.federal`', one, asked.federal, annee),
      select('nation: caserne_national, `stats.interventions`', national, asked.interventions, annee),
      select('nation: caserne_national, `stats.federal`', national, asked.national, annee),
      select(`nation: analyst of ${sis} SIS, \`stats.interventions\``, all, asked.interventions, annee),
      select(`nation: analyst of ${sis} SIS, \`stats.federal\``, all, asked.national, annee),
    ])
  } finally {
    http.close()
    for (const login of logins) await login.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

interface Caller {
  statement: pg.QueryConfig
  path: string
  headers: Record<string, string>
}

// Those of twenty SIS, about as many as ask a server at once. Each comes back with the same token.
async function findCallers(admin: string, sis: number, annee: number): Promise<Caller[]> {
  const permissions = ['intervention.lecture']
  const keys = Array.from({ length: 20 }, (_, n) => sisKey(((n * 7919) % sis) + 1))
  const headers = await signHeaders(keys.map((key) => ({ sis: key, permissions })))
  const { rows } = await withConnection(admin, (client) =>
    client.query<{ sis_key: string; id: string }>(
      'select sis_key, id::text from app.exercices_comptables where annee = $1',
      [annee],
    ),
  )
  const years = new Map(rows.map(({ sis_key, id }) => [sis_key, id]))
  return keys.map((key, n) => {
    const given = { exercice_comptable_id: years.get(key) }
    const caller = { userId: 1, sisKey: key, permissions, sapeurId: null }
    return {
      statement: operationStatement('list_stat_federal', caller, given),
      path: `/api/v2/stat-federal?exercice_comptable_id=${years.get(key)}`,
      headers: headers[n] ?? {},
    }
  })
}

function select(name: string, client: pg.Client | undefined, text: string, annee: number): Measure {
  return {
    name,
    ask: async () => client?.query(text, [annee]),
    pages: async () => {
      const result = await client?.query(
        `explain (analyze, buffers, format json) ${text.replace('$1', String(annee))}`,
      )
      const plan = result?.rows[0]?.['QUERY PLAN']?.[0]?.Plan
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    },
  }
}
