import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { soon, useMails, waitingMails } from '../support/mail_readback.ts'
import { findInDatabase, findInText, readServerLog, type Secrets } from '../support/secrets.ts'
import { type Answer, useServers } from '../support/servers.ts'
import { tokenIn } from '../worker/send/send_fixture.ts'

const database = useDatabase()
const servers = useServers(database, { LOG_LEVEL: 'trace' })
const mails = useMails(database)

const secrets: Secrets = new Map()
// The deadline for the whole run.
const patience = { timeout: 60_000 }

/** Remembers a secret. */
function keep(what: string, secret: string): string {
  expect([what, secret.length > 20]).toEqual([what, true])
  secrets.set(what, secret)
  return secret
}

/** A password used nowhere else. */
const newPassword = (what: string) => keep(`password: ${what}`, `mdp-${randomBytes(16).toString('hex')}`)

/** Remembers the tokens in an answer. */
function keepTokens(what: string, { body }: Answer): { accessToken: string; refreshToken: string } {
  for (const name of ['accessToken', 'refreshToken'])
    if (body[name] !== undefined) keep(`${name}: ${what}`, body[name])
  return body
}

const post = (path: string, body: unknown, accessToken?: string) =>
  servers.post(
    path,
    body,
    accessToken === undefined ? {} : { headers: { authorization: `Bearer ${accessToken}` } },
  )

const nina = 'nina.secrete@example.org'
const chef = 'chef@example.org'

/** Registers, signs in and out, and changes passwords, with success and without. */
async function exercise(): Promise<string> {
  const password = newPassword('registered')
  const { accessToken, refreshToken } = keepTokens(
    'register',
    await post('/register', { name: 'Nina', email: nina, password }),
  )
  keepTokens('refresh', await post('/refresh-token', { token: refreshToken }))
  await post('/refresh-token', { token: refreshToken })
  await post('/login', { email: nina, password: newPassword('wrong') })
  await post('/login', { email: nina, password: `${newPassword('with NUL')}\0` })
  await post('/login', { email: newPassword('typed as e-mail'), password })
  const next = newPassword('changed')
  await post('/change-password', { password: newPassword('wrong current'), new_password: next }, accessToken)
  await post('/change-password', { password, new_password: newPassword('long').repeat(3) }, accessToken)
  expect((await post('/change-password', { password, new_password: next }, accessToken)).status).toBe(200)
  const again = newPassword('changed by e-mail')
  await post('/change-password', { email: nina, current_password: next, new_password: again })
  const signedIn = keepTokens('login', await post('/login', { email: nina, password: again }))
  await post('/logout', { token: signedIn.refreshToken })
  return again
}

/** Sends secrets in ways that are refused, or that no client should choose. */
async function blunder(accessToken: string): Promise<void> {
  await post('/login', `{"password": "${newPassword('unreadable')}"`)
  await post('/login', { password: newPassword('alone') })
  await post('/login', { email: chef, password: [newPassword('in a list')] })
  await post('/register', { name: newPassword('as name'), email: 'x', password: newPassword('refused') })
  await post('/reset-password', {
    token: keep('token: nobody’s', 'J'.repeat(43)),
    password: newPassword('lost'),
  })
  await post('/confirmer-email', { token: keep('token: odd', `odd-${randomBytes(16).toString('hex')}`) })
  const headers = { authorization: `Bearer ${accessToken}` }
  await servers.data(`/api/v2/alarmes?token=${accessToken}`, { sis: 'hs', headers })
  await servers.data(`/api/v2/${accessToken}`, { sis: 'hs', headers })
  await servers.data('/api/v2/alarmes', { sis: 'hs', headers: { authorization: `Bearer ${accessToken}x` } })
  await servers.auth(`/api/v1/login?password=${newPassword('in the query')}`)
}

/** Makes the database fail while it handles secrets. */
async function fail(): Promise<void> {
  const owner = await database.as('owner')
  // A hash at another cost, which a login replaces.
  await owner.query(
    "update auth.users set password_hash = auth.hash_password('caserne-demo', 5) where email = $1",
    [chef],
  )
  for (const name of ['auth.hash_password(text, integer, text)', 'auth.session(bigint)']) {
    await owner.query(`alter function ${name} rename to gone`)
    const body = { name: 'Nina', email: 'panne@example.org', password: newPassword(`failing ${name}`) }
    expect((await post('/register', body)).status).toBe(500)
    expect((await post('/login', { email: chef, password: 'caserne-demo' })).status).toBe(500)
    await owner.query(
      `alter function ${name.replace(/\.\w+/, '.gone')} rename to ${/\.(\w+)/.exec(name)?.[1]}`,
    )
  }
}

