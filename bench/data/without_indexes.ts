import type pg from 'pg'

/**
 * Fills tables while their indexes are out of use, then builds the indexes: many times as fast as row by row. The
 * indexes stay in the catalogue, so keys and constraints are neither dropped nor made again. Exclusion constraints are
 * not checked while their index is built, which would take as long as everything else; `check.ts` inserts rows of
 * some SIS under them. A superuser calls it.
 */
export async function withoutIndexes(
  client: pg.Client,
  tables: string[],
  work: () => Promise<void>,
): Promise<void> {
  if (tables.length === 0) return await work()
  const change = (what: string) => client.query(`update pg_index set ${what}`, [tables])
  const { rows } = await client.query<{ oid: number }>(
    'select indexrelid as oid from pg_index where indrelid = any ($1::regclass[]) and indisexclusion',
    [tables],
  )
  await client.query('set allow_system_table_mods = on')
  await change(
    'indisready = false, indisvalid = false, indisexclusion = false where indrelid = any ($1::regclass[])',
  )
  await work()
  for (const table of tables) {
    // All rows are seen by everybody, as in tables that have been there for long.
    await client.query(`vacuum (freeze) ${table}`)
    await client.query(`reindex table ${table}`)
  }
  await client.query('update pg_index set indisexclusion = true where indexrelid = any ($1)', [
    rows.map(({ oid }) => oid),
  ])
}
