import type pg from 'pg'

/** Works in a transaction without foreign keys and ordinary triggers, as replication does. */
export async function asReplica<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query('set local session_replication_role = replica')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // The error that matters is the first one.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
