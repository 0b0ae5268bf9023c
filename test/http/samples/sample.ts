/** Runs a statement for good in one SIS, as the owner with every permission: its rows. */
export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** A way to ask an operation so that it succeeds. */
export interface Sample {
  /** By the names of the path's parameters. */
  path?: Record<string, unknown>
  query?: Record<string, string>
  /** Of a form, its files in base64. */
  body?: Record<string, unknown>
}

/**
 * Prepares what an operation needs in the SIS that `sql` writes to, and says how to ask it there. Called many times on one
 * database: each call makes rows of its own.
 */
export type MakeSample = (sql: Sql) => Promise<Sample>

/** The one value of the one row of a statement. */
export async function one(sql: Sql, text: string, values: unknown[] = []): Promise<number> {
  const [row] = await sql(text, values)
  return Number(Object.values(row ?? {})[0])
}

let count = 0

/** A text that no earlier call has given: for designations and numbers that must be unique. */
export function unique(text: string): string {
  count += 1
  return `${text} ${count}`
}
