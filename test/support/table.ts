import type pg from 'pg'
import { beforeAll } from 'vitest'
import { asSomeone, type Identity, type TestDatabase } from './database.ts'
import { askReading } from './table_reading.ts'
import { askWriting } from './table_writing.ts'

/** Every permission of the catalogue, in order. */
export const allPermissions = [
  'comptabilite.config',
  'comptabilite.lecture',
  'comptabilite.modification',
  'exercice.config',
  'exercice.lecture',
  'exercice.modification',
  'exercice.presence',
  'exercice.validation',
  'intervention.config',
  'intervention.lecture',
  'intervention.modification',
  'intervention.validation',
  'organisation.modification',
  'sapeur.config',
  'sapeur.lecture',
  'sapeur.modification',
  'sis.config',
  'utilisateur.config',
  'utilisateur.tout',
]

/**
 * The role that writes: the data server, or otherwise the owner, in functions and jobs with their own checks.
 */
export type Writer = 'api' | 'owner'

/** The questions about every table of `app`, with the answers. */
export interface TableAnswers {
  table: string
  /** Whether its rows are the same for every SIS. */
  shared?: boolean
  /** Statement run as the owner in hs and in test first, for rows that the demo lacks. */
  seed?: string
  /** How many rows every new SIS has. */
  ships?: number
  /** Permissions that each show the rows. `everyone`: any request of the SIS, even without a permission. */
  read: 'everyone' | string[]
  /**
   * For tables in which sapeurs see their own rows: the column, their id (SQL), and whether they may write them too.
   */
  soi?: { column: string; sapeur: string; writes?: boolean }
  /**
   * A row for hs as SQL expressions by column, and the permissions that each allow to insert it. If the data
   * server inserts it: every column that it may name. `migrations`: no permission allows it, the owner
   * inserts it. `room`: a statement that makes room for the row, where a SIS has only one.
   */
  add: { with: 'migrations' | string[]; row: Record<string, string>; by?: Writer; room?: string }
  /**
   * The columns that may be changed, and the permissions that each allow it; absent: nobody changes any.
   * `set`: the assignment, where the old value may not be read.
   */
  change?: { with: string[]; columns: string[]; set?: string; by?: Writer }
  /** The permissions that each allow to delete rows; absent: nobody may. */
  remove?: { with: string[]; by?: Writer }
}

/** Asks every question about a table, as tests. */
export function askTable(database: TestDatabase, answers: TableAnswers): void {
  const { seed } = answers
  if (seed !== undefined) beforeAll(() => plant(database, seed))
  askReading(database, answers)
  askWriting(database, answers)
}

/** Runs a statement as the owner in hs and in test, with every permission, and commits. */
export async function plant(database: TestDatabase, seed: string): Promise<void> {
  const owner = await database.as('owner')
  for (const sis of ['hs', 'test']) {
    await owner.query('begin')
    await owner.query('select request.open(null, $1, $2, null)', [sis, allPermissions])
    await owner.query(seed)
    await owner.query('commit')
  }
}

/** A request in hs with these permissions. */
export const inHs = (permissions: string[] = []): Identity => ({ sis: 'hs', permissions })

/** The permissions of the catalogue that each make `work` in hs succeed. */
export async function permissionsThat(
  client: pg.Client,
  work: (client: pg.Client) => Promise<boolean>,
): Promise<string[]> {
  const found: string[] = []
  for (const permission of allPermissions)
    if (await asSomeone(client, inHs([permission]), work)) found.push(permission)
  return found
}

/** The SQLSTATE of a failing statement, or the number of its rows; rolled back. */
export async function outcome(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<string | number> {
  await client.query('savepoint outcome')
  try {
    const { rowCount } = await client.query(text, values)
    return rowCount ?? 0
  } catch (error) {
    await client.query('rollback to savepoint outcome')
    return (error as pg.DatabaseError).code ?? String(error)
  }
}

/** Values of SQL expressions as texts, read by a superuser. */
export async function evaluate(database: TestDatabase, expressions: string[]): Promise<string[]> {
  const list = expressions.map((each) => `(${each})::text`).join(', ')
  const { rows } = await (await database.as('admin')).query({ text: `select ${list}`, rowMode: 'array' })
  return rows[0] ?? []
}

/** SQL of the highest id of a table of `app` in hs: the row planted last. */
export const latest = (table: string) => `(select max(id) from app.${table} where sis_key = 'hs')`

/** SQL of the id of a sapeur of the demo, by name. */
export const sapeur = (nomPrenom: string) => `(select id from app.sapeurs where nom_prenom = '${nomPrenom}')`
