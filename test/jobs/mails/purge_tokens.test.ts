import { beforeEach, expect, it } from 'vitest'
import { call, refresh, signIn } from '../../support/calls.ts'
import { useDatabase } from '../../support/database.ts'
import { idOf, look, makeInvitation, makeToken, roleOf } from '../../support/users.ts'

const database = useDatabase()
const email = 'chef@example.org'
beforeEach(async () => {
  for (const table of ['sessions', 'tokens', 'invitations', 'throttles'])
    await look(database, `delete from auth.${table}`)
})

const purge = async () => (await database.as('worker')).query('select jobs.purge_tokens()')
const count = (table: string) => look(database, `select count(*)::integer from auth.${table}`)
const shift = (hash: Buffer | null, change: string) =>
  look(database, `update auth.refresh_tokens set ${change} where token_hash = $1`, [hash])

it('keeps a used refresh token until it expires: used again, it still ends its session', async () => {
  const first = await signIn(database, email)
  const second = (await refresh(database, first)) ?? first
  await shift(
    first,
    "used_at = clock_timestamp() - interval '29 days', expires_at = now() + interval '1 minute'",
  )
  await purge()
  expect(await refresh(database, first)).toBeNull()
  expect(await refresh(database, second)).toBeNull()
})

it('deletes expired refresh tokens, and a session with its last one', async () => {
  const [gone, kept] = [await signIn(database, email), await signIn(database, email)]
  await refresh(database, gone)
  const next = await refresh(database, kept)
  await look(
    database,
    `update auth.refresh_tokens set expires_at = now()
      where session_id = (select session_id from auth.refresh_tokens where token_hash = $1) or token_hash = $2`,
    [gone, kept],
  )
  await purge()
  expect([await count('sessions'), await count('refresh_tokens')]).toEqual([1, 1])
  expect(await refresh(database, next ?? kept)).not.toBeNull()
})

it('deletes an ended session with its tokens, and no others', async () => {
  const [ended, kept] = [await signIn(database, email), await signIn(database, email)]
  await call(await database.as('auth'), 'logout', ended)
  await purge()
  expect([await count('sessions'), await count('refresh_tokens')]).toEqual([1, 1])
  expect(await refresh(database, ended)).toBeNull()
  expect(await refresh(database, kept)).not.toBeNull()
})

it('deletes expired mailed tokens, and no others', async () => {
  const user = await idOf(database, 'nouveau@example.org')
  await makeToken(database, 'reinitialisation', user, '0')
  await makeToken(database, 'confirmation', user, '-1 day')
  const kept = await makeToken(database, 'confirmation', user, '1 minute')
  await purge()
  const { rows } = await (await database.as('owner')).query('select token_hash from auth.tokens')
  expect(rows).toEqual([{ token_hash: kept }])
})

it('deletes invitations a month after they expired: until then one may read who took them', async () => {
  const roles = [await roleOf(database, 'hs', 'Consultation')]
  for (const valid of ['-31 days', '-29 days', '1 day'])
    await makeInvitation(database, 'hs', roles, { valid })
  await purge()
  expect(await count('invitations')).toBe(2)
  expect(await count('tokens')).toBe(1)
  expect(await count('invitation_roles')).toBe(2)
})

it('deletes counts of attempts whose window has passed', async () => {
  await look(
    database,
    `insert into auth.throttles (key, points, expire)
     values ('passe', 10, extract(epoch from now()) * 1000 - 1), ('court', 10, extract(epoch from now()) * 1000 + 60000),
            ('sans fin', 10, null)`,
  )
  await purge()
  const { rows } = await (await database.as('auth')).query('select key from auth.throttles order by key')
  expect(rows).toEqual([{ key: 'court' }, { key: 'sans fin' }])
})

it('leaves accounts, roles and memberships alone', async () => {
  const counts = async () => [await count('users'), await count('user_roles'), await count('memberships')]
  const before = await counts()
  await purge()
  expect(await counts()).toEqual(before)
})
