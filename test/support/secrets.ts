import type { TestDatabase } from './database.ts'

/** Secrets by their kind. */
export type Secrets = Map<string, string>

/** Every form in which a secret may appear: plain, as hex or base64, decoded, and the parts of a JWT. */
function formsOf(secret: string): string[] {
  const [, payload, signature] = secret.split('.')
  if (payload !== undefined && signature !== undefined) return [payload, signature].flatMap(formsOf)
  const bytes = Buffer.from(secret)
  const forms = [secret, bytes.toString('hex'), wholeGroups(bytes.toString('base64'))]
  if (!/^[\w-]{43}$/.test(secret)) return forms
  const encoded = Buffer.from(secret, 'base64url')
  return [...forms, encoded.toString('hex'), wholeGroups(encoded.toString('base64'))]
}

// Without the last characters, which depend on the following bytes.
function wholeGroups(base64: string): string {
  return base64.slice(0, -4)
}

/** The secrets that a text holds, in any form; base64 may be broken into lines. */
export function findInText(broken: string, secrets: Secrets): string[] {
  const text = broken.replaceAll(/\s/g, '')
  return [...secrets].flatMap(([what, secret]) =>
    formsOf(secret).some((form) => text.includes(form)) ? [what] : [],
  )
}

/**
 * Finds secrets in the database, as `table: kind`. Searches every row of every table, except the
 * catalogues of PostgreSQL, which only describe the others.
 */
export async function findInDatabase(database: TestDatabase, secrets: Secrets): Promise<string[]> {
  const admin = await database.as('admin')
  const { rows: tables } = await admin.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind in ('r', 'm') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
      order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await admin.query(`select string_agg(each::text, E'\\n') as text from ${name} each`)
    found.push(...findInText(rows[0]?.text ?? '', secrets).map((what) => `${name}: ${what}`))
  }
  return found
}

/** The log of the PostgreSQL server so far. */
export async function readServerLog(database: TestDatabase): Promise<string> {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    "select pg_read_file(current_setting('data_directory') || '/../server.log') as log",
  )
  return String(rows[0]?.log)
}
