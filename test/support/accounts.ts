import type { TestDatabase } from './database.ts'

/** Opens a SIS of the test's own, which the demo knows nothing of. */
export async function makeSis(database: TestDatabase, key: string, nom: string): Promise<void> {
  const owner = await database.as('owner')
  await owner.query('select auth.create_sis($1, $2, $3)', [key, nom, nom])
}

export interface Account {
  email: string
  name?: string
  password?: string
  /** Instead of a password: its hash. */
  hash?: string
  admin?: boolean
  /** Permissions by SIS, through a role of the account's own. */
  permissions?: Record<string, string[]>
}

/** Makes an account (password `caserne-demo` unless said otherwise): its id. */
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
    const { rows } = await owner.query(
      'insert into auth.roles (sis_key, nom) values ($1, $2) returning id::integer',
      [sis, email],
    )
    const role = rows[0]?.id
    await owner.query(
      'insert into auth.role_permissions (sis_key, role_id, permission) select $1, $2, unnest($3::text[])',
      [sis, role, permissions],
    )
    await owner.query('insert into auth.user_roles (sis_key, user_id, role_id) values ($1, $2, $3)', [
      sis,
      id,
      role,
    ])
  }
  return id
}

/** Changes accounts by e-mail, as an operator at the database would. */
export async function changeAccount(database: TestDatabase, email: string, change: string): Promise<void> {
  const owner = await database.as('owner')
  const { rowCount } = await owner.query(`update auth.users set ${change} where email = $1`, [email])
  if (rowCount !== 1) throw new Error(`${email}: no such account`)
}
