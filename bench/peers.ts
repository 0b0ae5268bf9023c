import type pg from 'pg'
import { withConnection } from './connection.ts'
import { openData } from './data/open_data.ts'
import type { Size } from './data/sizes.ts'
import { heading } from './heading.ts'
import { signIns } from './peers/better_auth.ts'
import { differences } from './peers/differences.ts'
import { startDirectus } from './peers/directus.ts'
import { installPeer } from './peers/install.ts'
import { compareLists, type List, listsOf } from './peers/lists.ts'
import { startPeer } from './peers/start.ts'
import { checkTenants } from './peers/tenants.ts'
import { compared, takeTurns, turnsTable } from './peers/turns.ts'
import { as, postgresVersion, prepareDemo, signHeaders, started, startServer } from './setting.ts'

const CONNECTIONS = 8
const columns = 'per second, median | range | p50, ms | p99, ms | server, ms | PostgreSQL, ms'

/**
 * Compares a list and the sign-in with those of Directus, PostGraphile and better-auth, over the same rows.
 * @param seconds length of each measure, repeated for `rounds`
 */
export async function benchPeers(seconds: number, rounds: number, size: Size): Promise<void> {
  const admin =
    size === 'S' ? await prepareDemo() : started.add(await openData(size), (each) => each.stop()).admin
  const { sis, headers } = await withConnection(admin, chooseCaller)
  const env = { NODE_ENV: 'production' }
  const ours = await startServer(admin, env)
  const building = await startServer(admin, { ...env, KEPT_ANSWERS_MB: '0' })
  const directus = await startDirectus(admin, sis)
  const postgraphile = await startPostgraphile(as(admin, 'caserne_api'))
  const servers = { sis, headers, ours, building, directus, postgraphile }
  const lists = listsOf(servers)
  const bytes = await withConnection(admin, async (client) => {
    await checkTenants(client, servers)
    return await compareLists(lists, await newest(client, sis))
  })
  process.stdout.write(
    heading(`peers ${seconds} ${rounds} ${size}`, await postgresVersion(admin)) + differences,
  )
  process.stdout.write(await compareRates(admin, lists, bytes, { seconds, rounds }))
  const sides = await signIns(admin, ours)
  for (const connections of [1, CONNECTIONS]) {
    // A sign-in takes a hundred times as long as a list.
    const turns = await takeTurns(admin, sides, { connections, seconds: 2 * seconds, rounds })
    const [our = '', their = ''] = Object.keys(turns)
    process.stdout.write(
      `\n### Sign-in, ${connections === 1 ? 'one connection' : `${connections} connections`}\n\n` +
        `${turnsTable(turns, `server | ${columns}`)}\n${compared(turns, our, their)}`,
    )
  }
}

async function compareRates(
  admin: string,
  lists: List[],
  bytes: Record<string, string>,
  times: { seconds: number; rounds: number },
): Promise<string> {
  const turns = await takeTurns(admin, lists, { connections: CONNECTIONS, ...times })
  const quotients = [
    ['REST, all fields', 'Directus, all fields'],
    ['REST, all fields', 'Directus, six fields'],
    ['REST, all fields', 'PostGraphile, all fields'],
    ['REST, all fields', 'PostGraphile, six fields'],
    ['REST, all fields, rebuilt', 'Directus, all fields'],
    ['REST, all fields, rebuilt', 'PostGraphile, all fields'],
    ['GraphQL, all fields', 'PostGraphile, all fields'],
    ['GraphQL, six fields', 'PostGraphile, six fields'],
  ].map(([our = '', their = '']) => compared(turns, our, their))
  return (
    `\n### 20 interventions of one SIS, ${CONNECTIONS} connections\n\n` +
    `${turnsTable(turns, `server | ${columns} | bytes`, bytes)}\n${quotients.join('')}`
  )
}

async function chooseCaller(client: pg.Client): Promise<{ sis: string; headers: Record<string, string> }> {
  await client.query('analyze app.interventions')
  const sis = await medianSis(client)
  const { rows } = await client.query<{ id: number }>(
    'select id::integer from auth.users where not is_admin order by id limit 1',
  )
  const permissions = ['intervention.lecture']
  const [headers = {}] = await signHeaders([{ sis, permissions, user: rows[0]?.id ?? 0 }])
  return { sis, headers }
}

// The SIS in the middle by its interventions, of those that have 20 this year.
async function medianSis(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ sis_key: string }>(
    `select sis_key
       from (select sis_key, count(*) as n
               from app.interventions
              where date_debut >= date_trunc('year', now())
              group by sis_key
             having count(*) >= 20) as s
      order by n, sis_key`,
  )
  const sis = rows[Math.floor(rows.length / 2)]
  if (sis === undefined) throw new Error('no SIS has 20 interventions this year')
  return sis.sis_key
}

async function newest(client: pg.Client, sis: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id::text from app.interventions
      where sis_key = $1
      order by date_debut desc, heure_debut desc, id desc
      limit 20`,
    [sis],
  )
  return rows.map(({ id }) => id)
}

async function startPostgraphile(url: string) {
  const program = (port: string) => ['server.js', url, port]
  return await startPeer(await installPeer('postgraphile'), program, '/', () => ({
    GRAPHILE_ENV: 'production',
  }))
}
