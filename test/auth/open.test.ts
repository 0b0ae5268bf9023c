import { beforeAll, describe, expect, it } from 'vitest'
import { refusalText } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { changeAccount, look, makeAccount, makeRole } from '../support/users.ts'

const database = useDatabase()
const email = 'essai@example.org'
let id = 0
let admin = 0
beforeAll(async () => {
  const permissions = { hs: ['utilisateur.tout', 'sapeur.lecture'] }
  id = await makeAccount(database, { email, permissions })
  admin = await makeAccount(database, { email: 'chefs@example.org', admin: true })
})

const settings = `
  current_setting('request.user_id') as user_id, current_setting('request.sis_key') as sis,
  string_to_array(current_setting('request.permissions'), ',') as permissions, current_setting('request.sapeur_id') as sapeur`

/** The settings of an open request, or the reason of the refusal. */
async function open(
  user: number | null,
  sis: string | null,
  { issuedAt = '2026-03-14T12:00:00Z' as string | null } = {},
) {
  const auth = await database.as('auth')
  const opened = auth.query(`select ${settings} from auth.open($1, $2, $3)`, [user, issuedAt, sis])
  return await opened.then(({ rows }) => rows[0], refusalText)
}

const withdraw = (nom: string) =>
  look(database, 'delete from auth.user_roles where role_id = (select id from auth.roles where nom = $1)', [
    nom,
  ])

describe('a request', () => {
  it('states who asks, for which SIS, and with which permissions', async () => {
    const opened = await open(id, 'hs')
    expect(opened.permissions.toSorted()).toEqual(['sapeur.lecture', 'utilisateur.tout'])
    expect(opened).toMatchObject({ user_id: String(id), sis: 'hs', sapeur: '' })
  })

  it('without a SIS allows nothing', async () => {
    expect(await open(id, null)).toEqual({ user_id: String(id), sis: '', permissions: [], sapeur: '' })
    expect(await open(admin, null)).toEqual({ user_id: String(admin), sis: '', permissions: [], sapeur: '' })
  })

  it('for a SIS without rights allows nothing, whether the SIS exists or not', async () => {
    for (const sis of ['test', 'nulle-part', 'HS', '%', ''])
      expect(await open(id, sis)).toEqual({ user_id: String(id), sis, permissions: [], sapeur: '' })
  })

  it('ends with its statement', async () => {
    await open(id, 'hs')
    const auth = await database.as('auth')
    const { rows } = await auth.query(`select ${settings}`)
    expect(rows).toEqual([{ user_id: '', sis: '', permissions: [], sapeur: '' }])
  })

  it('never carries the rights of one SIS into another, not even later in the same transaction', async () => {
    await makeAccount(database, {
      email: 'partout@example.org',
      permissions: { hs: ['sis.config'], test: ['sapeur.lecture'] },
    })
    const user = Number(await look(database, "select id from auth.users where email = 'partout@example.org'"))
    expect(await open(user, 'hs')).toMatchObject({ permissions: ['sis.config'] })
    expect(await open(user, 'test')).toMatchObject({ permissions: ['sapeur.lecture'] })
    const auth = await database.as('auth')
    await auth.query('begin')
    await auth.query("select auth.open($1, now(), 'hs')", [user])
    expect(await open(user, 'test', { issuedAt: '2126-01-01T00:00:00Z' })).toMatchObject({
      sis: 'test',
      permissions: [],
    })
    await auth.query('rollback')
  })
})

describe('the rights of a request', () => {
  it('are today’s rights, whatever the token says', async () => {
    await makeAccount(database, { email: 'ancien@example.org', permissions: { hs: ['sis.config'] } })
    const user = Number(await look(database, "select id from auth.users where email = 'ancien@example.org'"))
    expect(await open(user, 'hs')).toMatchObject({ permissions: ['sis.config'] })
    await withdraw('ancien@example.org')
    expect(await open(user, 'hs')).toMatchObject({ permissions: [] })
  })

  it('are the union of all roles, without duplicates', async () => {
    const role = await makeRole(database, 'hs', 'En plus', ['sapeur.lecture', 'exercice.lecture'])
    await look(database, 'insert into auth.user_roles (sis_key, user_id, role_id) values ($1, $2, $3)', [
      'hs',
      id,
      role,
    ])
    const { permissions } = await open(id, 'hs')
    expect(permissions.toSorted()).toEqual(['exercice.lecture', 'sapeur.lecture', 'utilisateur.tout'])
    await withdraw('En plus')
  })

  it('are the whole catalogue for an administrator, in any SIS, without admin itself', async () => {
    for (const sis of ['hs', 'test']) {
      const { permissions } = await open(admin, sis)
      expect(permissions).toHaveLength(19)
      expect(permissions).toEqual(expect.arrayContaining(['utilisateur.config', 'intervention.lecture']))
      expect(permissions).not.toContain('admin')
    }
  })

  it('end when the account is no longer administrator', async () => {
    await changeAccount(database, 'chefs@example.org', 'is_admin = false')
    expect(await open(admin, 'hs')).toMatchObject({ permissions: [] })
    await changeAccount(database, 'chefs@example.org', 'is_admin = true')
  })
})

describe('no request is opened', () => {
  it('by an administrator for a SIS that does not exist', async () => {
    for (const sis of ['nulle-part', '*', 'HS', ' hs', ''])
      expect(await open(admin, sis)).toBe('PT404 SIS inconnu')
  })

  it('by an absent or unknown account', async () => {
    expect(await open(999_999, 'hs')).toBe('PT401 Accès refusé')
    expect(await open(null, 'hs')).toBe('PT401 Accès refusé')
  })

  it('by a disabled account, administrators included', async () => {
    for (const [user, address] of [
      [id, email],
      [admin, 'chefs@example.org'],
    ] as const) {
      await changeAccount(database, address, 'disabled_at = now()')
      expect(await open(user, 'hs')).toBe('PT401 Accès refusé')
      expect(await open(user, null)).toBe('PT401 Accès refusé')
      expect(await open(user, 'nulle-part')).toBe('PT401 Accès refusé')
      await changeAccount(database, address, 'disabled_at = null')
    }
  })

  it('by a revoked token, to the second, or by a token without a time of issue', async () => {
    await changeAccount(database, email, "tokens_valid_from = '2026-03-14 12:00:00.9+00'")
    expect(await open(id, 'hs', { issuedAt: '2026-03-14T11:59:59Z' })).toBe('PT401 Accès refusé')
    expect(await open(id, 'hs', { issuedAt: '2026-03-14T12:00:00Z' })).toMatchObject({ sis: 'hs' })
    expect(await open(id, 'hs', { issuedAt: null })).toBe('PT401 Accès refusé')
    await changeAccount(database, email, "tokens_valid_from = '-infinity'")
  })
})
