import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { changeAccount, makeAccount } from '../support/users.ts'

const database = useDatabase()
const email = 'essai@example.org'
const held = ['intervention.lecture', 'sis.config']
let id = 0
const owner = async (text: string, values: unknown[] = []) =>
  await (await database.as('admin')).query(text, values)

beforeAll(async () => {
  id = await makeAccount(database, { email, permissions: { hs: [...held, 'exercice.lecture'] } })
  await takeRights()
})
// The account has lost a right since the tokens of these tests were issued.
const takeRights = async () =>
  await owner(
    `delete from auth.role_permissions p using auth.user_roles r
      where r.user_id = $1 and p.role_id = r.role_id and p.permission = 'exercice.lecture'`,
    [id],
  )
beforeEach(() => changeAccount(database, email, 'is_admin = false, email_verified_at = now()'))

interface Asked {
  user?: number
  issuedAt?: string
  sapeur?: number | null
  needed?: string[]
  needsSapeur?: boolean
}

async function check(
  sis: string | null,
  permissions: string[] | null,
  {
    user = id,
    issuedAt = '2026-03-14T12:00:00Z',
    sapeur = null,
    needed = [],
    needsSapeur = false,
  }: Asked = {},
) {
  const api = await database.as('api')
  const { rows } = await api.query(
    `select string_to_array(current_setting('request.permissions'), ',') as held,
            nullif(current_setting('request.sapeur_id'), '')::integer as linked
       from auth.open_request($1, $2, $3, $4, $5, $6, $7)`,
    [user, issuedAt, sis, permissions, sapeur, needed, needsSapeur],
  )
  return rows[0]
}

const refused = { code: 'PT401', message: 'Accès refusé' }
const nothing = { code: 'PT403', message: 'Aucun droit pour ce SIS' }

describe('a valid account', () => {
  it('enters with the permissions of its token that it still holds', async () => {
    expect(await check('hs', held)).toEqual({ held, linked: null })
    expect((await check('hs', ['sis.config'])).held).toEqual(['sis.config'])
    expect((await check('hs', ['sis.config', 'comptabilite.lecture'])).held).toEqual(['sis.config'])
    await expect(check('hs', ['comptabilite.lecture'])).rejects.toMatchObject(nothing)
    await expect(check('test', held)).rejects.toMatchObject(nothing)
  })

  it('enters with all that its token says if it has lost nothing since', async () => {
    const issuedAt = new Date(Date.now() + 3_600_000).toISOString()
    expect((await check('hs', ['comptabilite.lecture'], { issuedAt })).held).toEqual(['comptabilite.lecture'])
  })

  it('learns which permission it has lost', async () => {
    const lost = {
      code: 'PT403',
      message: 'Permission requise : comptabilite.lecture ou comptabilite.config',
    }
    const needed = ['comptabilite.lecture', 'comptabilite.config']
    await expect(check('hs', [...held, ...needed], { needed })).rejects.toMatchObject(lost)
    expect((await check('hs', held, { needed: ['sis.config', ...needed] })).held).toEqual(held)
  })

  it('enters as an administrator with the whole catalogue, which does not include admin', async () => {
    await changeAccount(database, email, 'is_admin = true')
    const { held: all } = await check('hs', ['admin'], { needed: ['comptabilite.config'] })
    expect(all).toHaveLength(19)
    expect(all).toEqual(expect.arrayContaining(['intervention.lecture', 'utilisateur.config']))
    expect(all).not.toContain('admin')
  })

  it('enters with what its roles give, once it is no administrator any more', async () => {
    expect((await check('hs', ['admin'])).held).toEqual(held)
    await expect(check('test', ['admin'])).rejects.toMatchObject(nothing)
    await expect(check('nulle-part', ['admin'])).rejects.toMatchObject(nothing)
  })

  it('is no administrator through admin among other permissions, or through an empty list', async () => {
    expect((await check('hs', ['admin', 'sis.config'])).held).toEqual(['sis.config'])
    expect(
      (
        await (
          await database.as('api')
        ).query("select auth.check_session($1, now(), 'hs', null) as held", [id])
      ).rows,
    ).toEqual([{ held: null }])
  })
})

describe('a linked sapeur', () => {
  const sapeur = async () =>
    Number(
      (await owner("select id from app.sapeurs where sis_key = 'hs' order by id desc limit 1")).rows[0].id,
    )
  const link = async (sapeurId: number | null) =>
    await owner(
      `insert into auth.memberships (sis_key, user_id, sapeur_id) values ('hs', $1, $2)
       on conflict (sis_key, user_id) do update set sapeur_id = excluded.sapeur_id`,
      [id, sapeurId],
    )

  it('is the one of the token, as long as the account is linked and its e-mail confirmed', async () => {
    const [mine, noSapeur] = [
      await sapeur(),
      { code: 'PT403', message: "Votre compte n'est pas lié à un sapeur de ce SIS" },
    ]
    await link(mine)
    expect(await check('hs', [], { sapeur: mine, needsSapeur: true })).toEqual({ held: [], linked: mine })
    await expect(check('hs', held, { sapeur: mine - 1, needsSapeur: true })).rejects.toMatchObject(noSapeur)
    await changeAccount(database, email, 'email_verified_at = null')
    await expect(check('hs', [], { sapeur: mine })).rejects.toMatchObject(nothing)
    expect(await check('hs', held, { sapeur: mine })).toEqual({ held, linked: null })
    await changeAccount(database, email, 'email_verified_at = now()')
    await link(null)
    await expect(check('hs', held, { sapeur: mine, needsSapeur: true })).rejects.toMatchObject(noSapeur)
    await owner('delete from auth.memberships where user_id = $1', [id])
    await expect(check('hs', [], { sapeur: mine })).rejects.toMatchObject(nothing)
  })
})

it('learns that a SIS does not exist only as an administrator', async () => {
  await changeAccount(database, email, 'is_admin = true')
  for (const sis of ['nulle-part', '*', 'HS', '', null])
    await expect(check(sis, ['admin'])).rejects.toMatchObject({ code: 'PT404', message: 'SIS inconnu' })
  await changeAccount(database, email, 'is_admin = false')
  await expect(check('nulle-part', ['sis.config'])).rejects.toMatchObject(nothing)
})

it('refuses an absent or disabled account before looking up the SIS', async () => {
  await expect(check('hs', held, { user: 999_999 })).rejects.toMatchObject(refused)
  await changeAccount(database, email, 'disabled_at = now()')
  await expect(check('hs', held)).rejects.toMatchObject(refused)
  await expect(check('nulle-part', ['admin'])).rejects.toMatchObject(refused)
  await changeAccount(database, email, 'disabled_at = null')
})

it('refuses tokens issued before a revocation, to the second', async () => {
  await changeAccount(database, email, "tokens_valid_from = '2026-03-14 12:00:00.9+00'")
  await expect(check('hs', held, { issuedAt: '2026-03-14T11:59:59Z' })).rejects.toMatchObject(refused)
  expect((await check('hs', held, { issuedAt: '2026-03-14T12:00:00Z' })).held).toEqual(held)
  await changeAccount(database, email, "tokens_valid_from = '-infinity'")
})
