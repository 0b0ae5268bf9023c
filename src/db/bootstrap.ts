import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { root } from '../config.ts'
import { connect } from './connect.ts'
import { alone } from './migration_lock.ts'
import { newClient } from './new_client.ts'

/** Passwords of the three logins. */
export type RolePasswords = Record<'auth' | 'api' | 'worker', string>

// Roles belong to the whole cluster: another program may prepare another database with the same roles.
const TRIES = 10
const PAUSE_MS = 200

/**
 * Prepares a database for its migrations: roles, extensions, rights on the database itself, passwords of the logins.
 * May run again, and several times at once: one run waits for the other.
 * @param adminUrl the address of a superuser, or of a login with CREATEROLE and CREATEDB that owns the database.
 * @param onWait called every few seconds while another run is under way.
 * @throws one French sentence that says what the login lacks, with the SQL that helps.
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
    // Another run may have changed the faults that were read above.
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

// Preparing a database revokes the public's right to connect.
function isShutOut(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof pg.DatabaseError && error.cause.code === '42501'
}

function shutOut(adminUrl: string): Error {
  const { user = '', database = '' } = newClient(adminUrl)
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
    // Statements that are sent together are one transaction.
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

// Two programs created or changed the same role: unique violation, duplicate object, deadlock, "tuple concurrently
// updated".
function isCrossing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['23505', '42710', '40P01', 'XX000'].includes(error.code ?? '')
}
