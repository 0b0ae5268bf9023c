import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { changeAccount, makeAccount } from '../support/accounts.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
beforeAll(async () => {
  await makeAccount(database, { email: 'essai@example.org' })
})

async function logIn(): Promise<Buffer> {
  const hash = randomBytes(32)
  const auth = await database.as('auth')
  await auth.query('select auth.login($1, $2, $3)', ['essai@example.org', 'caserne-demo', hash])
  return hash
}

async function rotate(hash: Buffer, next = randomBytes(32)): Promise<Buffer | null> {
  const auth = await database.as('auth')
  const { rows } = await auth.query('select auth.rotate_refresh_token($1, $2) as session', [hash, next])
  return rows[0]?.session === null ? null : next
}

async function rowOf(hash: Buffer | null) {
  const owner = await database.as('owner')
  const { rows } = await owner.query(
    `select family, used_at is not null as used, revoked_at is not null as revoked
       from auth.refresh_tokens where token_hash = $1`,
    [hash],
  )
  return rows[0]
}

async function shift(hash: Buffer | null, change: string): Promise<void> {
  const owner = await database.as('owner')
  await owner.query(`update auth.refresh_tokens set ${change} where token_hash = $1`, [hash])
}

it('answers what a login answers, and the new token stays in the family', async () => {
  const first = await logIn()
  const auth = await database.as('auth')
  const next = randomBytes(32)
  const { rows } = await auth.query('select auth.rotate_refresh_token($1, $2) as session', [first, next])
  expect(Object.keys(rows[0]?.session)).toEqual(['user', 'claims'])
  expect(rows[0]?.session.claims).toMatchObject({ email: 'essai@example.org' })
  const { family } = await rowOf(first)
  expect(await rowOf(first)).toEqual({ family, used: true, revoked: false })
  expect(await rowOf(next)).toEqual({ family, used: false, revoked: false })
})

it('answers null to a token that is unknown, and keeps none', async () => {
  const next = randomBytes(32)
  expect(await rotate(randomBytes(32), next)).toBeNull()
  expect(await rowOf(next)).toBeUndefined()
})

it.each([
  ['has expired', 'expires_at = now()'],
  ['was revoked', 'revoked_at = now()'],
])('answers null to a token that %s', async (_what, change) => {
  const hash = await logIn()
  await shift(hash, change)
  expect(await rotate(hash)).toBeNull()
})

it('leaves the family alone when a used token comes again within 10 seconds', async () => {
  const first = await logIn()
  const second = await rotate(first)
  await shift(first, "used_at = clock_timestamp() - interval '9 seconds'")
  expect(await rotate(first)).toBeNull()
  expect(await rowOf(second)).toMatchObject({ revoked: false })
})

it('revokes the family, and no other, when a used token comes again later', async () => {
  const [first, other] = [await logIn(), await logIn()]
  const second = await rotate(first)
  await shift(first, "used_at = clock_timestamp() - interval '10.1 seconds'")
  expect(await rotate(first)).toBeNull()
  expect(await rowOf(first)).toMatchObject({ revoked: true })
  expect(await rowOf(second)).toMatchObject({ revoked: true })
  expect(await rowOf(other)).toMatchObject({ revoked: false })
  expect(await rotate(other)).not.toBeNull()
})

it('does not use up the token of a disabled account', async () => {
  const hash = await logIn()
  await changeAccount(database, 'essai@example.org', 'disabled_at = now()')
  expect(await rotate(hash)).toBeNull()
  expect(await rowOf(hash)).toMatchObject({ used: false, revoked: false })
  await changeAccount(database, 'essai@example.org', 'disabled_at = null')
  expect(await rotate(hash)).not.toBeNull()
})
