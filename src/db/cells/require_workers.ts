import type pg from 'pg'

/** Which cluster answers, whatever its address. */
export async function clusterOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  )
  return rows[0]?.id ?? ''
}

/** The values of docs/how-to/cells.md: enough for many cells, so that nobody restarts again and again. */
const ROOMY: Record<string, number> = { max_logical_replication_workers: 40, max_worker_processes: 48 }

/**
 * Refuses a cluster that cannot follow more than it does. Each subscription of the cluster, of any database, holds a
 * worker for good, and a copy needs one more. Without it, PostgreSQL waits in silence.
 * @param names those subscriptions that are to be there, whether or not they are yet
 * @param whose whose cluster it is, in French
 * @throws in French, with the statements that help
 */
export async function requireWorkers(client: pg.Client, names: string[], whose: string): Promise<void> {
  const { rows } = await client.query<{ setting: string; least: number; count: number }>(
    `with wanted (count) as (
       select count(*)::int + cardinality($1::text[]) from pg_subscription where subname <> all ($1)
     )
     select v.setting, v.least, w.count
       from wanted w,
            lateral (values ('max_logical_replication_workers', w.count + 1), ('max_worker_processes', w.count + 4),
                            ('max_replication_slots', w.count + 4), ('max_active_replication_origins', w.count + 4)) as v (setting, least)
      where current_setting(v.setting, true)::int < v.least`,
    [names],
  )
  if (rows.length === 0) return
  const statements = rows.map(
    ({ setting, least }) => `« alter system set ${setting} = ${Math.max(least, ROOMY[setting] ?? 40)} »`,
  )
  throw new Error(
    `PostgreSQL ${whose} (${client.host}:${client.port}) ne peut pas suivre ${rows[0]?.count} abonnements : lancez-y ${statements.join(' et ')}, puis redémarrez-le.`,
  )
}
