import { beforeAll, describe, expect, it } from 'vitest'
import { changeAccount, makeAccount } from '../../support/users.ts'
import { admin, commandant, prefixes, useRights, utc } from './rights_fixture.ts'

const { ask, claimsOf, database, sapeurId, sql, userId } = useRights()
const unknown = [404, { error: 'Utilisateur inconnu' }]

const sapeurs = { chappuis: 0, dobler: 0, amsler: 0, there: 0 }
const users = { lecteur: 0, sapeur: 0, commandant: 0 }

beforeAll(async () => {
  sapeurs.chappuis = await sapeurId('Chappuis Élodie')
  sapeurs.dobler = await sapeurId('Dobler Mathieu')
  sapeurs.amsler = await sapeurId('Amsler Ricarda')
  sapeurs.there = await sapeurId('Bouduban Sophie', 'test')
  users.lecteur = await userId('lecteur@example.org')
  users.sapeur = await userId('sapeur@example.org')
  users.commandant = await userId(commandant)
})

const put = (id: number, body: unknown, as = commandant) => ask('PUT', `/users/${id}/sis`, { as, body })

describe('PUT /users/{id}/sis', () => {
  it.each(prefixes)('under %s links an account to a sapeur, and answers its full record', async (prefix) => {
    const body = { sapeur_id: sapeurs.chappuis, mobile: true }
    const [status, { data }] = await ask('PUT', `/users/${users.lecteur}/sis`, {
      as: commandant,
      prefix,
      body,
    })
    expect(status).toBe(200)
    expect(data).toEqual({
      id: users.lecteur,
      name: 'Lecture',
      email: 'lecteur@example.org',
      email_verified_at: utc,
      admin: false,
      disabled: false,
      roles: [{ id: expect.any(Number), nom: 'Lecture des interventions' }],
      sapeur_id: sapeurs.chappuis,
      mobile: true,
      parti: false,
      created_at: utc,
      updated_at: utc,
    })
    const { sapeurs: linked, mobiles } = await claimsOf('lecteur@example.org')
    expect([linked, mobiles]).toEqual([{ hs: sapeurs.chappuis }, ['hs']])
  })

  it('changes the sent fields and leaves the rest; null unlinks', async () => {
    const told = async (body: unknown) => {
      const [status, { data }] = await put(users.lecteur, body)
      return [status, data.sapeur_id, data.mobile]
    }
    expect(await told({ sapeur_id: sapeurs.chappuis, mobile: true })).toEqual([200, sapeurs.chappuis, true])
    expect(await told({})).toEqual([200, sapeurs.chappuis, true])
    expect(await told({ mobile: false })).toEqual([200, sapeurs.chappuis, false])
    expect(await told({ sapeur_id: sapeurs.dobler })).toEqual([200, sapeurs.dobler, false])
    expect(await told({ sapeur_id: null })).toEqual([200, null, false])
    expect((await claimsOf('lecteur@example.org')).sapeurs).toEqual({})
  })

  it('leaves the link in another SIS untouched', async () => {
    const before = await claimsOf(commandant)
    expect((await put(users.commandant, { sapeur_id: null, mobile: false }))[0]).toBe(200)
    const after = await claimsOf(commandant)
    expect(after.sapeurs).toEqual({ test: before.sapeurs.test })
    expect(after.mobiles).toEqual(['test'])
    expect((await put(users.commandant, { sapeur_id: sapeurs.amsler, mobile: true }))[0]).toBe(200)
    expect(await claimsOf(commandant)).toEqual(before)
  })

  it('ignores unknown keys, whatever their values', async () => {
    const body = {
      id: users.sapeur,
      user_id: 'not a number',
      sis_key: 'test',
      created_at: 'never',
      roles: 7,
      admin: true,
      sapeur_id: sapeurs.dobler,
    }
    expect((await put(users.lecteur, body))[0]).toBe(200)
    const { admin: is, sapeurs: linked } = await claimsOf('lecteur@example.org')
    expect([is, linked]).toEqual([false, { hs: sapeurs.dobler }])
  })

  it('refuses a sapeur who has another account, and lets an account keep its own', async () => {
    const error = 'Ce sapeur est déjà lié à un autre compte'
    expect(await put(users.lecteur, { sapeur_id: sapeurs.amsler })).toEqual([409, { error }])
    expect((await put(users.commandant, { sapeur_id: sapeurs.amsler }))[0]).toBe(200)
  })

  it('of two accounts linked to one sapeur at the same time links one', async () => {
    const free = await sapeurId('Erard Fabienne')
    const answers = await Promise.all([users.lecteur, users.sapeur].map((id) => put(id, { sapeur_id: free })))
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409])
    expect(await sql('select from auth.memberships where sapeur_id = $1', [free])).toHaveLength(1)
  })

  it('refuses an unknown sapeur, or one of another SIS', async () => {
    for (const id of [sapeurs.there, 999_999])
      for (const as of [commandant, admin])
        expect(await put(users.lecteur, { sapeur_id: id }, as)).toEqual([
          422,
          { error: { sapeur_id: ['Sapeur inconnu'] } },
        ])
  })

  it('refuses unknown accounts, and those without a tie to the SIS', async () => {
    for (const id of [await userId('autre@example.org'), await userId('nouveau@example.org'), 999_999])
      expect(await put(id, { mobile: true })).toEqual(unknown)
    expect(await put(999_999, { mobile: true }, admin)).toEqual(unknown)
    expect((await claimsOf('autre@example.org')).mobiles).toEqual([])
  })

  it('links any account when an administrator calls it', async () => {
    const email = 'sans-sis@example.org'
    const id = await makeAccount(database, { email })
    await changeAccount(database, email, 'email_verified_at = now()')
    const free = await sapeurId('Gigon Nathalie')
    expect((await put(id, { sapeur_id: free }, admin))[0]).toBe(200)
    expect((await claimsOf(email)).sapeurs).toEqual({ hs: free })
  })

  it.each<[body: unknown, field: string, sentences: string[]]>([
    [{ sapeur_id: 'sept' }, 'sapeur_id', ['Ce champ doit être un nombre entier ou vide.']],
    [{ sapeur_id: 1.5 }, 'sapeur_id', ['Ce champ doit être un nombre entier ou vide.']],
    [{ sapeur_id: 0 }, 'sapeur_id', ['La valeur doit être d’au moins 1.']],
    [{ sapeur_id: 1e20 }, 'sapeur_id', ['La valeur ne doit pas dépasser 9007199254740991.']],
    [{ sapeur_id: [1] }, 'sapeur_id', ['Ce champ doit être un nombre entier ou vide.']],
    [{ mobile: 'oui' }, 'mobile', ['Ce champ doit être vrai ou faux.']],
    [{ mobile: null }, 'mobile', ['Ce champ doit être vrai ou faux.']],
    [{ mobile: 2 }, 'mobile', ['Ce champ doit être vrai ou faux.']],
  ])('refuses %j', async (body, field, sentences) => {
    expect(await put(users.lecteur, body)).toEqual([422, { error: { [field]: sentences } }])
  })
})