/** The secrets found where they must not be. */
const leaks = async () => ({
  servers: findInText(servers.log(), secrets),
  worker: findInText(mails.log(), secrets),
  postgres: findInText(await readServerLog(database), secrets),
  database: await findInDatabase(database, secrets),
})
const none = { servers: [], worker: [], postgres: [], database: [] }

describe('no password and no token', () => {
  it('appears in a log or in the database, from the first request to the last mail', patience, async () => {
    const startAgain = await mails.stopServer()
    const password = await exercise()
    const commander = keepTokens('commander', await servers.logIn('commandant@example.org'))
    await blunder(commander.accessToken)
    await fail()
    await post('/forgotten-password', { email: nina })
    const { rows } = await (await database.as('owner')).query(
      "select id::integer from auth.roles where sis_key = 'hs' and nom = 'Consultation'",
    )
    const invite = { email: 'invitee.secrete@example.org', roles: [rows[0]?.id] }
    const invited = await servers.post('/invitations', invite, {
      sis: 'hs',
      headers: { authorization: `Bearer ${commander.accessToken}` },
    })
    keep('token: invitation', invited.body.data.token)

    const waiting = (await waitingMails(database)).map(({ genre }) => genre).sort()
    expect(waiting).toEqual(['confirmation', 'invitation', 'mot_de_passe_change', 'reinitialisation'])
    expect(await leaks()).toEqual(none)

    await mails.work()
    const tried = async () => mails.log().match(/ECONNREFUSED/g)?.length ?? 0
    await expect.poll(tried, soon).toBeGreaterThanOrEqual(4)
    expect(await leaks()).toEqual(none)

    await startAgain()
    await (await database.as('admin')).query('update graphile_worker._private_jobs set run_at = now()')
    const tokenOf = async (email: string, subject: RegExp) => {
      const mail = (await mails.to(email)).find((each) => subject.test(each.subject ?? ''))
      return keep(`token: ${subject}`, tokenIn(mail))
    }
    const confirmation = await tokenOf(nina, /^Confirmez/)
    const reset = await tokenOf(nina, /^Réinitialisation/)
    const invitation = await tokenOf(invite.email, /^Invitation/)
    expect(await leaks()).toEqual(none)

    keepTokens('confirmation', await post('/confirmer-email', { token: confirmation }))
    const signedIn = keepTokens('login', await post('/login', { email: nina, password }))
    keepTokens('use-token', await post('/use-token', { token: invitation }, signedIn.accessToken))
    const last = newPassword('reset')
    expect((await post('/reset-password', { token: reset, password: last })).status).toBe(200)
    await post('/reset-password', { token: reset, password: last })
    expect((await post('/login', { email: nina, password: last })).status).toBe(200)
    expect((await mails.to(nina)).map(({ subject }) => subject)).toContain('Votre mot de passe a été changé')
    expect(await leaks()).toEqual(none)

    // Proves that the search covered the expected places.
    expect(secrets.size).toBeGreaterThan(30)
    for (const said of ['"operation":"register"', 'request failed']) expect(servers.log()).toContain(said)
    expect(mails.log()).toContain('send_mail')
    expect(await readServerLog(database)).toContain('function auth.hash_password(text, integer')
  })
})

describe('the search', () => {
  it('finds existing values: hashes and addresses', async () => {
    const { refreshToken } = (await servers.logIn(chef)).body
    const there: Secrets = new Map([
      ['hash', createHash('sha256').update(refreshToken).digest('hex')],
      ['address', chef],
    ])
    const places = await findInDatabase(database, there)
    expect(places).toEqual(expect.arrayContaining(['auth.refresh_tokens: hash', 'auth.users: address']))
  })

  it('finds a secret in each of its forms', async () => {
    const secret = randomBytes(32).toString('base64url')
    const admin = await database.as('admin')
    await admin.query(
      'create table public.leak as select $1::text as plain, $1::text::bytea as bytes, decode($2, $3) as decoded',
      [secret, Buffer.from(secret, 'base64url').toString('hex'), 'hex'],
    )
    for (const column of [
      'plain',
      'bytes',
      'decoded',
      "encode(bytes, 'base64')",
      "encode(decoded, 'base64')",
    ]) {
      await admin.query(`create table public.form as select ${column} as form from public.leak`)
      expect(await findInDatabase(database, new Map([['it', secret]]))).toContain('form: it')
      await admin.query('drop table public.form')
    }
    await admin.query('drop table public.leak')
  })
})
