import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { root } from '../config.ts'
import { connect } from './connect.ts'
import { alone } from './migration_lock.ts'

/** Passwords of the three logins. */
export type RolePasswords = Record<'auth' | 'api' | 'worker', string>

// Roles belong to the whole cluster: whoever prepares another database of it may be at the same ones.
const TRIES = 10
const PAUSE_MS = 200

/**
 * Prepares a database for its migrations: roles, extensions, rights on the database itself, passwords of the logins. May
 * be run again, and by two at once: one waits for the other.
 * @param adminUrl a superuser's, or that of a login with createrole and createdb that owns the database.
 * @param onWait told every few seconds while another one is at it.
 * @throws what the login lacks, in one French sentence, with the SQL that helps.
 */
export async function bootstrap(
  adminUrl: string,
  passwords: RolePasswords,
  onWait: () => void = () => undefined,
): Promise<void> {
  await requirePower(adminUrl)
  try {
    await alone(adminUrl, onWait, () => prepare(adminUrl, passwords))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    // Another one may have changed what was asked above.
    await requirePower(adminUrl)
    throw new Error(`La base de données n’a pas pu être préparée : ${error.message}`, { cause: error })
  }
}

async function requirePower(adminUrl: string): Promise<void> {
  const client = await connect(adminUrl).catch((error: unknown) => {
    throw isShutOut(error) ? shutOut(adminUrl) : error
  })
  try {
    const { rows } = await client.query<{ fault: string; remedy: string }>(
      readFileSync(join(root, 'src/db/bootstrap_faults.sql'), 'utf8'),
    )
    if (rows.length === 0) return
    const faults = rows.map(({ fault }) => fault).join(' ; ')
    const remedies = rows.map(({ remedy }) => remedy).join(' ')
    throw new Error(
      `Le rôle « ${client.user} » ne peut pas préparer la base « ${client.database} » : ${faults}. Un superutilisateur y remédie par : ${remedies}`,
    )
  } finally {
    await client.end()
  }
}

// Who prepared the database has taken it from the public.
function isShutOut(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof pg.DatabaseError && error.cause.code === '42501'
}

function shutOut(adminUrl: string): Error {
  const { user = '', database = '' } = new pg.Client(adminUrl)
  const remedy = `grant connect on database ${pg.escapeIdentifier(database)} to ${pg.escapeIdentifier(user)};`
  return new Error(
    `Le rôle « ${user} » ne peut pas préparer la base « ${database} » : il n’a pas le droit de s’y connecter, un autre l’a préparée. Lancez la commande avec le login de celui-ci, ou un superutilisateur y remédie par : ${remedy}`,
  )
}

async function prepare(adminUrl: string, passwords: RolePasswords): Promise<void> {
  const client = await connect(adminUrl)
  const roles = readFileSync(join(root, 'sql/database_roles.sql'), 'utf8')
  const logins = Object.entries(passwords).map(
    ([name, password]) => `alter role caserne_${name} login password ${client.escapeLiteral(password)};`,
  )
  try {
    // Sent as one, it is one transaction.
    const all = [roles, ...logins].join('\n')
    for (let tries = 1; ; tries += 1) {
      const done = await client.query(all).then(
        () => true,
        (error: unknown) => {
          if (tries === TRIES || !isCrossing(error)) throw error
          return false
        },
      )
      if (done) return
      await wait(PAUSE_MS * tries * Math.random())
    }
  } finally {
    await client.end()
  }
}

// The same role made, or changed, by two: unique violation, duplicate object, deadlock, "tuple concurrently updated".
function isCrossing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['23505', '42710', '40P01', 'XX000'].includes(error.code ?? '')
}
