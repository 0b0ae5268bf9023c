import { Agent } from 'node:http'
import pg from 'pg'
import { heading } from './heading.ts'
import {
  as,
  fetchAll,
  makeTokens,
  postgresVersion,
  prepareEmptyDatabase,
  SIS,
  startServer,
} from './setting.ts'
import { type Filling, fillSis, fillYears } from './statistiques/load.ts'
import { median } from './table.ts'

const FIRST = 2017
const LAST = 2026

/** A query that is repeated, and the number of database pages that it reads (null: unknown). */
interface Measure {
  name: string
  ask(n: number): Promise<unknown>
  pages(): Promise<number | null>
}

const asked = {
  federal: 'select * from stats.federal where annee = $1',
  interventions: `select stat_federal_id, count(*) as nb, stats.heures(sum(secondes)) as heures
                    from stats.interventions where annee = $1 group by stat_federal_id`,
  national: `select stat_federal_id, sum(nb) as nb, stats.heures(sum(secondes)) as heures
               from stats.federal where annee = $1 group by stat_federal_id`,
}

/**
 * Measures figures of one SIS and of the nation, with one year of history and with ten.
 * @param rounds repetitions of each query.
 */
export async function benchStatistiques(sis: number, rounds: number): Promise<void> {
  const admin = await prepareEmptyDatabase()
  const filling = await fillSis(admin, sis)
  await fillYears(filling, FIRST, FIRST)
  process.stdout.write(heading(`statistiques ${sis} ${rounds}`, await postgresVersion(admin)))
  const port = await startServer('whole', [as(admin, 'caserne_api'), as(admin, 'caserne_auth')])
  const tokens = await makeTokens()
  const measure = (annee: number) =>
    withMeasures(filling, admin, port, tokens, annee, (all) => run(all, rounds))
  const columns = [await measure(FIRST)]
  const began = performance.now()
  await fillYears(filling, FIRST + 1, LAST)
  const minutes = (performance.now() - began) / 60_000
  columns.push(await measure(FIRST), await measure(LAST))
  const { rows } = await filling.client.query(
    `select (select count(*) from app.interventions)::integer as interventions,
            (select count(*) from app.intervention_sapeurs)::integer as presences`,
  )
  const [{ interventions, presences } = { interventions: 0, presences: 0 }] = rows
  process.stdout.write(
    `\n${sis} SIS, ${LAST - FIRST + 1} years, ${interventions} interventions, ${presences} presences; nine of the years were loaded in ${minutes.toFixed(1)} minutes.\n\n`,
  )
  process.stdout.write(table(columns))
  await filling.client.end()
}

async function withMeasures<T>(
  { client, sis }: Filling,
  admin: string,
  port: number,
  tokens: string[],
  annee: number,
  work: (measures: Measure[]) => Promise<T>,
): Promise<T> {
  const { rows } = await client.query<{ n: number; id: string }>(
    `select substr(sis_key, 2)::integer as n, id::text from app.exercices_comptables where annee = $1 order by 1`,
    [annee],
  )
  const ids = new Map(rows.map(({ n, id }) => [n, id]))
  // Twenty SIS take turns, about as many as ask a server at once. Each comes back with the same token.
  const someSis = (n: number) => (((n % 20) * 7919) % Math.min(sis, SIS)) + 1
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
            'sis-key': `b${someSis(n)}`,
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
      `b${sis}`,
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

/** Times of a query: the median, and the fastest tenth, which other work on the machine affects least. */
interface Taken {
  ms: number
  fast: number
  pages: number | null
}

type Column = Map<string, Taken>

// Queries of one SIS take turns, so that all see the same state of the machine. The first tenth warms up.
async function run(measures: Measure[], rounds: number): Promise<Column> {
  const column: Column = new Map()
  for (const group of [measures.slice(0, 4), ...measures.slice(4).map((each) => [each])]) {
    const turns = group.length > 1 ? rounds : Math.ceil(rounds / 10)
    const times = group.map((): number[] => [])
    for (let n = -Math.ceil(turns / 10); n < turns; n++) {
      for (const [index, each] of group.entries()) {
        const began = performance.now()
        await each.ask(n + turns)
        if (n >= 0) times[index]?.push(performance.now() - began)
      }
    }
    for (const [index, each] of group.entries())
      column.set(each.name, { ...taken(times[index] ?? []), pages: await each.pages() })
  }
  return column
}

function taken(times: number[]): Omit<Taken, 'pages'> {
  const fast = times.toSorted((one, other) => one - other)[Math.floor(times.length / 10)]
  return { ms: median(times), fast: fast ?? 0 }
}

function table(columns: Column[]): string {
  const names = [...(columns[0]?.keys() ?? [])]
  const cell = (name: string, column: Column | undefined) => {
    const { ms, fast, pages } = column?.get(name) ?? { ms: 0, fast: 0, pages: null }
    return `${ms.toFixed(2)} · ${fast.toFixed(2)}${pages === null ? '' : ` (${pages})`}`
  }
  const [alone, often, last] = columns
  const ratio = (name: string) => ((often?.get(name)?.fast ?? 0) / (alone?.get(name)?.fast ?? 1)).toFixed(2)
  const rows = names.map(
    (name) =>
      `| ${name} | ${cell(name, alone)} | ${cell(name, often)} | ${ratio(name)} | ${cell(name, last)} |`,
  )
  const [sql = '', http = ''] = names
  const over = columns.map((column) =>
    ((column.get(http)?.fast ?? 0) / (column.get(sql)?.fast ?? 1)).toFixed(2),
  )
  return [
    `Medians in ms · the fastest tenth, by which ratios are made; in brackets the pages read. The year before is counted beside each: ${FIRST} has none.`,
    '',
    `| | ${FIRST}, alone | ${FIRST} of ten years | ratio | ${LAST} of ten years |`,
    '|---|---|---|---|---|',
    ...rows,
    '',
    `GET /stat-federal / \`api.list_stat_federal\`: **${over.join(', ')}**`,
    '',
  ].join('\n')
}
