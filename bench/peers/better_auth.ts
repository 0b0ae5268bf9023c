import { withConnection } from '../connection.ts'
import { type Server, started } from '../setting.ts'
import { installPeer } from './install.ts'
import { makeSchema, startPeer } from './start.ts'
import type { Side } from './turns.ts'

const ACCOUNTS = 10
const PASSWORD = 'caserne-demo'
const emails = Array.from({ length: ACCOUNTS }, (_, n) => `banc${n}@example.org`)

/** Signing in with e-mail and password, at our server and at better-auth, with the same accounts in turn. */
export async function signIns(admin: string, ours: Server): Promise<Side[]> {
  await makeAccounts(admin)
  const url = await makeSchema(admin, 'better_auth')
  const program = (port: string) => ['server.js', url, port, PASSWORD, ...emails]
  const theirs = await startPeer(await installPeer('better-auth'), program, '/api/auth/ok')
  const bodies = emails.map((email) => ({ email, password: PASSWORD }))
  const side = (name: string, login: string, { pid, port }: Server, path: string): Side => {
    return { name, login, pid, url: `http://127.0.0.1:${port}${path}`, method: 'POST', bodies }
  }
  return [
    side('our login', 'caserne_auth', ours, '/api/v1/login'),
    side('better-auth sign-in/email', 'better_auth', theirs, '/api/auth/sign-in/email'),
  ]
}

async function makeAccounts(admin: string): Promise<void> {
  const text = `insert into auth.users (name, email, password_hash, email_verified_at)
                select email, email, auth.hash_password($2), now() from unnest($1::text[]) as email
                    on conflict do nothing`
  await withConnection(admin, (client) => client.query(text, [emails, PASSWORD]))
  started.add(emails, () =>
    withConnection(admin, (client) =>
      client.query('delete from auth.users where email = any ($1)', [emails]),
    ),
  )
}
