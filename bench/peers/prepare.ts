import type pg from 'pg'
import { withConnection } from '../connection.ts'
import { openData } from '../data/open_data.ts'
import type { Size } from '../data/sizes.ts'
import { as, prepareDemo, type Server, signHeaders, started, startServer } from '../setting.ts'
import { startDirectus } from './directus.ts'
import { installPeer } from './install.ts'
import { compareLists, type List, listsOf } from './lists.ts'
import { startPeer } from './start.ts'
import { checkTenants } from './tenants.ts'

/** Our server and its peers over the same rows. */
interface Prepared {
  /** The address of the database as superuser. */
  admin: string
  ours: Server
  /** Ours, without kept answers. */
  building: Server
  lists: List[]
  /** The bytes of each list by its name. */
  bytes: Record<string, string>
}

/** Starts our server and its peers, and checks that they answer the same to a caller of one SIS only. */
export async function preparePeers(size: Size): Promise<Prepared> {
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
  return { admin, ours, building, lists, bytes }
}

async function chooseCaller(client: pg.Client): Promise<{ sis: string; headers: Record<string, string> }> {
  await client.query('analyze app.interventions')
  const sis = await medianSis(client)
  const { rows } = await client.query<{ id: number }>(
    `select min(ur.user_id)::integer as id
       from auth.user_roles ur
       join auth.role_permissions p on p.sis_key = ur.sis_key and p.role_id = ur.role_id
       join auth.users u on u.id = ur.user_id and not u.is_admin
      where ur.sis_key = $1 and p.permission = 'intervention.lecture'`,
    [sis],
  )
  const permissions = ['intervention.lecture', 'intervention.modification']
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
