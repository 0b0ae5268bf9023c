import type { Config } from '../../config.ts'
import { workerConnections } from '../../worker/pool_sizes.ts'
import type { Check } from './check.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

interface Places {
  /** Connections that logins other than superusers may have. */
  places: number
  taken: number
  /** Data servers and workers that run now. */
  data: number
  workers: number
}

type Sizes = Pick<Config, 'DATABASE_POOL_SIZE' | 'GRAPHQL' | 'GRAPHQL_POOL_SIZE' | 'PASSWORD_POOL_SIZE'>

// The kind of a session is hidden from all but its own login, superusers and members of pg_monitor.
const places = `
  select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
           - coalesce(current_setting('reserved_connections', true)::integer, 0) as places,
         count(*)::integer as taken,
         (count(*) filter (where application_name = 'caserne listener'))::integer as data,
         (count(*) filter (where application_name = 'caserne locks'))::integer as workers
    from pg_catalog.pg_stat_activity
   where datid is not null
     and usesysid is not null
     and coalesce(backend_type, 'client backend') = 'client backend'`

const MOSTLY = 0.8

/** The connections that PostgreSQL allows, against those that the processes which run now may open. */
export const checkConnections: Check = {
  name: 'connexions',
  needs: 'database',
  examine: async ({ config, database }) => {
    const { rows } = await database.query<Places>(places)
    return rows.flatMap(({ places: all, taken, ...running }) => [
      judgeTaken(taken, all),
      judgePools(config, running, all),
    ])
  },
}

/** The most connections of some data servers and workers, and of one authentication server. */
export function poolsOf(
  { DATABASE_POOL_SIZE, GRAPHQL, GRAPHQL_POOL_SIZE, PASSWORD_POOL_SIZE }: Sizes,
  { data, workers }: Pick<Places, 'data' | 'workers'>,
): number {
  // One more for the listener of alarms.
  const ofData = DATABASE_POOL_SIZE + (GRAPHQL ? GRAPHQL_POOL_SIZE : 0) + 1
  const ofAuth = DATABASE_POOL_SIZE + PASSWORD_POOL_SIZE
  return data * ofData + ofAuth + workers * workerConnections(DATABASE_POOL_SIZE)
}

/** Judges the number of connections in use. */
export function judgeTaken(taken: number, all: number): Finding {
  const sentence = `${taken} prises sur ${all}`
  const remedy = 'Augmentez max_connections, ou placez PgBouncer devant la base.'
  if (taken >= all) return fault(sentence, remedy)
  return taken > all * MOSTLY ? warning(sentence, remedy) : ok(sentence)
}

/**
 * Judges the pools of the data servers and workers that run, at least one of each, and of an authentication server. A
 * data server behind PgBouncer has no listener, so it is not counted: PgBouncer bounds its connections.
 */
export function judgePools(sizes: Sizes, running: Pick<Places, 'data' | 'workers'>, all: number): Finding {
  const counted = { data: Math.max(1, running.data), workers: Math.max(1, running.workers) }
  const wanted = poolsOf(sizes, counted)
  const sentence =
    `un serveur d’authentification, ${counted.data} de données et ${counted.workers} worker` +
    `${counted.workers > 1 ? 's' : ''} en ouvrent jusqu’à ${wanted} sur ${all}`
  if (wanted <= all) return ok(sentence)
  return fault(sentence, 'Augmentez max_connections, ou diminuez DATABASE_POOL_SIZE.')
}
