import pg from 'pg'
import { withRole } from '../src/db/migrate.ts'
import type { Sql } from '../test/http/samples/sample.ts'
import { withConnection } from './connection.ts'

/** Opens a connection that prepares the samples of operations in a SIS, with every permission there. */
export async function openSampleSql(
  admin: string,
  sis: string,
): Promise<{ sql: Sql; permissions: string[]; close(): Promise<void> }> {
  const owner = new pg.Client(withRole(admin, 'caserne_owner'))
  await owner.connect()
  const permissions = await listPermissions(admin)
  const sql: Sql = async (text, values) => {
    await owner.query('begin')
    await owner.query('select request.open(null, $1, $2, null)', [sis, permissions])
    const { rows } = await owner.query(text, values)
    await owner.query('commit')
    return rows
  }
  return { sql, permissions, close: () => owner.end() }
}

async function listPermissions(admin: string): Promise<string[]> {
  const { rows } = await withConnection(admin, (client) =>
    client.query<{ identifiant: string }>('select identifiant from auth.permissions'),
  )
  return rows.map(({ identifiant }) => identifiant)
}
