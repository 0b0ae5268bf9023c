import pg from 'pg'
import { heading } from './heading.ts'
import { processTimes, residentMegabytes, threadTimes, used } from './processor_time.ts'
import { as, postgresVersion, prepareDemo, signTokens, startProcess, startServerProcess } from './setting.ts'
import { median } from './table.ts'
import { post } from './wrk.ts'

const SIS = 'hs'
const CONNECTIONS = 8
const list = (name: string, fields: string) =>
  `{ ${name}(first: 20, orderBy: [PRIMARY_KEY_DESC]) { nodes { ${fields} } } }`

interface Turn {
  rate: number
  /** Milliseconds of processor time per request. */
  main: number
  others: number
  postgres: number
}

/**
 * Compares a list of 20 interventions with six fields over our GraphQL and over PostGraphile as it comes.
 * @param seconds length of each measure, repeated for `rounds`
 */
export async function benchGraphql(seconds: number, rounds: number): Promise<void> {
  const admin = await prepareDemo()
  const client = new pg.Client(admin)
  await client.connect()
  const api = as(admin, 'caserne_api')
  const ours = await startServerProcess('whole', [api, as(admin, 'caserne_auth')])
  const theirs = await startProcess('standalone.ts', [api], { GRAPHILE_ENV: 'production' })
  const token = await tokenOf(client)
  const sides = {
    ours: {
      ...ours,
      query: list('interventions', 'id no annee date_debut heure_debut lieu'),
      headers: { 'sis-key': SIS, authorization: `Bearer ${token}` },
    },
    standalone: {
      ...theirs,
      query: list(
        'allInterventions',
        'id: rowId no annee date_debut: dateDebut heure_debut: heureDebut lieu',
      ),
      headers: { 'sis-key': SIS },
    },
  }
  await compareAnswers(Object.values(sides))
  const turns = { ours: [] as Turn[], standalone: [] as Turn[] }
  for (let round = -1; round < rounds; round++) {
    for (const name of ['ours', 'standalone'] as const) {
      const { pid, port, query, headers } = sides[name]
      const before = { threads: threadTimes(pid), backends: processTimes(await backends(client)) }
      const url = `http://127.0.0.1:${port}/graphql`
      const { rate, requests } = await post(url, { query }, headers, { connections: CONNECTIONS, seconds })
      const threads = threadTimes(pid)
      const turn = {
        rate,
        main: (threads.main - before.threads.main) / requests,
        others: (threads.others - before.threads.others) / requests,
        postgres: used(before.backends, processTimes(await backends(client))) / requests,
      }
      // The first round warms caches and compilers.
      if (round >= 0) turns[name].push(turn)
    }
  }
  await client.end()
  const row = (name: 'ours' | 'standalone') => {
    const of = (what: keyof Turn) => turns[name].map((turn) => turn[what])
    const rates = of('rate')
    const total = turns[name].map(({ main, others, postgres }) => main + others + postgres)
    const times = [of('main'), of('others'), of('postgres'), total].map((each) => median(each).toFixed(2))
    const range = `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`
    const memory = residentMegabytes(sides[name].pid).toFixed(0)
    return `| ${name} | ${median(rates).toFixed(0)} | ${range} | ${times.join(' | ')} | ${memory} |\n`
  }
  const ratio = median(turns.ours.map(({ rate }, index) => rate / (turns.standalone[index]?.rate ?? 1)))
  process.stdout.write(
    `${heading(`graphql ${seconds} ${rounds}`, await postgresVersion(admin))}\n` +
      '| | per second, median | range | main thread, ms | other threads | PostgreSQL | together | MB |\n' +
      `|---|---|---|---|---|---|---|---|\n${row('ours')}${row('standalone')}` +
      `\nours / standalone: **${ratio.toFixed(2)}**\n`,
  )
}

async function tokenOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: number }>(
    "select id::integer as id from auth.users where email = 'commandant@example.org'",
  )
  const claims = {
    id: rows[0]?.id ?? 0,
    admin: false,
    validated: true,
    pseudo: 'Banc',
    email: 'banc@example.org',
    mobiles: [],
    sapeurs: {},
    permissions: { [SIS]: ['intervention.lecture'] },
  }
  return (await signTokens([claims]))[0] ?? ''
}

function backends(client: pg.Client): Promise<number[]> {
  const text = "select pid from pg_stat_activity where usename = 'caserne_api'"
  return client.query<{ pid: number }>(text).then(({ rows }) => rows.map(({ pid }) => pid))
}

// Both sides must answer the same rows; PostGraphile writes ids as texts.
async function compareAnswers(sides: { port: number; query: string; headers: object }[]): Promise<void> {
  const answers = await Promise.all(
    sides.map(async ({ port, query, headers }) => {
      const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query }),
      })
      const { data } = (await response.json()) as {
        data: Record<string, { nodes: Record<string, unknown>[] }>
      }
      const nodes = Object.values(data)[0]?.nodes ?? []
      return JSON.stringify(nodes.map((node) => Object.values(node).map(String)))
    }),
  )
  if (answers[0] !== answers[1] || answers[0] === '[]')
    throw new Error(`answers differ: ${answers.join('\n')}`)
}
