import pg from 'pg'
import { withRole } from '../../src/db/migrate.ts'
import type { TestDatabase } from './database.ts'

/** A second connection of the owner with an open transaction in hs, for concurrent work; the caller ends it. */
export async function beginInHs(database: TestDatabase, permissions: string[]): Promise<pg.Client> {
  const client = new pg.Client(withRole(database.urls.admin, 'caserne_owner'))
  await client.connect()
  await client.query('begin')
  await client.query("select request.open(null, 'hs', $1, null)", [permissions])
  return client
}

/** Resolves when a session of this database waits for a lock. */
export async function untilBlocked(database: TestDatabase): Promise<void> {
  const admin = await database.as('admin')
  const waiting = "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'"
  while ((await admin.query(waiting, [database.name])).rows.length === 0);
}
