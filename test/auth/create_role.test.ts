import { beforeAll, expect, it } from 'vitest'
import { asUser, type Request } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'
import { idOf, look, makeAccount, roleOf } from '../support/users.ts'

const database = useDatabase()

const own = ['intervention.lecture', 'sapeur.lecture', 'utilisateur.config']
const lacking = (permissions: string) =>
  `PT403 Vous ne pouvez donner ni retirer ce que vous n’avez pas vous-même : ${permissions}`
let manager = 0
let administration = 0
beforeAll(async () => {
  manager = await makeAccount(database, { email: 'roles@example.org', permissions: { hs: own } })
  administration = await roleOf(database, 'hs', 'Administration')
})

/** Runs work as someone who may manage the roles of hs and holds three permissions. */
const asManager = async <T>(work: (ask: Request) => Promise<T>) =>
  asUser(await database.as('auth'), manager, 'hs', work)
const named = (roles: { nom: string }[]) => roles.map(({ nom }) => nom)

it('a new role allows only permissions that its maker holds', async () => {
  await asManager(async (ask) => {
    const permissions = ['sapeur.lecture', 'intervention.lecture', 'sapeur.lecture']
    const role = await ask('create_role', { nom: 'Piquet', permissions })
    expect(role).toEqual({
      id: expect.any(Number),
      nom: 'Piquet',
      permissions: ['intervention.lecture', 'sapeur.lecture'],
      utilisateurs: 0,
    })
    expect(await ask('list_roles')).toContainEqual(role)
    expect(await ask('create_role', { nom: 'Vide', permissions: [] })).toMatchObject({ permissions: [] })
  })
})

it('a new role belongs to the SIS of the request, whatever the body says', async () => {
  await asManager(async (ask) => {
    const body = {
      nom: 'Piquet',
      permissions: [],
      sis_key: 'test',
      id: administration,
      role_id: administration,
    }
    const { id } = await ask('create_role', body)
    expect(id).not.toBe(administration)
    expect(named(await ask('list_roles'))).toContain('Piquet')
  })
})

it('a new role cannot contain a permission that its maker lacks, an unknown one, or admin', async () => {
  await asManager(async (ask) => {
    const make = (...permissions: string[]) => ask('create_role', { nom: 'Piquet', permissions })
    expect(await make('sapeur.lecture', 'sis.config')).toBe(lacking('sis.config'))
    expect(await make(...allPermissions)).toBe(
      lacking(allPermissions.filter((permission) => !own.includes(permission)).join(', ')),
    )
    expect(await make('sapeur.lecture', 'zzz', 'admin')).toBe(
      'PT422 Permission inconnue : admin, zzz (permissions)',
    )
    expect(await make('sapeur.lecture,sis.config')).toBe(
      'PT422 Permission inconnue : sapeur.lecture,sis.config (permissions)',
    )
    expect(named(await ask('list_roles'))).not.toContain('Piquet')
  })
})

it('a new role needs a name that no other role of the SIS has', async () => {
  await asManager(async (ask) => {
    expect(await ask('create_role', { nom: 'Consultation', permissions: [] })).toBe(
      'PT409 Un rôle de ce nom existe déjà',
    )
    await look(database, "insert into auth.roles (sis_key, nom) values ('test', 'Ailleurs')")
    expect(await ask('create_role', { nom: 'Ailleurs', permissions: [] })).toMatchObject({
      nom: 'Ailleurs',
    })
    expect(await ask('create_role', { nom: '', permissions: [] })).toBe('23514')
  })
})

it('a new role made by an administrator may contain any permission except admin', async () => {
  const admin = await idOf(database, 'admin@example.org')
  await asUser(await database.as('auth'), admin, 'test', async (ask) => {
    const role = await ask('create_role', { nom: 'Tout', permissions: allPermissions })
    expect(role.permissions).toEqual(allPermissions)
    expect(await ask('create_role', { nom: 'Plus', permissions: ['admin'] })).toBe(
      'PT422 Permission inconnue : admin (permissions)',
    )
  })
})
