import { newClient } from '../db/new_client.ts'

const PATIENCE_MS = 5_000

// Jobs of a queue whose job is being done wait for that one.
const oldest = `
  select (coalesce(extract(epoch from clock_timestamp() - min(j.run_at)), 0) * 1000)::float8 as ms
    from graphile_worker.jobs j
   where j.task_identifier = any ($1)
     and j.run_at <= clock_timestamp()
     and j.locked_at is null
     and j.attempts < j.max_attempts
     and not exists (
       select
         from graphile_worker.jobs other
        where other.queue_name = j.queue_name
          and other.locked_at is not null
     )`

/**
 * Returns for how many milliseconds the oldest job of these tasks has waited that a worker could take; 0 if none waits.
 * Asks by a connection of its own, because a pool may be what is stuck.
 */
export async function readWaiting(url: string, tasks: string[]): Promise<number> {
  const client = newClient({
    connectionString: url,
    application_name: 'caserne pulse',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ ms: number }>(oldest, [tasks])
    return rows[0]?.ms ?? 0
  } finally {
    // Nobody waits: a frozen database does not answer.
    void client.end().catch(() => undefined)
  }
}
