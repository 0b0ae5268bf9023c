import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { askAs, asUser, call, type Request, untilBlocked } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'
import { idOf, makeAccount, makeRole, roleOf } from '../support/users.ts'

const database = useDatabase()

const own = ['intervention.lecture', 'sapeur.lecture', 'utilisateur.config']
const lacking = (permissions: string) =>
  `PT403 Vous ne pouvez donner ni retirer ce que vous n’avez pas vous-même : ${permissions}`
let manager = 0
beforeAll(async () => {
  manager = await makeAccount(database, { email: 'roles@example.org', permissions: { hs: own } })
})

/** Runs work as someone who may manage the roles of hs and holds three permissions. */
const asManager = async <T>(work: (ask: Request) => Promise<T>) =>
  asUser(await database.as('auth'), manager, 'hs', work)

describe('a role', () => {
  it('is changed in its name, its permissions, or both', async () => {
    const role = await roleOf(database, 'hs', 'Lecture des interventions')
    await asManager(async (ask) => {
      const before = { id: role, permissions: ['intervention.lecture'], utilisateurs: 1 }
      expect(await ask('update_role', role, { nom: 'Lecture' })).toEqual({ ...before, nom: 'Lecture' })
      expect(await ask('update_role', role, { permissions: ['sapeur.lecture'] })).toEqual({
        ...before,
        nom: 'Lecture',
        permissions: ['sapeur.lecture'],
      })
      expect(await ask('update_role', role, { nom: 'Rien', permissions: [] })).toEqual({
        ...before,
        nom: 'Rien',
        permissions: [],
      })
      expect(await ask('update_role', role, { nom: 'Rien', id: 99, sis_key: 'test' })).toMatchObject({
        id: role,
      })
      expect(await ask('update_role', role, {})).toMatchObject({ nom: 'Rien' })
      expect(await ask('update_role', role, { nom: 'Consultation' })).toBe(
        'PT409 Un rôle de ce nom existe déjà',
      )
    })
  })

  it('cannot get a permission that the caller lacks', async () => {
    const role = await roleOf(database, 'hs', 'Lecture des interventions')
    await asManager(async (ask) => {
      const permissions = ['intervention.lecture', 'utilisateur.tout']
      expect(await ask('update_role', role, { permissions })).toBe(lacking('utilisateur.tout'))
      expect(await ask('update_role', role, { permissions: ['admin'] })).toBe(
        'PT422 Permission inconnue : admin (permissions)',
      )
      const mine = await roleOf(database, 'hs', 'roles@example.org')
      expect(await ask('update_role', mine, { permissions: [...own, 'sis.config'] })).toBe(
        lacking('sis.config'),
      )
      expect(await ask('update_role', mine, { permissions: own })).toMatchObject({ permissions: own })
    })
  })

  it('that allows more than the caller may do cannot be changed or deleted by them', async () => {
    const stronger = await makeRole(database, 'hs', 'Plus fort', ['sapeur.lecture', 'sis.config'])
    await asManager(async (ask) => {
      expect(await ask('update_role', stronger, { nom: 'Pris' })).toBe(lacking('sis.config'))
      expect(await ask('update_role', stronger, { permissions: [] })).toBe(lacking('sis.config'))
      expect(await ask('update_role', stronger, { permissions: ['sapeur.lecture'] })).toBe(
        lacking('sis.config'),
      )
      expect(await ask('delete_role', stronger)).toBe(lacking('sis.config'))
    })
  })

  it('of another SIS is not found', async () => {
    const theirs = await roleOf(database, 'test', 'Consultation')
    const admin = await idOf(database, 'admin@example.org')
    for (const user of [manager, admin]) {
      await asUser(await database.as('auth'), user, 'hs', async (ask) => {
        expect(await ask('update_role', theirs, { nom: 'Pris', permissions: [] })).toBeNull()
        expect(await ask('delete_role', theirs)).toBeNull()
        expect(await ask('update_role', 999_999, { nom: 'Pris' })).toBeNull()
        expect(await ask('delete_role', -1)).toBeNull()
        expect(await ask('delete_role', null)).toBeNull()
      })
    }
  })

  it('is deleted when no account holds it', async () => {
    const role = await makeRole(database, 'hs', 'Éphémère', ['sapeur.lecture'])
    await asManager(async (ask) => {
      expect(await ask('delete_role', await roleOf(database, 'hs', 'Lecture des interventions'))).toBe(
        'PT409 Ce rôle est encore attribué à 1 compte(s)',
      )
      expect(await ask('delete_role', role)).toBe(true)
      expect(await ask('delete_role', role)).toBeNull()
      expect(await ask('list_roles')).not.toContainEqual(expect.objectContaining({ id: role }))
    })
  })

  it('that is being given to an account is not deleted at the same time', async () => {
    const role = await makeRole(database, 'hs', 'Presque donné', ['sapeur.lecture'])
    const giver = new pg.Client(database.urls.auth)
    await giver.connect()
    const commandant = await idOf(database, 'commandant@example.org')
    const chef = await idOf(database, 'chef@example.org')
    await giver.query('begin')
    await giver.query("select auth.open($1, now() + interval '1 second', 'hs')", [commandant])
    expect(await call(giver, 'update_user_roles', chef, { roles: [role] })).toMatchObject({ id: chef })
    const answer = askAs(await database.as('auth'), manager, 'hs', 'delete_role', role)
    await untilBlocked(database)
    await giver.query('commit')
    await giver.end()
    expect(await answer).toBe('PT409 Ce rôle est encore attribué à 1 compte(s)')
  })

  it('is made, changed and deleted only with utilisateur.config', async () => {
    const email = 'sans-config@example.org'
    const permissions = allPermissions.filter((permission) => permission !== 'utilisateur.config')
    const user = await makeAccount(database, { email, permissions: { hs: permissions } })
    const role = await roleOf(database, 'hs', 'Consultation')
    const refused = 'PT403 Permission requise : utilisateur.config'
    await asUser(await database.as('auth'), user, 'hs', async (ask) => {
      expect(await ask('create_role', { nom: 'Piquet', permissions: [] })).toBe(refused)
      expect(await ask('update_role', role, { nom: 'Piquet' })).toBe(refused)
      expect(await ask('delete_role', role)).toBe(refused)
      expect(await ask('update_role', 999_999, { nom: 'Piquet' })).toBe(refused)
    })
  })
})
