import pg from 'pg'
import type { BaseLogger } from 'pino'
import { connect } from './connect.ts'

/** Something that only a superuser can forbid, and that is still allowed (request.missing_walls). */
export interface Wall {
  /** The name of the wall. */
  wall: string
  /** The right that is still allowed, in French. */
  sentence: string
  /** The SQL with which a superuser forbids it. */
  sql: string
}

/** The walls that are missing in a migrated database. Each of the three logins may ask. */
export async function missingWalls(client: pg.Pool | pg.Client): Promise<Wall[]> {
  return (await client.query<Wall>('select wall, sentence, sql from request.missing_walls()')).rows
}

/** The limits that analysts' logins lack, reported and set like walls (request.missing_limits). */
export async function missingLimits(client: pg.Pool | pg.Client): Promise<Wall[]> {
  const { rows } = await client.query<Wall>(
    "select login as wall, message as sentence, remedy || ';' as sql from request.missing_limits()",
  )
  return rows
}

/**
 * Raises the missing walls of a migrated database, as far as the login may.
 * @param adminUrl the address of a login that may become caserne_owner.
 * @returns the walls that are still missing.
 */
export async function raiseWalls(adminUrl: string): Promise<Wall[]> {
  const client = await connect(adminUrl)
  try {
    for (const { sql } of await lookAsOwner(client)) await client.query(sql).catch(unlessRefused)
    return await lookAsOwner(client)
  } finally {
    await client.end()
  }
}

async function lookAsOwner(client: pg.Client): Promise<Wall[]> {
  await client.query('set role caserne_owner')
  const missing = await missingWalls(client)
  await client.query('reset role')
  return missing
}

// A revoke without the right to it is mostly a mere warning, so the walls are checked again afterwards.
function unlessRefused(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
}

/** Logs which walls are missing in a migrated database. */
export async function warnOfWalls(url: string, log: Pick<BaseLogger, 'warn'>): Promise<void> {
  const client = await connect(url)
  try {
    for (const { wall, sentence, sql } of await missingWalls(client)) log.warn({ wall, sql }, sentence)
  } finally {
    await client.end()
  }
}

/** A script for the operator to hand to a superuser, who can run it in psql unchanged. */
export function explainWalls(walls: Wall[]): string {
  const lines = walls.map(({ sentence, sql }) => `-- ${sentence}\n${sql.replaceAll('; ', ';\n')}\n`)
  return `-- Il faut un superutilisateur pour ce qui suit ; faites-le exécuter dans cette base :\n\n${lines.join('\n')}`
}
