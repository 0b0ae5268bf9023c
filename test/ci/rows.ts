import type pg from 'pg'

/** Content of a table: its columns, and how often it has each row, hashed. */
interface TableRows {
  columns: string
  rows: Map<string, number>
}

/** Every migration changes these, or every check that writing works. */
const redrawn = ['audit.changements', 'request.ecriture']

async function hashRows(client: pg.Client, table: string, columns: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ hash: string; count: string }>(
    `select md5(r::text) as hash, count(*) from (select ${columns} from ${table}) r group by 1`,
  )
  return new Map(rows.map(({ hash, count }) => [hash, Number(count)]))
}

/** The rows of every table of a database. */
export async function readRows(client: pg.Client): Promise<Map<string, TableRows>> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = any ('{request,auth,app,jobs,audit}'::regnamespace[])
      group by c.oid
      order by 1`,
  )
  const held = new Map<string, TableRows>()
  for (const { name, columns } of rows)
    if (!redrawn.includes(name)) held.set(name, { columns, rows: await hashRows(client, name, columns) })
  return held
}

/** Tables that lack rows which they once held, and how many: `app.sapeurs: 3 of 24`. */
export async function lostRows(client: pg.Client, held: Map<string, TableRows>): Promise<string[]> {
  const lost: string[] = []
  for (const [name, { columns, rows }] of held) {
    const now = await hashRows(client, name, columns)
    const missing = [...rows].reduce(
      (sum, [hash, count]) => sum + Math.max(0, count - (now.get(hash) ?? 0)),
      0,
    )
    const all = [...rows.values()].reduce((sum, count) => sum + count, 0)
    if (missing > 0) lost.push(`${name}: ${missing} of ${all}`)
  }
  return lost
}
