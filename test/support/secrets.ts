import type { TestDatabase } from './database.ts'

/** Secrets by what they are. */
export type Secrets = Map<string, string>

/** Every way a secret may stand somewhere: as it is, as bytes in hex or base64, as the bytes that it encodes; parts of a JWT. */
function formsOf(secret: string): string[] {
  const [, payload, signature] = secret.split('.')
  if (payload !== undefined && signature !== undefined) return [payload, signature].flatMap(formsOf)
  const bytes = Buffer.from(secret)
  const forms = [secret, bytes.toString('hex'), wholeGroups(bytes.toString('base64'))]
  if (!/^[\w-]{43}$/.test(secret)) return forms
  const encoded = Buffer.from(secret, 'base64url')
  return [...forms, encoded.toString('hex'), wholeGroups(encoded.toString('base64'))]
}

// Without the end, which depends on what follows.
function wholeGroups(base64: string): string {
  return base64.slice(0, -4)
}

/** Which secrets a text holds, in any form; base64 may be broken into lines. */
export function findInText(broken: string, secrets: Secrets): string[] {
  const text = broken.replaceAll(/\s/g, '')
  return [...secrets].flatMap(([what, secret]) =>
    formsOf(secret).some((form) => text.includes(form)) ? [what] : [],
  )
}

/**
 * Where secrets stand in the database: `table: what`. It looks through every row of every table of every schema but those of
 * PostgreSQL itself, which describe the others.
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

/** The log of the PostgreSQL server, so far. */
export async function readServerLog(database: TestDatabase): Promise<string> {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    "select pg_read_file(current_setting('data_directory') || '/../server.log') as log",
  )
  return String(rows[0]?.log)
}
