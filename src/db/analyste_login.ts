import pg from 'pg'
import { scramVerifier } from './scram_verifier.ts'

/** A database login for an analyst. */
export interface AnalystLogin {
  name: string
  /** Printable ASCII. */
  password: string
  /** Whether it sees every SIS, and not those of auth.analystes. */
  national: boolean
}

// What a session begins with. All but the last may be set otherwise by whoever is in it: what he may not do stands in grants and
// policies (docs/reference/analyst-access.md).
const settings = {
  default_transaction_read_only: 'on',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
  // Compiling a question of figures takes longer than answering it.
  jit: 'off',
  // It would keep the rows of each SIS of a year in case that they are asked for twice, for as long as it takes to read them.
  enable_memoize: 'off',
  // The policy makes the planner expect few rows where there are many, and choose to sort them.
  work_mem: '32MB',
  search_path: 'stats',
}

// What keeps a login from filling the disk, which only a superuser may set, or whoever may set the parameter; the login cannot change it.
// Where one could not be set, request.missing_limits() says so.
const limits = {
  // Of sorts.
  temp_file_limit: '1GB',
  // Plans and parse trees of his statements go to the server's log when he asks for them (debug_print_plan), and so do his errors with the
  // statements that made them.
  log_min_messages: 'fatal',
}

/** Makes the login, as the role of the session. @throws when that may not. */
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

/** Replaces the login's password, as the role of the session. @throws when that may not. */
export async function setAnalystPassword(client: pg.Client, name: string, password: string): Promise<void> {
  await client.query(
    `alter role ${client.escapeIdentifier(name)} password ${writeVerifier(client, password)}`,
  )
}

// Something depends on the role: PostgreSQL's word for it.
const DEPENDED_ON = '2BP01'

/**
 * Drops the login in the caller's transaction, as the role of the session, which ends the login's sessions where it may. Null; or what still
 * depends on it in other databases, and keeps it from being dropped: it may then no longer log in.
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

// He can own nothing, yet everybody can say what others may do with what he would own (alter default privileges): a role of which that is
// said is not dropped. Who is no superuser forgets it for him as a member of his.
async function disown(client: pg.Client, login: string): Promise<void> {
  const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user')
  if (!rows[0]?.rolsuper) await client.query(`grant ${login} to current_user`)
  await client.query(`drop owned by ${login}`)
}

function writeVerifier(client: pg.Client, password: string): string {
  return client.escapeLiteral(scramVerifier(password))
}
