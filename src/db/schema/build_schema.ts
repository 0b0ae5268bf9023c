import pg from 'pg'
import { withRole } from '../migrate.ts'
import { newClient } from '../new_client.ts'
import { compileIncludes, contentsPage } from './compile_schema.ts'
import { expansion } from './tables/expand_tables.ts'

/** Builds the schema in a bootstrapped database straight from sql/. @throws with the file and line of the fault. */
export async function buildSchema(adminUrl: string): Promise<void> {
  const client = newClient(withRole(adminUrl, 'caserne_owner'))
  await client.connect()
  try {
    await client.query('set search_path = pg_catalog')
    const sql = await compileIncludes(contentsPage())
    await client.query(sql).catch((error: unknown) => {
      throw error instanceof pg.DatabaseError ? new Error(`${locate(error, sql)}${error.message}`) : error
    })
  } finally {
    await client.end()
  }
}

// The place of a fault in sql/, such as `sql/app/sis/sis.sql:12: `; empty when the database does not report one.
function locate({ position }: pg.DatabaseError, sql: string): string {
  if (position === undefined) return ''
  const open: { file: string; line: number }[] = []
  let expanding = false
  for (const line of sql.slice(0, Number(position)).split('\n')) {
    const included = /^--! Included (\S+)$/.exec(line)?.[1]
    const current = open.at(-1)
    // A whole expansion stands in one line of the file.
    if (current && !expanding) current.line += 1
    if (line.startsWith(expansion.begin)) expanding = true
    if (line === expansion.end) expanding = false
    if (included !== undefined) open.push({ file: included, line: 0 })
    if (line.startsWith('--! EndIncluded')) open.pop()
  }
  const found = open.at(-1)
  return found ? `sql/${found.file}:${found.line}: ` : ''
}
