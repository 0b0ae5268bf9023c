import pg from 'pg'
import type { BaseLogger } from 'pino'
import { connect } from './connect.ts'

/** What only a superuser can forbid, and nobody has forbidden yet (request.missing_walls). */
export interface Wall {
  /** Its name. */
  wall: string
  /** What is open, in French. */
  sentence: string
  /** What a superuser runs against it. */
  sql: string
}

/** The walls that are missing in a migrated database, for any of our logins. */
export async function missingWalls(client: pg.Pool | pg.Client): Promise<Wall[]> {
  return (await client.query<Wall>('select wall, sentence, sql from request.missing_walls()')).rows
}

/** The limits that analysts' logins lack, told and set like walls (request.missing_limits). */
export async function missingLimits(client: pg.Pool | pg.Client): Promise<Wall[]> {
  const { rows } = await client.query<Wall>(
    "select login as wall, message as sentence, remedy || ';' as sql from request.missing_limits()",
  )
  return rows
}

/**
 * Raises what is missing in a migrated database, as far as the login may.
 * @param adminUrl a login that may become caserne_owner.
 * @returns what is still missing.
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

// A revoke by who may not is mostly a warning only: whether the wall stands, the second look tells.
function unlessRefused(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
}

/** Says in a server's log which walls are missing. The database is migrated. */
export async function warnOfWalls(url: string, log: Pick<BaseLogger, 'warn'>): Promise<void> {
  const client = await connect(url)
  try {
    for (const { wall, sentence, sql } of await missingWalls(client)) log.warn({ wall, sql }, sentence)
  } finally {
    await client.end()
  }
}

/** What to hand to a superuser, for the operator's terminal: a script that psql runs as it stands. */
export function explainWalls(walls: Wall[]): string {
  const lines = walls.map(({ sentence, sql }) => `-- ${sentence}\n${sql.replaceAll('; ', ';\n')}\n`)
  return `-- Il faut un superutilisateur pour ce qui suit ; faites-le exécuter dans cette base :\n\n${lines.join('\n')}`
}
