import { beforeAll, describe, expect, it } from 'vitest'
import { askAs, asUser, type Request } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'
import { idOf, look, makeAccount, makeRole, roleOf } from '../support/users.ts'

const database = useDatabase()

const own = ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture', 'utilisateur.tout']
const lacking = (permissions: string) =>
  `PT403 Vous ne pouvez donner ni retirer ce que vous n’avez pas vous-même : ${permissions}`
const ids = { manager: 0, chef: 0, autre: 0, nouveau: 0, lecteur: 0 }
const roles = { all: 0, lecture: 0, consultation: 0, theirs: 0 }
beforeAll(async () => {
  ids.manager = await makeAccount(database, { email: 'gestion@example.org', permissions: { hs: own } })
  for (const name of ['chef', 'autre', 'nouveau', 'lecteur'] as const)
    ids[name] = await idOf(database, `${name}@example.org`)
  roles.all = await roleOf(database, 'hs', 'Administration')
  roles.lecture = await roleOf(database, 'hs', 'Lecture des interventions')
  roles.consultation = await roleOf(database, 'hs', 'Consultation')
  roles.theirs = await roleOf(database, 'test', 'Consultation')
})

/** Runs work as someone who may manage the users of hs and read there. */
const asManager = async <T>(work: (ask: Request) => Promise<T>) =>
  asUser(await database.as('auth'), ids.manager, 'hs', work)

/** Names of the remaining roles of an account, in all SIS. */
const rolesOf = (user: number) =>
  look(
    database,
    `select array_agg(r.sis_key || ' ' || r.nom order by r.sis_key, r.nom)
       from auth.user_roles ur join auth.roles r on r.sis_key = ur.sis_key and r.id = ur.role_id
      where ur.user_id = $1`,
    [user],
  )

describe('the roles of an account', () => {
  it('are exactly those of the body', async () => {
    await asManager(async (ask) => {
      const set = async (...list: number[]) => {
        const user = await ask('update_user_roles', ids.lecteur, { roles: list })
        return user.roles.map(({ nom }: { nom: string }) => nom)
      }
      expect(await set(roles.consultation, roles.consultation)).toEqual(['Consultation'])
      expect(await set(roles.consultation, roles.lecture)).toEqual([
        'Consultation',
        'Lecture des interventions',
      ])
      expect(await set(roles.lecture)).toEqual(['Lecture des interventions'])
      expect(await set()).toEqual([])
    })
  })

  it('in another SIS are left alone', async () => {
    const user = await makeAccount(database, {
      email: 'deux@example.org',
      permissions: { hs: ['sapeur.lecture'], test: ['sis.config'] },
    })
    const auth = await database.as('auth')
    expect(await askAs(auth, ids.manager, 'hs', 'update_user_roles', user, { roles: [] })).toMatchObject({
      roles: [],
    })
    expect(await rolesOf(user)).toEqual(['test deux@example.org'])
  })

  it('ignore other fields of the body', async () => {
    await asManager(async (ask) => {
      const body = { roles: [roles.lecture], sis_key: 'test', user_id: ids.autre, id: ids.autre, admin: true }
      expect(await ask('update_user_roles', ids.lecteur, body)).toMatchObject({
        id: ids.lecteur,
        admin: false,
        roles: [{ id: roles.lecture }],
      })
    })
  })
})

