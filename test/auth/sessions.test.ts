import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { asUser, call, refresh, signIn } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { look, makeAccount } from '../support/users.ts'

const database = useDatabase()
let essai = 0
let autre = 0
beforeAll(async () => {
  essai = await makeAccount(database, { email: 'essai@example.org' })
  autre = await makeAccount(database, { email: 'celui-ci@example.org' })
})

const sessionOf = (hash: Buffer) =>
  look(database, 'select session_id::integer from auth.refresh_tokens where token_hash = $1', [hash])

/** The sessions that an account sees, by device. */
const sessions = async (user: number) =>
  asUser(await database.as('auth'), user, null, async (request) => {
    const list: { id: number; appareil: string }[] = await request('list_sessions')
    return list.map(({ appareil }) => appareil)
  })

it('ends only the session of the token, even a used token', async () => {
  const [first, other] = [
    await signIn(database, 'essai@example.org'),
    await signIn(database, 'essai@example.org'),
  ]
  const second = (await refresh(database, first)) ?? randomBytes(32)
  expect(await call(await database.as('auth'), 'logout', first)).toBeNull()
  expect(await refresh(database, second)).toBeNull()
  expect(await refresh(database, other)).not.toBeNull()
})

it('ignores an unknown token, and one whose session has ended', async () => {
  const auth = await database.as('auth')
  const hash = await signIn(database, 'essai@example.org')
  for (const token of [hash, hash, createHash('sha256').update('x').digest(), null])
    expect(await call(auth, 'logout', token)).toBeNull()
})

it('lists the renewable sessions of the account, last used first', async () => {
  await look(database, 'delete from auth.sessions')
  const [phone, tablet, old] = [
    await signIn(database, 'essai@example.org', { appareil: 'téléphone' }),
    await signIn(database, 'essai@example.org', { appareil: 'tablette' }),
    await signIn(database, 'essai@example.org', { appareil: 'ancien' }),
  ]
  await signIn(database, 'celui-ci@example.org', { appareil: 'ailleurs' })
  await look(database, 'update auth.refresh_tokens set expires_at = now() where token_hash = $1', [old])
  expect(await sessions(essai)).toEqual(['tablette', 'téléphone'])
  await refresh(database, phone)
  expect(await sessions(essai)).toEqual(['téléphone', 'tablette'])
  expect(await sessions(autre)).toEqual(['ailleurs'])
  await call(await database.as('auth'), 'logout', tablet)
  expect(await sessions(essai)).toEqual(['téléphone'])
})

it('shows when a session began, was last renewed and expires', async () => {
  await look(database, 'delete from auth.sessions')
  const hash = await signIn(database, 'essai@example.org', { appareil: 'tablette' })
  await look(database, `update auth.sessions set created_at = '2026-03-01T08:00:00.123456Z' where id = $1`, [
    await sessionOf(hash),
  ])
  await look(
    database,
    `update auth.refresh_tokens set issued_at = '2026-03-14T16:20:00Z', expires_at = '2126-04-13T16:20:00Z' where token_hash = $1`,
    [hash],
  )
  await asUser(await database.as('auth'), essai, null, async (request) => {
    expect(await request('list_sessions')).toEqual([
      {
        id: await sessionOf(hash),
        appareil: 'tablette',
        created_at: '2026-03-01T08:00:00.123456Z',
        last_used_at: '2026-03-14T16:20:00.000000Z',
        expires_at: '2126-04-13T16:20:00.000000Z',
      },
    ])
  })
})

it('ends a session of the account by its id, once, and no session of another account', async () => {
  const auth = await database.as('auth')
  const [own, foreign] = [
    await signIn(database, 'essai@example.org'),
    await signIn(database, 'celui-ci@example.org'),
  ]
  const [ownId, foreignId] = [await sessionOf(own), await sessionOf(foreign)]
  await asUser(auth, essai, null, async (request) => {
    expect(await request('delete_session', foreignId)).toBeNull()
    expect(await request('delete_session', 999_999)).toBeNull()
    expect(await request('delete_session', null)).toBeNull()
    expect(await request('delete_session', ownId)).toBe(true)
    expect(await request('delete_session', ownId)).toBeNull()
    expect(await request('refresh_token', own, randomBytes(32))).toBeNull()
    expect(await request('refresh_token', foreign, randomBytes(32))).toMatchObject({ claims: { id: autre } })
  })
})
