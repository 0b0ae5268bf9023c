import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { changeAccount, makeAccount } from '../support/users.ts'

const database = useDatabase()
const issued = '2026-03-14T12:00:00Z'

async function check(users: number[], sis: string, permissions: string[] | null) {
  const api = await database.as('api')
  const { rows } = await api.query('select held, ended from auth.check_sessions($1, $2, $3, $4)', [
    users,
    users.map(() => issued),
    sis,
    permissions,
  ])
  return rows[0]
}

it('names the sessions that may no longer enter, each for its own reason, and what the others hold', async () => {
  const emails = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.org`)
  const held = ['intervention.lecture', 'sis.config']
  const ids: number[] = []
  for (const email of emails)
    ids.push(await makeAccount(database, { email, permissions: { hs: held, test: held } }))
  expect(await check(ids, 'hs', held)).toEqual({ held, ended: [] })
  await changeAccount(database, 'a@example.org', 'disabled_at = now()')
  await changeAccount(database, 'c@example.org', "tokens_valid_from = '2026-03-15 12:00:00+00'")
  const admin = await database.as('admin')
  await admin.query("insert into auth.memberships (sis_key, user_id) values ('hs', $1)", [ids[3]])
  await admin.query('update auth.memberships set parti_at = now() where user_id = $1', [ids[3]])
  expect(await check([...ids, 999_999], 'hs', held)).toEqual({ held, ended: [1, 3, 4, 6] })
  await admin.query(
    "delete from auth.role_permissions where permission = 'sis.config' and role_id in (select role_id from auth.user_roles where user_id = $1)",
    [ids[4]],
  )
  expect(await check(ids, 'hs', held)).toEqual({ held: ['intervention.lecture'], ended: [1, 3, 4] })
  await admin.query('delete from auth.user_roles where user_id = $1', [ids[4]])
  expect(await check(ids, 'hs', held)).toEqual({ held, ended: [1, 3, 4, 5] })
  // The sapeur left one SIS only.
  expect(await check(ids, 'test', held)).toEqual({ held, ended: [1, 3, 5] })
})

it('holds nothing when every session has ended', async () => {
  expect(await check([999_999], 'hs', ['sis.config'])).toEqual({ held: null, ended: [1] })
  expect(await check([], 'hs', ['sis.config'])).toEqual({ held: null, ended: [] })
})

it('gives administrators the whole catalogue, and ends their sessions in a SIS that does not exist', async () => {
  const id = await makeAccount(database, { email: 'admin@example.net', admin: true })
  const { held, ended } = await check([id, id], 'hs', ['admin'])
  expect([held.length, ended]).toEqual([19, []])
  expect(await check([id, id], 'nulle-part', ['admin'])).toEqual({ held: null, ended: [1, 2] })
})
