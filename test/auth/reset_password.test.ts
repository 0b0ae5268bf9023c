import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, refresh, signIn, untilBlocked } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { changeAccount, look, mailsQueued, makeAccount, makeToken } from '../support/users.ts'

const database = useDatabase()
let number = 0
let email = ''
let user = 0
beforeEach(async () => {
  number += 1
  email = `Essai.${number}@example.org`
  user = await makeAccount(database, { email, name: 'Jean Essai' })
})

async function reset(token: Buffer | null, password = 'mot nouveau', client?: pg.Client) {
  return await call(client ?? (await database.as('auth')), 'reset_password', token, password, 8, 4)
}

const makeReset = (valid?: string) => makeToken(database, 'reinitialisation', user, valid)
const signsIn = (password: string) =>
  signIn(database, email, { password }).then(
    () => true,
    () => false,
  )

it('gives the account of a token a new password, and answers the account', async () => {
  expect(await reset(await makeReset())).toBe(email)
  expect([await signsIn('caserne-demo'), await signsIn('mot nouveau')]).toEqual([false, true])
})

it('ends the sessions and all other reset tokens of the account, and of no other', async () => {
  const other = await makeAccount(database, { email: `voisin.${number}@example.org` })
  const tokens = [await makeReset(), await makeReset(), await makeToken(database, 'reinitialisation', other)]
  const session = await signIn(database, email)
  const before = (await call(await database.as('owner'), 'session', user)).issued_at
  expect(await reset(tokens[0] ?? null)).toBe(email)
  expect(await refresh(database, session)).toBeNull()
  const check = "select auth.check_session($1, to_timestamp($2), 'hs', '{}')"
  const api = await database.as('api')
  await expect(api.query(check, [user, before])).rejects.toMatchObject({ code: 'PT401' })
  expect([await reset(tokens[0] ?? null), await reset(tokens[1] ?? null)]).toEqual([null, null])
  expect(await reset(tokens[2] ?? null)).toBe(`voisin.${number}@example.org`)
})

it('tells the owner by mail', async () => {
  await reset(await makeReset())
  expect(await mailsQueued(database)).toContainEqual({
    genre: 'mot_de_passe_change',
    email: email.toLowerCase(),
  })
})

describe('a token', () => {
  it('is valid until it expires, and never when unknown or of another kind', async () => {
    expect(await reset(await makeReset('0'))).toBeNull()
    expect(await reset(randomBytes(32))).toBeNull()
    expect(await reset(null)).toBeNull()
    expect(await reset(await makeToken(database, 'confirmation', user))).toBeNull()
    expect(await signsIn('caserne-demo')).toBe(true)
    expect(await reset(await makeReset('1 minute'))).toBe(email)
  })

  it('is kept when the password is weak', async () => {
    const token = await makeReset()
    const session = await signIn(database, email)
    const refusals = [
      ['court', 'PT422 Le mot de passe doit compter au moins 8 caractères. (password)'],
      ['a'.repeat(73), 'PT422 Le mot de passe ne doit pas dépasser 72 octets. (password)'],
      [email, 'PT422 Le mot de passe ne doit être ni l’adresse e-mail ni le nom. (password)'],
      ['jean essai', 'PT422 Le mot de passe ne doit être ni l’adresse e-mail ni le nom. (password)'],
    ] as const
    for (const [password, refusal] of refusals) expect(await reset(token, password)).toBe(refusal)
    expect(await refresh(database, session)).not.toBeNull()
    expect(await reset(token)).toBe(email)
  })

  it('is worthless while its account is disabled', async () => {
    const token = await makeReset()
    await changeAccount(database, email, 'disabled_at = now()')
    expect(await reset(token)).toBeNull()
    await changeAccount(database, email, 'disabled_at = null')
    expect(await signsIn('caserne-demo')).toBe(true)
  })

  it('wins alone when two are used at the same time', async () => {
    const [one, two] = [await makeReset(), await makeReset()]
    const other = new pg.Client(database.urls.auth)
    await other.connect()
    const owner = await database.as('owner')
    await owner.query('begin')
    await owner.query('select from auth.users where id = $1 for update', [user])
    const answers = Promise.all([reset(one, 'mot premier'), reset(two, 'mot second', other)])
    await untilBlocked(database, 2)
    await owner.query('commit')
    expect((await answers).toSorted()).toEqual([email, null])
    await other.end()
    expect([await signsIn('mot premier'), await signsIn('mot second')].toSorted()).toEqual([false, true])
  })
})

it('gives an account without a password its first one', async () => {
  await look(database, "update auth.users set password_hash = '!' where id = $1", [user])
  expect(await signsIn('!')).toBe(false)
  expect(await reset(await makeReset())).toBe(email)
  expect(await signsIn('mot nouveau')).toBe(true)
})
