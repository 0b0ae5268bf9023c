import pg from 'pg'
import { scramVerifier } from './scram_verifier.ts'

/** A database login for an analyst. */
interface AnalystLogin {
  name: string
  /** Printable ASCII. */
  password: string
  /** Whether the login sees every SIS, instead of those in auth.analystes. */
  national: boolean
}

// The settings with which a session begins. The analyst may change them: grants and policies hold the rules
// (docs/reference/analyst-access.md).
const settings = {
  default_transaction_read_only: 'on',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
  // Compiling a statistical query takes longer than running it.
  jit: 'off',
  // Memoize would keep the rows of every SIS and year, which costs as much as reading them, and rarely uses them
  // again.
  enable_memoize: 'off',
  // Because of the policy the planner expects few rows and chooses to sort what turns out to be many.
  work_mem: '32MB',
  search_path: 'stats',
}

// Limits that keep a login from filling the disk. Only a superuser, or a role with `set` on the parameter, may set
// them, and the login cannot change them. request.missing_limits() lists those that could not be set.
const limits = {
  // Temporary files, of sorts for instance.
  temp_file_limit: '1GB',
  // An analyst can have plans and parse trees written to the server's log (debug_print_plan). Errors go there with
  // their statements too.
  log_min_messages: 'fatal',
}

/** Creates the login as the role of the session. @throws when that role may not. */
export async function createAnalystLogin(client: pg.Client, login: AnalystLogin): Promise<void> {
  const name = client.escapeIdentifier(login.name)
  const group = login.national ? 'caserne_national' : 'caserne_analyst'
  const verifier = writeVerifier(client, login.password)
  await client.query(
    `create role ${name} login inherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       connection limit 5 password ${verifier} in role ${group}`,
  )
  for (const [setting, value] of Object.entries(settings))
    await client.query(`alter role ${name} set ${setting} = ${value.replace(/^\d.*/, "'$&'")}`)
  const { rows } = await client.query<{ setting: keyof typeof limits }>(
    `select setting from unnest($1::text[]) as setting where has_parameter_privilege(setting, 'set')`,
    [Object.keys(limits)],
  )
  for (const { setting } of rows)
    await client.query(`alter role ${name} set ${setting} = '${limits[setting]}'`)
}

/** Replaces the login's password as the role of the session. @throws when that role may not. */
export async function setAnalystPassword(client: pg.Client, name: string, password: string): Promise<void> {
  await client.query(
    `alter role ${client.escapeIdentifier(name)} password ${writeVerifier(client, password)}`,
  )
}

// SQLSTATE: something depends on the role.
const DEPENDED_ON = '2BP01'

/**
 * Drops the login in the caller's transaction, as the role of the session, and ends the login's sessions if that role
 * may.
 * @returns null; or what depends on the login in other databases. Then the login stays, but may no longer log in.
 */
export async function dropAnalystLogin(client: pg.Client, name: string): Promise<string | null> {
  const login = client.escapeIdentifier(name)
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where usename = $1 and (select rolsuper from pg_roles where rolname = current_user)`,
    [name],
  )
  await client.query(`alter role ${login} nologin`)
  await client.query('savepoint dropping')
  try {
    await disown(client, login)
    await client.query(`drop role ${login}`)
    return null
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== DEPENDED_ON) throw error
    await client.query('rollback to savepoint dropping')
    return error.detail ?? error.message
  }
}

// An analyst owns nothing, but may have set default privileges, and PostgreSQL drops no role that has some. A role
// that is no superuser must be a member of the login to remove them.
async function disown(client: pg.Client, login: string): Promise<void> {
  const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user')
  if (!rows[0]?.rolsuper) await client.query(`grant ${login} to current_user`)
  await client.query(`drop owned by ${login}`)
}

function writeVerifier(client: pg.Client, password: string): string {
  return client.escapeLiteral(scramVerifier(password))
}
