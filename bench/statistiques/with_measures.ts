import { Agent } from 'node:http'
import pg from 'pg'
import { sisKey } from '../data/sizes.ts'
import { as, fetchAll } from '../setting.ts'
import type { Measure } from './time_queries.ts'

const asked = {
  federal: 'select * from stats.federal where annee = $1',
  interventions: `select stat_federal_id, count(*) as nb, stats.heures(sum(secondes)) as heures
                    from stats.interventions where annee = $1 group by stat_federal_id`,
  national: `select stat_federal_id, sum(nb) as nb, stats.heures(sum(secondes)) as heures
               from stats.federal where annee = $1 group by stat_federal_id`,
}

/** Works with the queries that are compared, for one accounting year, and closes their connections afterwards. */
export async function withMeasures<T>(
  admin: string,
  sis: number,
  port: number,
  tokens: string[],
  annee: number,
  work: (measures: Measure[]) => Promise<T>,
): Promise<T> {
  const client = await connect(admin)
  const { rows } = await client.query<{ n: number; id: string }>(
    `select substr(sis_key, 2)::integer as n, id::text from app.exercices_comptables where annee = $1 order by 1`,
    [annee],
  )
  await client.end()
  const ids = new Map(rows.map(({ n, id }) => [n, id]))
  // Twenty SIS take turns, about as many as ask a server at once. Each comes back with the same token.
  const someSis = (n: number) => (((n % 20) * 7919) % sis) + 1
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const logins = await Promise.all(
    ['caserne_api', 'banc_un', 'banc_tous', 'banc_national'].map((login) => connect(as(admin, login))),
  )
  const [api, one, all, national] = logins
  try {
    return await work([
      {
        name: 'one SIS: `api.list_stat_federal`, as the endpoint calls it',
        ask: (n) => callApi(api, someSis(n), ids),
        pages: async () => null,
      },
      {
        name: 'one SIS: GET /stat-federal',
        ask: (n) =>
          fetchAll(agent, port, `/api/v2/stat-federal?exercice_comptable_id=${ids.get(someSis(n))}`, {
            'sis-key': sisKey(someSis(n)),
            authorization: `Bearer ${tokens[someSis(n) - 1]}`,
          }),
        pages: async () => null,
      },
      {
        name: 'GET /health: what HTTP takes by itself',
        ask: () => fetchAll(agent, port, '/health', {}),
        pages: async () => null,
      },
      select('one SIS: analyst of one, `stats.federal`', one, asked.federal, annee),
      select('nation: caserne_national, `stats.interventions`', national, asked.interventions, annee),
      select('nation: caserne_national, `stats.federal`', national, asked.national, annee),
      select(`nation: analyst of ${sis} SIS, \`stats.interventions\``, all, asked.interventions, annee),
      select(`nation: analyst of ${sis} SIS, \`stats.federal\``, all, asked.national, annee),
    ])
  } finally {
    agent.destroy()
    for (const login of logins) await login.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

async function callApi(client: pg.Client | undefined, sis: number, ids: Map<number, string>): Promise<void> {
  await client?.query({
    name: 'list_stat_federal',
    text:
      'select api.list_stat_federal(exercice_comptable_id => $6, apres => $7, limite => $8)::text as json ' +
      'from request.open($1, $3, auth.check_session($1, to_timestamp($2), $3, $4), $5)',
    values: [
      1,
      Math.floor(Date.now() / 1000),
      sisKey(sis),
      ['intervention.lecture'],
      null,
      ids.get(sis),
      null,
      null,
    ],
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
