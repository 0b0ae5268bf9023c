import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

/** The answer of a function of `auth`: its JSON, or the text of its refusal (see `refusalText`). */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it
type Answer = any

/**
 * Calls a function of `auth`, with objects passed as JSON, and returns its answer or the text of its refusal.
 */
export function call(client: pg.Client, name: string, ...values: unknown[]): Promise<Answer> {
  return ask(client, name, values).catch(refusalText)
}

/**
 * A refusal as tests write it: `PT422 Rôle inconnu : 7 (roles)`; for PostgreSQL's own errors, only the
 * SQLSTATE.
 */
export function refusalText(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) throw error
  const { code = '', message, detail } = error
  if (!code.startsWith('PT')) return code
  return detail === undefined ? `${code} ${message}` : `${code} ${message} (${detail})`
}

/** Calls functions of `auth` within a request. A refused call is undone, and the request goes on. */
export type Request = (name: string, ...values: unknown[]) => Promise<Answer>

/**
 * Runs work in a transaction in which an account has opened a request of the authentication API (`sis` null:
 * of no SIS), and rolls it back.
 */
export async function asUser<T>(
  client: pg.Client,
  userId: number,
  sis: string | null,
  work: (call: Request) => Promise<T>,
): Promise<T> {
  await client.query('begin')
  try {
    await client.query("select auth.open($1, now() + interval '1 second', $2)", [userId, sis])
    return await work(async (name, ...values) => {
      await client.query('savepoint before')
      return await ask(client, name, values).catch(async (error: unknown) => {
        await client.query('rollback to savepoint before')
        return refusalText(error)
      })
    })
  } finally {
    await client.query('rollback')
  }
}

/** Calls a function of `auth` as an account, in the one statement that the server sends, and commits. */
export async function askAs(
  client: pg.Client,
  userId: number,
  sis: string | null,
  name: string,
  ...values: unknown[]
): Promise<Answer> {
  const places = values.map((_, index) => `$${index + 3}`).join(', ')
  const text = `select auth.${name}(${places}) as answer from auth.open($1, now() + interval '1 second', $2)`
  return await client.query(text, [userId, sis, ...values]).then(({ rows }) => rows[0]?.answer, refusalText)
}

async function ask(client: pg.Client, name: string, values: unknown[]): Promise<Answer> {
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  return (await client.query(`select auth.${name}(${places}) as answer`, values)).rows[0]?.answer
}

/** Signs an account in and returns the hash of its refresh token. @throws when the login is refused. */
export async function signIn(
  database: TestDatabase,
  email: string,
  { password = 'caserne-demo', appareil = 'vitest' } = {},
): Promise<Buffer> {
  const hash = randomBytes(32)
  const session = await call(await database.as('auth'), 'login', email, password, hash, appareil, 4)
  if (session === null) throw new Error(`${email} cannot sign in`)
  return hash
}

/** Exchanges a refresh token for the next, both as hashes; null when the old one is no longer valid. */
export async function refresh(
  database: TestDatabase,
  hash: Buffer,
  next = randomBytes(32),
): Promise<Buffer | null> {
  return (await call(await database.as('auth'), 'refresh_token', hash, next)) === null ? null : next
}

/** Resolves when `count` statements in the database wait for another transaction. */
export async function untilBlocked(database: TestDatabase, count = 1): Promise<void> {
  const admin = await database.as('admin')
  const blocked = async () => {
    const { rows } = await admin.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length
  }
  await expect.poll(blocked, { timeout: 25_000, interval: 20 }).toBe(count)
}
