import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { call, refresh, signIn } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { changeAccount, makeAccount } from '../support/users.ts'

const database = useDatabase()
beforeAll(async () => {
  await makeAccount(database, { email: 'essai@example.org' })
})

const logIn = () => signIn(database, 'essai@example.org')

async function rowOf(hash: Buffer | null) {
  const owner = await database.as('owner')
  const { rows } = await owner.query(
    `select s.id as session, t.used_at is not null as used, s.revoked_at is not null as revoked
       from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where t.token_hash = $1`,
    [hash],
  )
  return rows[0]
}

async function shift(hash: Buffer | null, change: string): Promise<void> {
  const owner = await database.as('owner')
  await owner.query(`update auth.refresh_tokens set ${change} where token_hash = $1`, [hash])
}

it('answers like a login, and keeps the new token in the session', async () => {
  const first = await logIn()
  const next = randomBytes(32)
  const answer = await call(await database.as('auth'), 'refresh_token', first, next)
  expect(Object.keys(answer)).toEqual(['user', 'issued_at', 'claims'])
  expect(answer.claims).toMatchObject({ email: 'essai@example.org' })
  const { session } = await rowOf(first)
  expect(await rowOf(first)).toEqual({ session, used: true, revoked: false })
  expect(await rowOf(next)).toEqual({ session, used: false, revoked: false })
})

it('answers null to an unknown token, and stores none', async () => {
  const next = randomBytes(32)
  expect(await refresh(database, randomBytes(32), next)).toBeNull()
  expect(await rowOf(next)).toBeUndefined()
})

it('answers null to an expired token', async () => {
  const hash = await logIn()
  await shift(hash, 'expires_at = now()')
  expect(await refresh(database, hash)).toBeNull()
  expect(await rowOf(hash)).toMatchObject({ used: false, revoked: false })
})

it('answers null to a token of a revoked session', async () => {
  const hash = await logIn()
  const owner = await database.as('owner')
  await owner.query('update auth.sessions set revoked_at = now() where id = $1', [
    (await rowOf(hash)).session,
  ])
  expect(await refresh(database, hash)).toBeNull()
})

it('leaves the session alone when a used token comes again within 10 seconds', async () => {
  const first = await logIn()
  const second = await refresh(database, first)
  await shift(first, "used_at = clock_timestamp() - interval '9 seconds'")
  expect(await refresh(database, first)).toBeNull()
  expect(await rowOf(second)).toMatchObject({ revoked: false })
})

it('revokes that session only when a used token comes again later', async () => {
  const [first, other] = [await logIn(), await logIn()]
  const second = await refresh(database, first)
  await shift(first, "used_at = clock_timestamp() - interval '10.1 seconds'")
  expect(await refresh(database, first)).toBeNull()
  expect(await rowOf(first)).toMatchObject({ revoked: true })
  expect(await rowOf(second)).toMatchObject({ revoked: true })
  expect(await refresh(database, second ?? randomBytes(32))).toBeNull()
  expect(await rowOf(other)).toMatchObject({ revoked: false })
  expect(await refresh(database, other)).not.toBeNull()
})

it('exchanges a token once, however many calls come at the same time', async () => {
  const hash = await logIn()
  const clients = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const client = new pg.Client(database.urls.auth)
      await client.connect()
      return client
    }),
  )
  const answers = await Promise.all(
    clients.map((client) => call(client, 'refresh_token', hash, randomBytes(32))),
  )
  await Promise.all(clients.map((client) => client.end()))
  expect(answers.filter((answer) => answer !== null)).toHaveLength(1)
  expect(await rowOf(hash)).toMatchObject({ used: true, revoked: false })
})

it('does not use up the token of a disabled account', async () => {
  const hash = await logIn()
  await changeAccount(database, 'essai@example.org', 'disabled_at = now()')
  expect(await refresh(database, hash)).toBeNull()
  expect(await rowOf(hash)).toMatchObject({ used: false, revoked: false })
  await changeAccount(database, 'essai@example.org', 'disabled_at = null')
  expect(await refresh(database, hash)).not.toBeNull()
})
