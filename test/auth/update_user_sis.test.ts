import { beforeAll, describe, expect, it } from 'vitest'
import { askAs, asUser, type Request } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'
import { idOf, look, makeAccount, sapeurOf } from '../support/users.ts'

const database = useDatabase()
const ids = { manager: 0, lecteur: 0, commandant: 0, autre: 0, nouveau: 0 }
const people = { free: 0, taken: 0, theirs: 0 }
beforeAll(async () => {
  const permissions = { hs: ['utilisateur.tout', 'sapeur.lecture'] }
  ids.manager = await makeAccount(database, { email: 'gestion@example.org', permissions })
  for (const name of ['lecteur', 'commandant', 'autre', 'nouveau'] as const)
    ids[name] = await idOf(database, `${name}@example.org`)
  people.free = await sapeurOf(database, 'hs', 'Erard Fabienne')
  people.taken = await sapeurOf(database, 'hs', 'Tobler Daniel')
  people.theirs = await sapeurOf(database, 'test', 'Donzé Laure')
})

const asManager = async <T>(work: (ask: Request) => Promise<T>) =>
  asUser(await database.as('auth'), ids.manager, 'hs', work)

describe('the membership of an account in the SIS', () => {
  it('changes in the named fields only', async () => {
    await asManager(async (ask) => {
      const set = async (body: object) => {
        const { sapeur_id, mobile } = await ask('update_user_sis', ids.lecteur, body)
        return { sapeur_id, mobile }
      }
      expect(await set({ sapeur_id: people.free })).toEqual({ sapeur_id: people.free, mobile: false })
      expect(await set({ mobile: true })).toEqual({ sapeur_id: people.free, mobile: true })
      expect(await set({})).toEqual({ sapeur_id: people.free, mobile: true })
      expect(await set({ sapeur_id: null })).toEqual({ sapeur_id: null, mobile: true })
      expect(await set({ sapeur_id: people.free, mobile: false })).toEqual({
        sapeur_id: people.free,
        mobile: false,
      })
    })
  })

  it('changes in this SIS and for this account only, whatever the body says', async () => {
    const auth = await database.as('auth')
    const body = { mobile: false, sis_key: 'test', user_id: ids.autre, id: ids.autre }
    const answer = await askAs(auth, ids.manager, 'hs', 'update_user_sis', ids.commandant, body)
    expect(answer).toMatchObject({ id: ids.commandant, mobile: false })
    const memberships = await look(
      database,
      `select jsonb_object_agg(sis_key, mobile) from auth.memberships where user_id = $1`,
      [ids.commandant],
    )
    expect(memberships).toEqual({ hs: false, test: true })
    expect(
      await look(database, 'select from auth.memberships where user_id = $1', [ids.autre]),
    ).toBeUndefined()
  })
})

describe('a sapeur', () => {
  it('has one account at most', async () => {
    await asManager(async (ask) => {
      expect(await ask('update_user_sis', ids.lecteur, { sapeur_id: people.taken })).toBe(
        'PT409 Ce sapeur est déjà lié à un autre compte',
      )
      const chef = await idOf(database, 'chef@example.org')
      expect(await ask('update_user_sis', chef, { sapeur_id: people.taken })).toMatchObject({
        sapeur_id: people.taken,
      })
    })
  })

  it('of another SIS, or without existence, is unknown', async () => {
    await asManager(async (ask) => {
      for (const sapeur_id of [people.theirs, 999_999, -1])
        expect(await ask('update_user_sis', ids.lecteur, { sapeur_id })).toBe(
          'PT422 Sapeur inconnu (sapeur_id)',
        )
    })
  })

  it('of another SIS stays unknown even when the account belongs to both', async () => {
    const admin = await idOf(database, 'admin@example.org')
    await asUser(await database.as('auth'), admin, 'hs', async (ask) => {
      expect(await ask('update_user_sis', ids.commandant, { sapeur_id: people.theirs })).toBe(
        'PT422 Sapeur inconnu (sapeur_id)',
      )
    })
  })
})

describe('an account', () => {
  it('without a tie to the SIS is not found, except by an administrator', async () => {
    await asManager(async (ask) => {
      for (const user of [ids.autre, ids.nouveau, 999_999, null])
        expect(await ask('update_user_sis', user, { sapeur_id: people.free })).toBeNull()
    })
    const admin = await idOf(database, 'admin@example.org')
    await asUser(await database.as('auth'), admin, 'hs', async (ask) => {
      expect(await ask('update_user_sis', ids.nouveau, { sapeur_id: people.free })).toMatchObject({
        id: ids.nouveau,
        sapeur_id: people.free,
      })
      expect(await ask('update_user_sis', 999_999, { sapeur_id: people.free })).toBeNull()
    })
  })

  it('is linked only with utilisateur.tout in the SIS', async () => {
    const permissions = { hs: allPermissions.filter((permission) => permission !== 'utilisateur.tout') }
    const user = await makeAccount(database, { email: 'sans-tout@example.org', permissions })
    for (const [asker, sis] of [
      [user, 'hs'],
      [ids.manager, 'test'],
      [ids.manager, null],
    ] as const) {
      await asUser(await database.as('auth'), asker, sis, async (ask) => {
        for (const target of [ids.lecteur, asker, 999_999])
          expect(await ask('update_user_sis', target, { sapeur_id: people.theirs })).toBe(
            'PT403 Permission requise : utilisateur.tout',
          )
      })
    }
  })

  it('is linked and unlinked only with sapeur.lecture too', async () => {
    const permissions = { hs: ['utilisateur.tout'] }
    const blind = await makeAccount(database, { email: 'aveugle@example.org', permissions })
    const refused = 'PT403 Vous ne pouvez donner ni retirer ce que vous n’avez pas vous-même : sapeur.lecture'
    await asUser(await database.as('auth'), blind, 'hs', async (ask) => {
      expect(await ask('update_user_sis', ids.lecteur, { sapeur_id: people.free })).toBe(refused)
      expect(await ask('update_user_sis', ids.commandant, { sapeur_id: null })).toBe(refused)
      expect(await ask('update_user_sis', ids.lecteur, { mobile: true })).toMatchObject({ mobile: true })
    })
  })
})
