import { hashToken, newToken } from '../../src/auth/opaque_token.ts'
import type { TestDatabase } from '../support/database.ts'
import { idOf, makeAccount, makeInvitation, makeToken, roleOf } from '../support/users.ts'

let accounts = 0

/** A new, unverified account (password `caserne-demo`): its e-mail. */
export async function newcomer(database: TestDatabase): Promise<string> {
  accounts += 1
  const email = `venue.${accounts}@example.org`
  await makeAccount(database, { email, name: 'Nouvelle Venue' })
  return email
}

/** A token as in a mail. @param valid the time left to it. */
export async function tokenOf(
  database: TestDatabase,
  genre: 'confirmation' | 'reinitialisation',
  email: string,
  valid?: string,
): Promise<string> {
  const token = newToken()
  await makeToken(database, genre, await idOf(database, email), valid, hashToken(token))
  return token
}

/** The token of an invitation to the role `Consultation` of hs. */
export async function invitationToken(database: TestDatabase): Promise<string> {
  const token = newToken()
  const roles = [await roleOf(database, 'hs', 'Consultation')]
  await makeInvitation(database, 'hs', roles, { hash: hashToken(token) })
  return token
}

/** The state of an account: whether verified, its roles, the number of its sessions. */
export async function accountOf(database: TestDatabase, email: string) {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    `select u.name, u.email_verified_at is not null as verified,
            array(select r.nom
                    from auth.user_roles ur
                    join auth.roles r on r.sis_key = ur.sis_key and r.id = ur.role_id
                   where ur.user_id = u.id) as roles,
            (select count(*)::integer from auth.sessions s where s.user_id = u.id and s.revoked_at is null) as sessions
       from auth.users u
      where u.email = $1`,
    [email],
  )
  return rows[0] ?? null
}

/** The answer to a browser: status, headers, HTML. */
interface Shown {
  status: number
  headers: Headers
  html: string
}

/** Requests a page, or sends its form as a browser does. */
export async function visit(url: string, form?: Record<string, string>, method?: string): Promise<Shown> {
  const response = await fetch(url, {
    method: method ?? (form ? 'POST' : 'GET'),
    headers: { connection: 'close' },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** The heading of a page. */
export const headingOf = ({ html }: Shown) => /<h1>(.*)<\/h1>/.exec(html)?.[1]
