import { beforeAll, describe, expect, it } from 'vitest'
import { asUser, call, type Request } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { changeAccount, idOf, look, makeAccount } from '../support/users.ts'

const database = useDatabase()
const onlyAdmin = 'PT403 Permission requise : admin'
let admin = 0
beforeAll(async () => {
  admin = await idOf(database, 'admin@example.org')
})

const asAdmin = async <T>(work: (ask: Request) => Promise<T>) =>
  asUser(await database.as('auth'), admin, null, work)

describe('an administrator', () => {
  it('creates a SIS, with its roles, in a request of any SIS', async () => {
    const body = { api_key: 'neuf', nom: 'SIS Neuf', abreviation: 'SIS N', mobile: true }
    for (const sis of [null, 'hs']) {
      await asUser(await database.as('auth'), admin, sis, async (ask) => {
        const made = await ask('create_sis', body)
        expect(made).toEqual({ id: expect.any(Number), ...body })
        expect(await ask('list_sis')).toContainEqual(made)
      })
    }
  })

  it('creates a SIS with only a key and a name', async () => {
    await asAdmin(async (ask) => {
      expect(await ask('create_sis', { api_key: 'neuf', nom: 'SIS Neuf' })).toMatchObject({
        abreviation: 'SIS Neuf',
        mobile: false,
      })
    })
  })

  it('cannot create a SIS without key or name, or with one already in use', async () => {
    await asAdmin(async (ask) => {
      const taken = 'PT409 Un SIS de ce nom existe déjà'
      expect(await ask('create_sis', { api_key: 'hs', nom: 'SIS Neuf' })).toBe(
        'PT409 Un SIS de cette clé existe déjà',
      )
      expect(await ask('create_sis', { api_key: 'neuf', nom: 'SIS HAUTE-SORNE' })).toBe(taken)
      expect(await ask('create_sis', { nom: 'SIS Neuf' })).toBe('23502')
      expect(await ask('create_sis', { api_key: 'neuf' })).toBe('23502')
      expect(await ask('create_sis', { api_key: '*', nom: 'SIS Neuf' })).toBe('23514')
    })
  })

  it('changes the fields that they name of a SIS, but never its key', async () => {
    await asAdmin(async (ask) => {
      const changed = await ask('update_sis', 'test', { nom: 'SIS Essai', api_key: 'autre', id: 99 })
      expect(changed).toMatchObject({
        api_key: 'test',
        nom: 'SIS Essai',
        abreviation: 'SIS T',
        // Turns on mobile alerts of its accounts.
        mobile: true,
      })
      expect(changed.id).not.toBe(99)
      expect(await ask('update_sis', 'test', { abreviation: 'E', mobile: true })).toEqual({
        ...changed,
        abreviation: 'E',
        mobile: true,
      })
      expect(await ask('update_sis', 'test', { nom: 'sis ESSAI' })).toMatchObject({ nom: 'sis ESSAI' })
    })
  })

  it('cannot give a SIS an empty name or that of another, nor change one that does not exist', async () => {
    await asAdmin(async (ask) => {
      const taken = 'PT409 Un SIS de ce nom existe déjà'
      expect(await ask('update_sis', 'test', { nom: 'sis haute sorne' })).toBe(taken)
      expect(await ask('update_sis', 'test', { nom: '' })).toBe('23514')
      expect(await ask('update_sis', 'test', { nom: null })).toMatchObject({ nom: 'SIS Test' })
      expect(await ask('update_sis', 'nulle-part', { nom: 'SIS Neuf' })).toBeNull()
      expect(await ask('update_sis', '*', { nom: 'SIS Neuf' })).toBeNull()
    })
  })
})

describe('nobody else', () => {
  const attempts: [string, ...unknown[]][] = [
    ['create_sis', { api_key: 'neuf', nom: 'SIS Neuf' }],
    ['update_sis', 'hs', { nom: 'SIS Neuf' }],
    ['update_sis', 'nulle-part', { nom: 'SIS Neuf' }],
  ]

  it('creates or changes a SIS, even with every permission in it', async () => {
    const user = await idOf(database, 'commandant@example.org')
    await asUser(await database.as('auth'), user, 'hs', async (ask) => {
      for (const [name, ...values] of attempts) expect(await ask(name, ...values)).toBe(onlyAdmin)
    })
  })

  it('creates or changes a SIS without a request, nor as an administrator disabled or demoted during it', async () => {
    const auth = await database.as('auth')
    for (const [name, ...values] of attempts) expect(await call(auth, name, ...values)).toBe(onlyAdmin)
    await makeAccount(database, { email: 'passe@example.org', admin: true })
    const user = await idOf(database, 'passe@example.org')
    for (const change of ['disabled_at = now()', 'is_admin = false']) {
      await asUser(auth, user, null, async (ask) => {
        await changeAccount(database, 'passe@example.org', change)
        for (const [name, ...values] of attempts) expect(await ask(name, ...values)).toBe(onlyAdmin)
      })
      await changeAccount(database, 'passe@example.org', 'disabled_at = null, is_admin = true')
    }
    expect(await look(database, 'select count(*)::integer from auth.sis')).toBe(2)
  })
})
