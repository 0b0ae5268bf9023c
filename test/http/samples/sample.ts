/** Runs a statement in one SIS, as the owner with every permission, and commits; returns its rows. */
export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** How to call an operation so that it succeeds. */
export interface Sample {
  /** Values by the names of the path's parameters. */
  path?: Record<string, unknown>
  query?: Record<string, string>
  headers?: Record<string, string>
  /** The fields of a form, its files in base64. */
  body?: Record<string, unknown>
}

/**
 * Prepares the rows for an operation in the SIS that `sql` writes to, and returns how to call it there.
 * Called many times on one database: each call makes new rows.
 */
export type MakeSample = (sql: Sql) => Promise<Sample>

/** The single value of a statement. */
export async function one(sql: Sql, text: string, values: unknown[] = []): Promise<number> {
  const [row] = await sql(text, values)
  return Number(Object.values(row ?? {})[0])
}

/** Id of the sapeur that an account is linked to. */
export const sapeurOf = (sql: Sql, email: string, sis = 'hs'): Promise<number> =>
  one(
    sql,
    `select m.sapeur_id from auth.memberships m join auth.users u on u.id = m.user_id
      where m.sis_key = $2 and u.email = $1`,
    [email, sis],
  )

let count = 0

/** Makes `unique` count from a number, so that two databases can get the same texts. */
export function countFrom(number: number): void {
  count = number
}

/** A text different at every call, for designations and numbers that must be unique. Each sorts after the ones before. */
export function unique(text: string): string {
  count += 1
  return `${text} ${String(count).padStart(4, '0')}`
}
