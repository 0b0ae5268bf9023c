import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { changeAccount, makeAccount } from '../support/users.ts'

const database = useDatabase()
const email = 'essai@example.org'
let id = 0
beforeAll(async () => {
  id = await makeAccount(database, { email })
})

async function check(
  sis: string | null,
  permissions: string[] | null,
  { user = id, issuedAt = '2026-03-14T12:00:00Z' } = {},
) {
  const api = await database.as('api')
  const { rows } = await api.query('select auth.check_session($1, $2, $3, $4) as held', [
    user,
    issuedAt,
    sis,
    permissions,
  ])
  return rows[0]?.held
}

const refused = { code: 'PT401', message: 'Accès refusé' }

describe('a valid account', () => {
  it('enters with the permissions of its token', async () => {
    expect(await check('hs', ['sis.config', 'intervention.lecture'])).toEqual([
      'sis.config',
      'intervention.lecture',
    ])
    expect(await check('hs', [])).toEqual([])
  })

  it('enters as an administrator with the whole catalogue, which does not include admin', async () => {
    const held = await check('hs', ['admin'])
    expect(held).toHaveLength(19)
    expect(held).toEqual(expect.arrayContaining(['intervention.lecture', 'utilisateur.config']))
    expect(held).not.toContain('admin')
  })

  it('is no administrator through admin among other permissions, or through an empty list', async () => {
    expect(await check('hs', ['admin', 'sis.config'])).toEqual(['admin', 'sis.config'])
    expect(await check('hs', null)).toBeNull()
  })
})

it('learns that a SIS does not exist only as an administrator', async () => {
  for (const sis of ['nulle-part', '*', 'HS', '', null])
    await expect(check(sis, ['admin'])).rejects.toMatchObject({ code: 'PT404', message: 'SIS inconnu' })
  expect(await check('nulle-part', ['sis.config'])).toEqual(['sis.config'])
})

it('refuses an absent or disabled account before looking up the SIS', async () => {
  await expect(check('hs', ['sis.config'], { user: 999_999 })).rejects.toMatchObject(refused)
  await changeAccount(database, email, 'disabled_at = now()')
  await expect(check('hs', ['sis.config'])).rejects.toMatchObject(refused)
  await expect(check('nulle-part', ['admin'])).rejects.toMatchObject(refused)
  await changeAccount(database, email, 'disabled_at = null')
})

it('refuses tokens issued before a revocation, to the second', async () => {
  await changeAccount(database, email, "tokens_valid_from = '2026-03-14 12:00:00.9+00'")
  await expect(check('hs', ['sis.config'], { issuedAt: '2026-03-14T11:59:59Z' })).rejects.toMatchObject(
    refused,
  )
  expect(await check('hs', ['sis.config'], { issuedAt: '2026-03-14T12:00:00Z' })).toEqual(['sis.config'])
  await changeAccount(database, email, "tokens_valid_from = '-infinity'")
})
