import { randomBytes } from 'node:crypto'
import type { TestDatabase } from './database.ts'

/** Opens a SIS for one test file; the demo has no data in it. */
export async function makeSis(database: TestDatabase, key: string, nom: string): Promise<void> {
  const owner = await database.as('owner')
  await owner.query('select auth.add_sis($1, $2, $3)', [key, nom, nom])
}

interface Account {
  email: string
  name?: string
  password?: string
  /** Hash of the password, instead of the password. */
  hash?: string
  admin?: boolean
  /** Permissions by SIS, given through a role made for the account. */
  permissions?: Record<string, string[]>
}

/** Makes an account (password `caserne-demo` by default) and returns its id. */
export async function makeAccount(database: TestDatabase, account: Account): Promise<number> {
  const owner = await database.as('owner')
  const { email, name = email, password = 'caserne-demo', hash = null, admin = false } = account
  const { rows } = await owner.query(
    `insert into auth.users (name, email, password_hash, is_admin)
     values ($1, $2, coalesce($3, auth.hash_password($4, 4)), $5) returning id::integer`,
    [name, email, hash, password, admin],
  )
  const id = Number(rows[0]?.id)
  for (const [sis, permissions] of Object.entries(account.permissions ?? {})) {
    const role = await makeRole(database, sis, email, permissions)
    await owner.query('insert into auth.user_roles (sis_key, user_id, role_id) values ($1, $2, $3)', [
      sis,
      id,
      role,
    ])
  }
  return id
}

/** Makes a role and returns its id. */
export async function makeRole(
  database: TestDatabase,
  sis: string,
  nom: string,
  permissions: string[],
): Promise<number> {
  const owner = await database.as('owner')
  const { rows } = await owner.query(
    'insert into auth.roles (sis_key, nom) values ($1, $2) returning id::integer',
    [sis, nom],
  )
  const id = Number(rows[0]?.id)
  await owner.query(
    'insert into auth.role_permissions (sis_key, role_id, permission) select $1, $2, unnest($3::text[])',
    [sis, id, permissions],
  )
  return id
}

/** Changes accounts by e-mail, as an operator does in the database. */
export async function changeAccount(database: TestDatabase, email: string, change: string): Promise<void> {
  const owner = await database.as('owner')
  const { rowCount } = await owner.query(`update auth.users set ${change} where email = $1`, [email])
  if (rowCount !== 1) throw new Error(`${email}: no such account`)
}

/** The single value of a query, run as a superuser, who is exempt from policies. */
export async function look(database: TestDatabase, query: string, values: unknown[] = []): Promise<unknown> {
  const { rows } = await (await database.as('admin')).query({ text: query, values, rowMode: 'array' })
  return rows[0]?.[0]
}

/** Id of an account, by its e-mail. */
export const idOf = async (database: TestDatabase, email: string): Promise<number> =>
  Number(await look(database, 'select id from auth.users where email = $1', [email]))

/** Id of a role of a SIS, by its name. */
export const roleOf = async (database: TestDatabase, sis: string, nom: string): Promise<number> =>
  Number(await look(database, 'select id from auth.roles where sis_key = $1 and nom = $2', [sis, nom]))

/** Id of a sapeur of a SIS, by their name. */
export const sapeurOf = async (database: TestDatabase, sis: string, nom: string): Promise<number> =>
  Number(
    await look(database, 'select id from app.sapeurs where sis_key = $1 and nom_prenom = $2', [sis, nom]),
  )

/** Payloads of the mails in the queue, the oldest first. */
export async function mailsQueued(database: TestDatabase): Promise<unknown[]> {
  const { rows } = await (await database.as('admin')).query(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'send_mail' order by j.id`,
  )
  return rows.map(({ payload }) => payload)
}

/** Stores the hash of a token of an account, as a mail carries one. `valid`: the time left to it. */
export async function makeToken(
  database: TestDatabase,
  genre: 'confirmation' | 'reinitialisation',
  user: number,
  valid = '1 hour',
  hash: Buffer = randomBytes(32),
): Promise<Buffer> {
  await look(
    database,
    'insert into auth.tokens (token_hash, genre, user_id, expires_at) values ($1, $2, $3, clock_timestamp() + $4::interval)',
    [hash, genre, user, valid],
  )
  return hash
}

/**
 * Makes an invitation by an account (default: an administrator) to roles of a SIS, and returns the hash of
 * its token.
 */
export async function makeInvitation(
  database: TestDatabase,
  sis: string,
  roles: number[],
  { valid = '1 hour', by, hash = randomBytes(32) }: { valid?: string; by?: number; hash?: Buffer } = {},
): Promise<Buffer> {
  const id = await look(
    database,
    `insert into auth.invitations (sis_key, expires_at, created_by) values ($1, clock_timestamp() + $2::interval, $3)
     returning id`,
    [sis, valid, by ?? (await idOf(database, 'admin@example.org'))],
  )
  await look(
    database,
    'insert into auth.invitation_roles (sis_key, invitation_id, role_id) select $1, $2, unnest($3::bigint[])',
    [sis, id, roles],
  )
  await look(
    database,
    `insert into auth.tokens (token_hash, genre, sis_key, invitation_id, expires_at)
     select $1, 'invitation', sis_key, id, expires_at from auth.invitations where id = $2`,
    [hash, id],
  )
  return hash
}
