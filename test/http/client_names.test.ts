import { describe, expect, it } from 'vitest'
import { look } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'

const { ask, told, servers, database } = useDataApi()

/** A list of a SIS in which one field has two names. */
const lists: [path: string, other: string][] = [
  ['/fonctions', 'nom'],
  ['/permis', 'type'],
]
const refusal = (other: string) => [
  422,
  {
    error: {
      [other]: ['Ce champ et « designation » disent la même chose : leurs valeurs ne peuvent différer.'],
    },
  },
]

describe.each(lists)('%s, whose designation is also called %s,', (path, other) => {
  const both = (designation: string) => ({ designation, [other]: designation })

  it('answers both names', async () => {
    const { data } = (await ask(`GET ${path}`)).body
    expect(data.length).toBeGreaterThan(5)
    for (const row of data) expect(row).toMatchObject(both(row.designation))
  })

  it('accepts either name', async () => {
    const [status, { data }] = await told(`POST ${path}`, { [other]: 'Chauffeur' })
    expect([status, data]).toMatchObject([201, both('Chauffeur')])
    expect(await told(`PUT ${path}/${data.id}`, { [other]: 'Chauffeuse' })).toMatchObject([
      200,
      { data: both('Chauffeuse') },
    ])
    expect(await told(`PUT ${path}/${data.id}`, { designation: 'Chauffeurs' })).toMatchObject([
      200,
      { data: both('Chauffeurs') },
    ])
  })

  it('accepts a whole record in which only one of the two was changed', async () => {
    const [, { data }] = await told(`POST ${path}`, both('Guide'))
    const written = async (change: object) =>
      (await told(`PUT ${path}/${data.id}`, { ...data, ...change }))[1].data
    expect(await written({ [other]: 'Guide de montagne' })).toMatchObject(both('Guide de montagne'))
    // The record that the client read first is out of date now.
    expect(await told(`PUT ${path}/${data.id}`, { ...data, [other]: 'Guide alpin' })).toEqual(refusal(other))
    await written(both('Guide'))
    expect(await written({ designation: 'Guide de plongée' })).toMatchObject(both('Guide de plongée'))
  })

  it('refuses two different values when neither is the stored one', async () => {
    expect(await told(`POST ${path}`, { designation: 'Un', [other]: 'Deux' })).toEqual(refusal(other))
    const [, { data }] = await told(`POST ${path}`, both('Trois'))
    expect(await told(`PUT ${path}/${data.id}`, { designation: 'Un', [other]: 'Deux' })).toEqual(
      refusal(other),
    )
    expect((await ask(`GET ${path}`)).body.data).toContainEqual(data)
  })

  it('refuses a row without either name', async () => {
    expect(await told(`POST ${path}`, {})).toEqual([
      422,
      { error: { designation: ['Ce champ est obligatoire.'] } },
    ])
  })
})

describe('/heure-exercice-types', () => {
  it('have hours as their default unit', async () => {
    const { data } = (await ask('GET /heure-exercice-types')).body
    expect(data.map(({ type_unite_id }: { type_unite_id: number }) => type_unite_id)).toEqual([2, 2, 2, 2])
    const [, made] = await told('POST /heure-exercice-types', { designation: 'Repas', type_unite_id: 1 })
    expect(made.data).toMatchObject({ designation: 'Repas', type_unite_id: 1 })
    const change = async (type_unite_id: unknown) =>
      told(`PUT /heure-exercice-types/${made.data.id}`, { type_unite_id })
    expect((await change(6))[1].data.type_unite_id).toBe(6)
    expect((await change(null))[1].data.type_unite_id).toBe(2)
    expect(await change(99)).toEqual([422, { error: { type_unite_id: ['Cette unité n’existe pas.'] } }])
  })
})

describe('/localites', () => {
  it('have their name as designation too', async () => {
    const { data } = (await ask('GET /localites')).body
    expect(data.length).toBeGreaterThan(0)
    for (const { nom, designation } of data) expect(designation).toBe(nom)
  })
})

describe('GET /sis', () => {
  it('offers mobile alerts when its settings say so, or an account receives them', async () => {
    const mobiles = async () => {
      const { body } = await servers.auth('/api/v1/sis')
      return Object.fromEntries(
        body.data.map((sis: { api_key: string; mobile: boolean }) => [sis.api_key, sis.mobile]),
      )
    }
    expect(await mobiles()).toEqual({ hs: true, test: true })
    await look(database, 'update auth.memberships set mobile = false')
    expect(await mobiles()).toEqual({ hs: false, test: false })
    await look(database, "update auth.sis set mobile = true where api_key = 'test'")
    expect(await mobiles()).toEqual({ hs: false, test: true })
  })
})

describe('GET /mobile/latest-version', () => {
  it('answers without token and Sis-Key that there is no application', async () => {
    expect(await servers.data('/api/v2/mobile/latest-version')).toMatchObject({
      status: 200,
      body: { data: { version: null } },
    })
  })

  it('answers the same on the authentication API, which some clients ask', async () => {
    expect(await servers.auth('/api/v1/mobile/latest-version')).toMatchObject({
      status: 200,
      body: { data: { version: null } },
    })
  })
})
