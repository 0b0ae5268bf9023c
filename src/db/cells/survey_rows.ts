import type pg from 'pg'
import type { MovedTable } from './moved_tables.ts'

// A checksum of a million rows takes seconds, for which the SIS would be closed. So a large table is read before: for
// groups of its rows, a checksum of what they hold and one of which versions of rows they are (where each lies, and the
// transaction that wrote it). Once the SIS is closed, only the groups that have other versions are read again.

interface Group {
  rows: string
  versions: string
  content: string
}
type Groups = Map<string, Group>

/** Earlier content of the groups of a table. */
export interface Survey {
  /** The group of a row, as SQL. */
  group: string
  sides: [Groups, Groups]
}

/** A connection to each of the two databases. */
export type Pair = readonly [pg.Client, pg.Client]

const GROUPS = 1_000
const FAST_MS = 15

/** Reads a table of both sides. @returns null if that takes less than this many ms */
export async function surveyTable(pair: Pair, table: MovedTable, fastMs = FAST_MS): Promise<Survey | null> {
  const group = await groupOf(pair[0], table)
  const began = performance.now()
  const sides = await both(pair, (client) => readContent(client, table, group, null))
  return performance.now() - began < fastMs ? null : { group, sides }
}

/** Compares a table of both sides, of which only what has changed since is read. */
export async function compareSince(
  pair: Pair,
  table: MovedTable,
  { group, sides }: Survey,
): Promise<{ same: boolean; rows: number }> {
  const [here, there] = await both(pair, async (client, at) => {
    const known = sides[at] ?? new Map<string, Group>()
    const now = await readVersions(client, table, group)
    const changed = [...now].flatMap(([name, { rows, versions }]) => {
      const before = known.get(name)
      return before?.rows === rows && before.versions === versions ? [] : [name]
    })
    const read =
      changed.length > 0 ? await readContent(client, table, group, changed) : new Map<string, Group>()
    return new Map([...now.keys()].map((name) => [name, read.get(name) ?? known.get(name)]))
  })
  const same =
    here.size === there.size &&
    [...here].every(
      ([name, found]) =>
        found !== undefined &&
        found.content === there.get(name)?.content &&
        found.rows === there.get(name)?.rows,
    )
  return { same, rows: [...here.values()].reduce((sum, found) => sum + Number(found?.rows ?? 0), 0) }
}

async function both<T>(pair: Pair, work: (client: pg.Client, at: 0 | 1) => Promise<T>): Promise<[T, T]> {
  return await Promise.all([work(pair[0], 0), work(pair[1], 1)])
}

// By ranges of ids, because new rows have new ids; else by the key.
async function groupOf(client: pg.Client, { name, where, identity }: MovedTable): Promise<string> {
  if (identity === null) return `hashtextextended(${await keyOf(client, name)}::text, 0) & 63`
  const { rows } = await client.query<{ width: string }>(
    `select (coalesce(max("${identity.column}") - min("${identity.column}"), 0) / ${GROUPS} + 1)::text as width
       from ${name} where ${where}`,
  )
  return `"${identity.column}" / ${rows[0]?.width ?? '1'}`
}

async function keyOf(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ key: string }>(
    `select 'row(' || string_agg(quote_ident(a.attname), ', ' order by a.attnum) || ')' as key
       from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary`,
    [name],
  )
  return rows[0]?.key ?? 'row()'
}

const VERSIONS = 'count(*)::text as rows, sum(hash_record_extended((v.at, v.by), 0))::text as versions'

async function readVersions(client: pg.Client, { name, where }: MovedTable, group: string): Promise<Groups> {
  const { rows } = await client.query<Group & { name: string }>(
    `select v.name::text, ${VERSIONS}, '' as content
       from (select ${group} as name, ctid as at, xmin as by from ${name} where ${where}) v
      group by v.name`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

async function readContent(
  client: pg.Client,
  { name, where, compared }: MovedTable,
  group: string,
  groups: string[] | null,
): Promise<Groups> {
  const { rows } = await client.query<Group & { name: string }>(
    `select v.name::text, ${VERSIONS}, sum(v.content)::text as content
       from (
         select ${group} as name, ctid as at, xmin as by, hashtextextended(row(${compared})::text, 0) as content
           from ${name}
          where ${where} and ($1::text[] is null or (${group})::text = any ($1))
       ) v
      group by v.name`,
    [groups],
  )
  return new Map(rows.map((row) => [row.name, row]))
}
