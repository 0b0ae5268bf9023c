import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, refresh, signIn } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { look, makeAccount } from '../support/users.ts'

const database = useDatabase()
let number = 0
let id = 0
let email = ''
beforeEach(async () => {
  number += 1
  email = `essai.${number}@example.org`
  id = await makeAccount(database, { email })
})

// Only the owner may call end_sessions: functions that change a password or disable an account do.
const end = async () => await call(await database.as('owner'), 'end_sessions', id)

/** Time of issue of a token given now: UNIX seconds. */
const issuedAt = async (): Promise<number> =>
  (await call(await database.as('owner'), 'session', id)).issued_at

/** Whether an access token issued in this second is valid. */
async function enters(second: number): Promise<boolean> {
  const api = await database.as('api')
  const answer = api.query("select auth.check_session($1, to_timestamp($2), 'hs', '{}')", [id, second])
  return await answer.then(
    () => true,
    () => false,
  )
}

describe('an access token', () => {
  it('issued before, even in the same second, is refused afterwards; the next one is valid', async () => {
    const before = await issuedAt()
    expect(await enters(before)).toBe(true)
    await end()
    expect(await enters(before)).toBe(false)
    const after = await issuedAt()
    expect(after).toBeGreaterThan(before)
    expect(await enters(after)).toBe(true)
  })

  it('issued between two ends within one second is refused too', async () => {
    await end()
    const between = await issuedAt()
    await end()
    expect(await enters(between)).toBe(false)
    expect(await enters(await issuedAt())).toBe(true)
  })

  it('of another account stays valid', async () => {
    const other = await makeAccount(database, { email: 'autre.essai@example.org' })
    await end()
    expect(
      await look(database, 'select tokens_valid_from::text from auth.users where id = $1', [other]),
    ).toBe('-infinity')
  })
})

it('ends every refresh token of the account, and no token of another account', async () => {
  await makeAccount(database, { email: 'voisin@example.org' })
  const [phone, tablet, other] = [
    await signIn(database, email),
    await signIn(database, email),
    await signIn(database, 'voisin@example.org'),
  ]
  await end()
  expect([await refresh(database, phone), await refresh(database, tablet)]).toEqual([null, null])
  expect(await refresh(database, other)).not.toBeNull()
  expect(await refresh(database, await signIn(database, email))).not.toBeNull()
})

it('ends the reset tokens of the account, but not its confirmation token', async () => {
  const hash = (text: string) => createHash('sha256').update(`${email} ${text}`).digest()
  for (const [text, genre] of [
    ['un', 'reinitialisation'],
    ['deux', 'reinitialisation'],
    ['trois', 'confirmation'],
  ] as const) {
    await look(
      database,
      "insert into auth.tokens (token_hash, genre, user_id, expires_at) values ($1, $2, $3, now() + interval '1 hour')",
      [hash(text), genre, id],
    )
  }
  await end()
  const owner = await database.as('owner')
  const { rows } = await owner.query('select genre from auth.tokens where user_id = $1', [id])
  expect(rows).toEqual([{ genre: 'confirmation' }])
})
