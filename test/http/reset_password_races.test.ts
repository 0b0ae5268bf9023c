import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { soon, tokenFor } from '../support/mail_readback.ts'
import { type Answer, useServers } from '../support/servers.ts'
import { makeAccount } from '../support/users.ts'
import { sha256 } from '../worker/send/send_fixture.ts'

const database = useDatabase()
// Both requests of a race have a connection.
const servers = useServers(database, { PASSWORD_POOL_SIZE: '2' })

const old = 'caserne-demo'
const next = 'tout neuf'
const quick = { ...soon, interval: 5 }

let people = 0
/** A new account whose password takes a moment to verify, and a token that resets it. */
async function someone(): Promise<{ email: string; token: string }> {
  people += 1
  const email = `nina.${people}@example.org`
  const owner = await database.as('owner')
  const { rows } = await owner.query('select auth.hash_password($1, 12) as hash', [old])
  await makeAccount(database, { email, hash: rows[0]?.hash, permissions: { hs: ['intervention.lecture'] } })
  return { email, token: await tokenFor(database, 'reinitialisation', email) }
}

/** Whether the database runs a statement; `Lock`: one that waits for another. */
async function underWay(statement: string, waiting = ''): Promise<boolean> {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    `select from pg_stat_activity
      where datname = $1 and state = 'active' and starts_with(query, $2) and coalesce(wait_event_type, '') = $3`,
    [database.name, statement, waiting],
  )
  return rows.length > 0
}

/** Whether the tokens of an answer are valid: status of the data, and of a refresh. */
async function worth({ body }: Answer): Promise<number[]> {
  const headers = { authorization: `Bearer ${body.accessToken ?? 'none'}` }
  const data = await servers.data('/api/v2/alarmes', { sis: 'hs', headers })
  const refresh = await servers.post('/refresh-token', { token: body.refreshToken ?? 'none' })
  return [data.status, refresh.status]
}

describe('a request with the old password during the reset', () => {
  it('signs nobody in', async () => {
    const { email, token } = await someone()
    const login = servers.logIn(email, old)
    await expect.poll(() => underWay('select auth.login('), quick).toBe(true)
    expect((await servers.post('/reset-password', { token, password: next })).status).toBe(200)
    expect(await worth(await login)).toEqual([401, 401])
    expect((await servers.logIn(email, next)).status).toBe(200)
  })

  it('changes no password', async () => {
    const { email, token } = await someone()
    const change = servers.post('/change-password', { email, password: old, new_password: 'celui du voleur' })
    await expect.poll(() => underWay('select auth.change_password('), quick).toBe(true)
    expect((await servers.post('/reset-password', { token, password: next })).status).toBe(200)
    expect(await change).toMatchObject({ status: 401, body: { error: 'Identifiants invalides' } })
    expect((await servers.logIn(email, next)).status).toBe(200)
  })

  it('refreshes no token', async () => {
    const { email, token } = await someone()
    const { refreshToken } = (await servers.logIn(email)).body
    const holder = new pg.Client(database.urls.admin)
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from auth.refresh_tokens where token_hash = $1 for update', [
      sha256(refreshToken),
    ])
    const refresh = servers.post('/refresh-token', { token: refreshToken })
    await expect.poll(() => underWay('select auth.refresh_token(', 'Lock'), quick).toBe(true)
    let status = 0
    const reset = servers.post('/reset-password', { token, password: next }).then((answer) => {
      status = answer.status
    })
    const goesNoFurther = async () => status !== 0 || (await underWay('select auth.reset_password(', 'Lock'))
    await expect.poll(goesNoFurther, quick).toBe(true)
    await holder.end()
    await reset
    expect(status).toBe(200)
    expect(await worth(await refresh)).toEqual([401, 401])
  })
})

it('simultaneous logins with an imported hash all succeed, although the first replaces it', async () => {
  const email = 'importee@example.org'
  const hash = '$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'
  await makeAccount(database, { email, hash })
  const answers = await Promise.all(Array.from({ length: 8 }, () => servers.logIn(email, 'rasmuslerdorf')))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
})
