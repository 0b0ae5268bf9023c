import { afterAll, beforeAll, expect } from 'vitest'
import { readReportedTables } from '../../../src/db/cells/reporting_tables.ts'
import { connect } from '../../../src/db/connect.ts'
import { past } from '../../attacks/analyste_fixture.ts'
import { useCommands } from '../../commands/command_fixture.ts'
import { type OwnPostgres, startOwnPostgres } from '../../faults/own_postgres.ts'
import { allPermissions } from '../../support/table.ts'
import { eventually, useTwoCells } from './cells_fixture.ts'

/** Two cells with rows in every table that views of `stats` read, and the reporting database, by the command. */
export function useReporting() {
  const cells = useTwoCells()
  let reporting: OwnPostgres | undefined
  const command = useCommands(() => ({
    DATABASE_URL: cells.first().urls.admin,
    CELLS: `sud=${cells.second().urls.admin}`,
    AUTH_DATABASE_URL: cells.first().urls.auth,
    API_DATABASE_URL: cells.first().urls.api,
    WORKER_DATABASE_URL: cells.first().urls.worker,
  }))
  const nation = () => {
    if (reporting === undefined) throw new Error('the reporting database is not started yet')
    return reporting
  }
  const place = () => ['--url', nation().urls.admin]
  beforeAll(async () => {
    reporting = await startOwnPostgres({ logical: true, empty: true })
    await cells.first().rows("select auth.add_sis('val', 'SIS du Val', null, false, 'sud')")
    await eventually(cells.second(), "select count(*)::int as rows from app.grades where sis_key = 'val'", [
      { rows: 11 },
    ])
    await add(cells.first(), 'hs', past)
    await add(cells.second(), 'val', people)
    await add(cells.second(), 'val', past)
    expect(await command(['reporting', 'setup', ...place()])).toEqual({
      code: 0,
      said: 'Copiées et suivies : principale, sud.\n',
    })
  }, 120_000)
  afterAll(async () => {
    await reporting?.remove()
  })
  return { cells, nation, command, place }
}

const people = `
  insert into app.sapeurs (nom, prenom) values ('Grosjean', 'Anne'), ('Cuche', 'Luc'), ('Amez', 'Lise');
  insert into app.mutations (sapeur_id, incorporation) select id, '2020-01-01' from app.sapeurs;
  insert into app.groupes (designation) values ('Essai');
  insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut)
  select min(s.id), min(f.id), '2020-01-01' from app.sapeurs s, app.fonctions f;
  insert into app.sapeur_grades (sapeur_id, grade_id, debut)
  select min(s.id), min(g.id), '2020-01-01' from app.sapeurs s, app.grades g`

/** Writes rows of a SIS as the owner, with every permission. */
export async function add(cell: OwnPostgres, sis: string, statements: string): Promise<void> {
  await cell.rows('begin')
  await cell.rows('set local role caserne_owner')
  await cell.rows('select request.open(null, $1, $2, null)', [sis, allPermissions])
  await cell.rows(statements)
  await cell.rows('commit')
}

/** The rows of every view of `stats` that has SIS, without those that are not of these SIS. */
export async function figures(database: OwnPostgres, sis: string[]): Promise<Record<string, string[]>> {
  const views = await database.rows(
    `select table_name as name from information_schema.columns
      where table_schema = 'stats' and column_name = 'sis_key' order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of views) {
    const rows = await database.rows(`select v::text as row from stats.${name} v where sis_key = any ($1)`, [
      sis,
    ])
    found[`${name}`] = rows.map(({ row }) => `${row}`).sort()
  }
  return found
}

/** Asks until the reporting database has the figures of these SIS as their cells have them. */
export async function sameFigures(
  nation: OwnPostgres,
  homes: [cell: OwnPostgres, sis: string[]][],
): Promise<Record<string, string[]>> {
  const expected: Record<string, string[]> = {}
  for (const [cell, sis] of homes)
    for (const [name, rows] of Object.entries(await figures(cell, sis)))
      expected[name] = [...(expected[name] ?? []), ...rows].sort()
  await expect
    .poll(
      () =>
        figures(
          nation,
          homes.flatMap(([, sis]) => sis),
        ),
      { timeout: 20_000 },
    )
    .toEqual(expected)
  return expected
}

/** Copies the rows of a SIS from one cell to another as they are, as the first part of a move. */
export async function copySis(from: OwnPostgres, to: OwnPostgres, sis: string): Promise<void> {
  const tables = await tablesOf(from)
  await to.rows('begin')
  await to.rows('set local session_replication_role = replica')
  for (const table of tables) {
    const [{ columns } = {}] = await from.rows(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const [{ rows } = {}] = await from.rows(
      `select coalesce(json_agg(t), '[]')::text as rows from ${table} t where sis_key = $1`,
      [sis],
    )
    await to.rows(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [rows],
    )
  }
  await to.rows('commit')
}

/** Removes the rows of a SIS that has moved away, as the last part of a move. */
export async function clearSis(from: OwnPostgres, sis: string): Promise<void> {
  await from.rows('begin')
  await from.rows('set local session_replication_role = replica')
  for (const table of await tablesOf(from)) await from.rows(`delete from ${table} where sis_key = $1`, [sis])
  await from.rows('commit')
}

async function tablesOf(cell: OwnPostgres): Promise<string[]> {
  const client = await connect(cell.urls.admin)
  try {
    return (await readReportedTables(client)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}
