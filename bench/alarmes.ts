import { Agent } from 'node:http'
import pg from 'pg'
import { heading } from './heading.ts'
import { as, fetchAll, makeTokens, postgresVersion, prepareDatabase, SIS, startServer } from './setting.ts'
import { type Round, table } from './table.ts'

const CONNECTIONS = 8

/**
 * Compares GET /alarmes as served with a bare server and with the statement alone.
 * @param seconds length of each measure, repeated for `rounds`.
 */
export async function benchAlarmes(seconds: number, rounds: number): Promise<void> {
  const admin = await prepareDatabase()
  // The superuser bypasses the policies, but plans like the API's login (sql/database_roles.sql): only policies differ.
  const free = Object.assign(new URL(admin), {
    search: '?options=-c plan_cache_mode=force_generic_plan -c jit=off',
  }).href
  const api = as(admin, 'caserne_api')
  const tokens = await makeTokens()
  const whole = await startServer('whole', [api, as(admin, 'caserne_auth')])
  const bare = await startServer('bare', [free])
  const statement = async (url: string, old: boolean) => {
    const client = new pg.Client(url)
    await client.connect()
    const run = statementLoop(client, old)
    const count = await repeat(1, seconds, run)
    await client.end()
    return count
  }
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  process.stdout.write(heading(`alarmes ${seconds} ${rounds}`, await postgresVersion(admin)))
  for (const [title, old] of [
    ['30 open alarms (GET /alarmes)', false],
    ['all 300 alarms (GET /alarmes?old=true)', true],
  ] as const) {
    const measured: Round[] = []
    for (let round = -1; round < rounds; round++) {
      const measures = {
        'a whole server': await repeat(CONNECTIONS, seconds, (sis) =>
          fetchAll(agent, whole, `/api/v2/alarmes?old=${old}`, {
            'sis-key': `b${sis}`,
            authorization: `Bearer ${tokens[sis - 1]}`,
          }),
        ),
        'b bare node:http, no policies': await repeat(CONNECTIONS, seconds, (sis) =>
          fetchAll(agent, bare, `/?sis=b${sis}&old=${old}`, {}),
        ),
        'c statement, policies on': await statement(api, old),
        'c statement, policies off': await statement(free, old),
      }
      // The first round warms caches and compilers.
      if (round >= 0) measured.push(measures)
    }
    process.stdout.write(`\n### ${title}\n\n${table(measured)}`)
  }
}

// Repeats the work for a time, in several lanes at once. Returns the requests per second.
async function repeat(
  atOnce: number,
  seconds: number,
  work: (sis: number) => Promise<unknown>,
): Promise<number> {
  const began = performance.now()
  let done = 0
  const lane = async (start: number) => {
    for (let n = start; performance.now() - began < seconds * 1000; n += atOnce) {
      await work(((n * 7919) % SIS) + 1)
      done++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, index) => lane(index)))
  return done / ((performance.now() - began) / 1000)
}

function statementLoop(client: pg.Client, old: boolean): (sis: number) => Promise<unknown> {
  return (sis) =>
    client.query({
      name: 'statement',
      text: "select api.list_alarmes($2)::text as json from request.open(null, $1, '{intervention.lecture}', null)",
      values: [`b${sis}`, old],
    })
}
