import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { tokenFor } from '../support/mail_readback.ts'
import { doors } from '../support/servers.ts'
import { expectTooMany, from, newAddress, statuses, times, useThrottled } from '../support/throttled.ts'
import { changeAccount, makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useThrottled(database)
const others = useThrottled(database)

const quarter = 900
const many = (status: number, count: number) => Array<number>(count).fill(status)

let people = 0
/** A new account. */
async function someone(): Promise<string> {
  people += 1
  const email = `titi.${people}@example.org`
  await makeAccount(database, { email })
  return email
}

/** A login from a new address. */
const logIn = (email: string, password?: string) => servers.logIn(email, password, from(newAddress()))
const fail = (email: string) => logIn(email, 'faux')
const change = (email: string, password: string, new_password: string) =>
  servers.post('/change-password', { email, password, new_password }, from(newAddress()))

async function shift(milliseconds: number): Promise<void> {
  await (await database.as('owner')).query('update auth.throttles set expire = expire - $1', [milliseconds])
}

describe('an account', () => {
  it.each(doors)('is locked after ten failures: at the %s server under %s', async (server, prefix) => {
    const email = await someone()
    const at = (password: string) =>
      servers[server](`${prefix}/login`, {
        method: 'POST',
        body: { email, password },
        ...from(newAddress()),
      })
    const answers = await times(10, () => at('faux'))
    expect(answers).toMatchObject(Array(10).fill({ status: 401, body: { error: 'invalid credentials' } }))
    expect(expectTooMany(await at('faux'), quarter)).toBeGreaterThan(quarter - 60)
    expectTooMany(await at('caserne-demo'), quarter)
    expect((await logIn('chef@example.org')).status).toBe(200)
  })

  it('that does not exist, or is disabled, is locked in the same way', async () => {
    const disabled = await someone()
    await changeAccount(database, disabled, 'disabled_at = now()')
    for (const email of ['personne@example.org', disabled, 'pas une adresse']) {
      expect(statuses(await times(10, () => logIn(email)))).toEqual(many(401, 10))
      expectTooMany(await logIn(email), quarter)
    }
  })

  it('is the same in any spelling of its e-mail', async () => {
    const email = await someone()
    // In most locales PostgreSQL lowers İ to i, and finds the account.
    const ways = [
      email,
      email.toUpperCase(),
      ` ${email} `,
      email.replaceAll('i', 'İ'),
      email.replace('i', 'İ'),
    ]
    expect(statuses(await times(10, (n) => fail(ways[n % 5] ?? '')))).toEqual(many(401, 10))
    for (const way of ways) expectTooMany(await logIn(way), quarter)
  })

  it('gets no more than ten of fifty simultaneous guesses, at any instance', async () => {
    const email = await someone()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 ? servers : others).logIn(email, `faux ${n}`, from(newAddress())),
      ),
    )
    expect(statuses(answers).sort()).toEqual([...many(401, 10), ...many(429, 40)])
  })

  it('is counted from zero after a success', async () => {
    const email = await someone()
    expect(statuses(await times(9, () => fail(email)))).toEqual(many(401, 9))
    expect((await logIn(email)).status).toBe(200)
    expect(statuses(await times(9, () => fail(email)))).toEqual(many(401, 9))
    expect((await logIn(email)).status).toBe(200)
  })

  it('is counted by all instances together, and by those started later', async () => {
    const email = await someone()
    expect(statuses(await times(5, () => fail(email)))).toEqual(many(401, 5))
    const elsewhere = (password?: string) => others.logIn(email, password, from(newAddress()))
    expect(statuses(await times(5, () => elsewhere('faux')))).toEqual(many(401, 5))
    expectTooMany(await elsewhere(), quarter)
    await servers.restart()
    expectTooMany(await logIn(email), quarter)
  })

  it('is counted for changes of password too, when the current one is wrong', async () => {
    const email = await someone()
    expect(statuses(await times(5, () => fail(email)))).toEqual(many(401, 5))
    expect(statuses(await times(5, () => change(email, 'faux', 'tout neuf')))).toEqual(many(401, 5))
    expectTooMany(await change(email, 'caserne-demo', 'tout neuf'), quarter)
    expectTooMany(await logIn(email), quarter)
  })

  it('is counted for changes with its token, which guess its password as well', async () => {
    const email = await someone()
    const { accessToken } = (await logIn(email)).body
    const guess = () =>
      servers.post(
        '/change-password',
        { password: 'faux', new_password: 'tout neuf' },
        {
          headers: { authorization: `Bearer ${accessToken}`, ...from(newAddress()).headers },
        },
      )
    expect(statuses(await times(10, guess))).toEqual(many(401, 10))
    expectTooMany(await guess(), quarter)
  })

  it('is not counted without a guess: faulty fields, a weak new password', async () => {
    const email = await someone()
    expect(statuses(await times(12, () => servers.post('/login', { email }, from(newAddress()))))).toEqual(
      many(401, 12),
    )
    expect(statuses(await times(12, () => change(email, 'caserne-demo', 'court')))).toEqual(many(422, 12))
    expect((await logIn(email)).status).toBe(200)
  })
})

describe('a locked account', () => {
  async function closed(): Promise<string> {
    const email = await someone()
    await times(10, () => fail(email))
    expectTooMany(await logIn(email), quarter)
    return email
  }

  it('is unlocked after a quarter of an hour, and not before', async () => {
    const email = await closed()
    await shift(14 * 60_000)
    expectTooMany(await logIn(email), 60)
    await shift(60_000)
    expect((await logIn(email)).status).toBe(200)
  })

  it('is not kept locked by further attempts', async () => {
    const email = await closed()
    await shift(10 * 60_000)
    await times(20, () => fail(email))
    await shift(5 * 60_000)
    expect((await logIn(email)).status).toBe(200)
  })

  it('is unlocked by a reset of its password', async () => {
    const email = await closed()
    const token = await tokenFor(database, 'reinitialisation', email)
    const answer = await servers.post('/reset-password', { token, password: 'tout neuf' }, from(newAddress()))
    expect(answer.status).toBe(200)
    expect((await logIn(email, 'tout neuf')).status).toBe(200)
  })

  it('keeps its tokens: open sessions go on working', async () => {
    const email = await someone()
    const { accessToken, refreshToken } = (await logIn(email)).body
    await times(11, () => fail(email))
    expectTooMany(await logIn(email), quarter)
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await servers.auth('/api/v1/me', { headers })).status).toBe(200)
    expect((await servers.post('/refresh-token', { token: refreshToken })).status).toBe(200)
  })
})
