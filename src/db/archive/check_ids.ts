import type pg from 'pg'
import type { CarriedTable } from './carried_tables.ts'

// Sequences are shared by all SIS of an instance, and transactions that fail leave gaps: a SIS of few rows may have
// high ids. What remains is far below the limits of sequences and of numbers in JSON.
const IDS_PER_ROW = 1_000_000
const LEAST_ROWS = 1_000

/**
 * Checks that the ids of the staged rows may come from sequences of an instance. One row with the highest id there is
 * would leave no id for anybody else.
 * @param lignes the numbers of rows in the archive, by table
 * @throws in French
 */
export async function checkIds(
  client: pg.Client,
  tables: CarriedTable[],
  lignes: Record<string, number>,
): Promise<void> {
  const rows = Object.values(lignes).reduce((all, count) => all + count, 0)
  const highest = (rows + LEAST_ROWS) * IDS_PER_ROW
  const own = tables.flatMap(({ name, identity }) => (identity === null ? [] : [[name, identity.column]]))
  for (const [name, column] of [['auth.users', 'id'], ['app.localites', 'id'], ...own]) {
    const { rows: found } = await client.query<{ id: string }>(
      `select s."${column}"::text as id from pg_temp."${name}" s
        where s."${column}" is null or s."${column}" not between 1 and $1 limit 1`,
      [highest],
    )
    if (found[0] !== undefined)
      throw new Error(
        `La table ${name} de l’archive a l’id ${found[0].id}, que ses ${rows} lignes n’expliquent pas : rien n’est importé.`,
      )
  }
}
