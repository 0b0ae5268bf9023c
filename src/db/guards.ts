import pg from 'pg'
import type { BaseLogger } from 'pino'
import { connect } from './connect.ts'

/** A guard that only a superuser can put up, and that is missing (request.missing_guards). */
export interface Guard {
  /** The name of the guard. */
  guard: string
  /** The login of an analyst that lacks it; null: the database lacks it. */
  login: string | null
  /** The right that is still allowed, in French. */
  sentence: string
  /** The SQL with which a superuser forbids it. */
  sql: string
}

/** The guards that a migrated database or logins of analysts lack. Each of the three logins may ask. */
export async function missingGuards(client: pg.Pool | pg.Client): Promise<Guard[]> {
  return (await client.query<Guard>('select guard, login, sentence, sql from request.missing_guards()')).rows
}

/** The missing guards of the database itself. */
export async function missingDatabaseGuards(client: pg.Pool | pg.Client): Promise<Guard[]> {
  return (await missingGuards(client)).filter(({ login }) => login === null)
}

/** The missing guards of analysts' logins: limits of what they may write to the server's disk. */
export async function missingLoginGuards(client: pg.Pool | pg.Client): Promise<Guard[]> {
  return (await missingGuards(client)).filter(({ login }) => login !== null)
}

/**
 * Puts up the missing guards of a migrated database, as far as the login may.
 * @param adminUrl the address of a login that may become caserne_owner.
 * @returns the guards that are still missing.
 */
export async function putUpGuards(adminUrl: string): Promise<Guard[]> {
  const client = await connect(adminUrl)
  try {
    for (const { sql } of await lookAsOwner(client)) await client.query(sql).catch(unlessRefused)
    return await lookAsOwner(client)
  } finally {
    await client.end()
  }
}

async function lookAsOwner(client: pg.Client): Promise<Guard[]> {
  await client.query('set role caserne_owner')
  const missing = await missingDatabaseGuards(client)
  await client.query('reset role')
  return missing
}

// A revoke without the right to it is mostly a mere warning, so the guards are checked again afterwards.
function unlessRefused(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
}

/** Logs which guards are missing in a migrated database. */
export async function warnOfGuards(url: string, log: Pick<BaseLogger, 'warn'>): Promise<void> {
  const client = await connect(url)
  try {
    for (const { guard, sentence, sql } of await missingDatabaseGuards(client))
      log.warn({ guard, sql }, sentence)
  } finally {
    await client.end()
  }
}

/** A script for the operator to hand to a superuser, who can run it in psql unchanged. */
export function explainGuards(guards: Pick<Guard, 'sentence' | 'sql'>[]): string {
  const lines = guards.map(({ sentence, sql }) => `-- ${sentence}\n${sql.replaceAll('; ', ';\n')}\n`)
  return `-- Il faut un superutilisateur pour ce qui suit ; faites-le exécuter dans cette base :\n\n${lines.join('\n')}`
}
