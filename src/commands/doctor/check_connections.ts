import type { Config } from '../../config.ts'
import { workerConnections } from '../../worker/pool_sizes.ts'
import type { Check } from './check.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

interface Places {
  /** Connections that logins other than superusers may have. */
  places: number
  taken: number
}

// The kind of a session is hidden from all but its own login, superusers and members of pg_monitor.
const places = `
  select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
           - coalesce(current_setting('reserved_connections', true)::integer, 0) as places,
         (select count(*)::integer
            from pg_catalog.pg_stat_activity
           where datid is not null
             and usesysid is not null
             and coalesce(backend_type, 'client backend') = 'client backend') as taken`

const MOSTLY = 0.8

/** The connections that PostgreSQL allows, against those that one process of each kind may open. */
export const checkConnections: Check = {
  name: 'connexions',
  needs: 'database',
  examine: async ({ config, database }) => {
    const { rows } = await database.query<Places>(places)
    const { places: all, taken } = rows[0] ?? { places: 0, taken: 0 }
    return [judgeTaken(taken, all), judgePools(poolsOf(config), all)]
  },
}

/** The most connections of one data server, one authentication server and one worker. */
export function poolsOf({
  DATABASE_POOL_SIZE,
  GRAPHQL,
  GRAPHQL_POOL_SIZE,
  PASSWORD_POOL_SIZE,
}: Pick<Config, 'DATABASE_POOL_SIZE' | 'GRAPHQL' | 'GRAPHQL_POOL_SIZE' | 'PASSWORD_POOL_SIZE'>): number {
  // One more for the listener of alarms.
  const data = DATABASE_POOL_SIZE + (GRAPHQL ? GRAPHQL_POOL_SIZE : 0) + 1
  return data + (DATABASE_POOL_SIZE + PASSWORD_POOL_SIZE) + workerConnections(DATABASE_POOL_SIZE)
}

/** Judges the number of connections in use. */
export function judgeTaken(taken: number, all: number): Finding {
  const sentence = `${taken} prises sur ${all}`
  const remedy = 'Augmentez max_connections, ou placez PgBouncer devant la base.'
  if (taken >= all) return fault(sentence, remedy)
  return taken > all * MOSTLY ? warning(sentence, remedy) : ok(sentence)
}

/** Judges the pools of one process of each kind. */
export function judgePools(wanted: number, all: number): Finding {
  const sentence = `un serveur de données, un d’authentification et un worker en ouvrent jusqu’à ${wanted} sur ${all}`
  if (wanted <= all) return ok(sentence)
  return fault(sentence, 'Diminuez DATABASE_POOL_SIZE ou augmentez max_connections.')
}