describe('a role', () => {
  it('that allows more than the giver may do is not given, not even to themselves', async () => {
    const missing = allPermissions.filter((permission) => !own.includes(permission)).join(', ')
    await asManager(async (ask) => {
      for (const user of [ids.lecteur, ids.manager])
        expect(await ask('update_user_roles', user, { roles: [roles.lecture, roles.all] })).toBe(
          lacking(missing),
        )
    })
  })

  it('that allows more than the caller may do is not removed, but may stay', async () => {
    await asManager(async (ask) => {
      const stronger = await roleOf(database, 'hs', "Chef d'intervention")
      expect(await ask('update_user_roles', ids.chef, { roles: [] })).toBe(
        lacking('intervention.config, intervention.modification, intervention.validation'),
      )
      expect(await ask('update_user_roles', ids.chef, { roles: [stronger, roles.lecture] })).toMatchObject({
        roles: [{ nom: "Chef d'intervention" }, { nom: 'Lecture des interventions' }],
      })
    })
  })

  it('that was extended beyond the giver’s rights is no longer given', async () => {
    const role = await makeRole(database, 'hs', 'Grandit', ['sapeur.lecture'])
    const auth = await database.as('auth')
    const give = () => askAs(auth, ids.manager, 'hs', 'update_user_roles', ids.lecteur, { roles: [role] })
    await asManager(async (ask) => {
      expect(await ask('update_user_roles', ids.lecteur, { roles: [role] })).toMatchObject({
        roles: [{ id: role }],
      })
    })
    await look(
      database,
      "insert into auth.role_permissions (sis_key, role_id, permission) values ('hs', $1, 'sis.config')",
      [role],
    )
    expect(await give()).toBe(lacking('sis.config'))
    expect(await rolesOf(ids.lecteur)).toEqual(['hs Lecture des interventions'])
  })

  it('of another SIS, or without existence, is unknown', async () => {
    await asManager(async (ask) => {
      const give = (...list: unknown[]) => ask('update_user_roles', ids.lecteur, { roles: list })
      expect(await give(roles.theirs)).toBe(`PT422 Rôle inconnu : ${roles.theirs} (roles)`)
      expect(await give(999_999, roles.theirs, roles.lecture)).toBe(
        `PT422 Rôle inconnu : ${roles.theirs}, 999999 (roles)`,
      )
      expect(await give(-1)).toBe('PT422 Rôle inconnu : -1 (roles)')
      for (const odd of ['x', 1.5, null, '9'.repeat(30), {}])
        expect(await give(odd)).toMatch(/^(22P02|22003|23502)$/)
      expect(await ask('list_users', false)).toContainEqual(
        expect.objectContaining({ id: ids.lecteur, roles: [expect.objectContaining({ id: roles.lecture })] }),
      )
    })
  })

  it('may be given by an administrator to any account, whatever it allows', async () => {
    const admin = await idOf(database, 'admin@example.org')
    await asUser(await database.as('auth'), admin, 'hs', async (ask) => {
      for (const user of [ids.nouveau, ids.autre])
        expect(await ask('update_user_roles', user, { roles: [roles.all] })).toMatchObject({
          id: user,
          roles: [{ nom: 'Administration' }],
        })
      expect(await ask('update_user_roles', ids.nouveau, { roles: [roles.theirs] })).toMatch(/^PT422/)
    })
  })
})

describe('an account', () => {
  it('without a tie to the SIS is not found', async () => {
    await asManager(async (ask) => {
      for (const user of [ids.autre, ids.nouveau, 999_999, -1, null])
        expect(await ask('update_user_roles', user, { roles: [roles.lecture] })).toBeNull()
    })
    expect(await rolesOf(ids.autre)).toEqual(['test Administration'])
  })

  it('that is linked to a sapeur of the SIS may be given roles', async () => {
    const user = await idOf(database, 'sapeur@example.org')
    await asManager(async (ask) => {
      expect(await ask('update_user_roles', user, { roles: [roles.lecture] })).toMatchObject({
        roles: [{ nom: 'Lecture des interventions' }],
      })
    })
  })

  it('is given roles only with utilisateur.tout in the SIS, which is checked first', async () => {
    const refused = 'PT403 Permission requise : utilisateur.tout'
    const email = 'sans-tout@example.org'
    const permissions = { hs: allPermissions.filter((permission) => permission !== 'utilisateur.tout') }
    const user = await makeAccount(database, { email, permissions })
    for (const [asker, sis] of [
      [user, 'hs'],
      [ids.manager, 'test'],
      [ids.manager, null],
    ] as const) {
      await asUser(await database.as('auth'), asker, sis, async (ask) => {
        for (const target of [ids.lecteur, ids.autre, 999_999])
          expect(await ask('update_user_roles', target, { roles: [999_999] })).toBe(refused)
      })
    }
  })
})
