import { beforeAll, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { ask, told, sql } = useDataApi()

// Unique names, first in the list.
const named = (nom: string) => `Aaa ${nom}`
const add = async (nom: string, more: object = { incorporation: '2020-01-01' }) =>
  (await ask('POST /sapeurs', { nom: named(nom), prenom: 'Léa', ...more })).body.data
let localite = 0
beforeAll(async () => {
  localite = Number((await sql("select min(id) as id from app.localites where npa = '2854'"))[0]?.id)
})

const bare = {
  type: 0,
  prenom: 'Léa',
  suffixe: '',
  actif: true,
  civilite_id: null,
  localite_id: null,
  fonction_id: 0,
  grade_id: 0,
  annee_incorporation: 2020,
  porteur: false,
  remarque: '',
  email: '',
  rue: '',
  no_rue: '',
  date_naissance: null,
  no_avs: '',
  cotisation_avs: true,
  profession: '',
  employeur: '',
  lieu_de_travail: '',
  iban: '',
}
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
const full = {
  civilite_id: 2,
  porteur: true,
  remarque: 'Parle allemand',
  email: 'lea.zwahlen@example.org',
  rue: 'Rue de la Gare',
  no_rue: '15a',
  date_naissance: '1990-05-17',
  no_avs: '756.1234.5678.97',
  cotisation_avs: false,
  profession: 'Charpentière',
  employeur: 'Bois SA',
  lieu_de_travail: 'Delémont',
}

describe('a sapeur', () => {
  it('is added with the required fields, and in service from then on', async () => {
    const body = {
      nom: named('Un'),
      prenom: ' Léa ',
      incorporation: '2020-03-01',
      nom_prenom: 'x',
      annee_incorporation: 1999,
    }
    const [status, { data }] = await told('POST /sapeurs', body)
    expect([status, data]).toEqual([
      201,
      {
        ...bare,
        id: expect.any(Number),
        nom: 'Aaa Un',
        nom_prenom: 'Aaa Un Léa',
        created_at: instant,
        updated_at: instant,
      },
    ])
    expect((await told(`GET /sapeurs/${data.id}/mutations`))[1].data).toEqual([
      {
        id: expect.any(Number),
        sapeur_id: data.id,
        localite_id: null,
        incorporation: '2020-03-01',
        sortie: null,
        motif: '',
      },
    ])
    for (const table of ['particularites', 'salaires'])
      expect(await sql(`select from app.${table} where sapeur_id = $1`, [data.id])).toHaveLength(1)
  })

  it('is added with all fields, their numbers in one form', async () => {
    const told = { ...full, suffixe: 'junior', localite_id: localite, iban: 'CH93 0076 2011 6238 5295 7' }
    const data = await add('Deux', { ...told, no_avs: '7561234567897', incorporation: '2020-03-01' })
    expect(data).toMatchObject({ ...full, iban: 'CH9300762011623852957', localite_id: localite })
    expect(data.nom_prenom).toBe('Aaa Deux Léa junior')
    expect((await ask(`GET /sapeurs/${data.id}`)).body).toEqual({ data })
    const [mutation] = (await ask(`GET /sapeurs/${data.id}/mutations`)).body.data
    expect(mutation.localite_id).toBe(localite)
  })

  it('who is a civilian serves without an incorporation, and with one if they have it', async () => {
    const civil = await add('Trois', { type: 1 })
    expect(civil).toMatchObject({ type: 1, actif: true, annee_incorporation: null })
    expect(await add('Quatre', { type: 1, incorporation: '2021-05-01' })).toMatchObject({
      annee_incorporation: 2021,
    })
  })

  it.each([1, 2])('of type %i is taken out of service by hand, and back into it', async (type) => {
    const { id } = await add(`Hors ${type}`, { type })
    const set = async (body: object) => (await told(`PUT /sapeurs/${id}`, body))[1].data.actif
    const listed = async () =>
      (await ask('GET /sapeurs?actif=true')).body.data.some((each: { id: number }) => each.id === id)
    expect([await set({ actif: false }), await listed()]).toEqual([false, false])
    expect([await set({ porteur: true }), await set({ type: 3 - type })]).toEqual([false, false])
    expect([await set({ actif: true }), await listed()]).toEqual([true, true])
    expect(await add(`Ancien ${type}`, { type, actif: false })).toMatchObject({ type, actif: false })
  })

  it('is in service by their mutations: another value is refused, their unchanged record accepted', async () => {
    const error = { actif: ['L’activité d’un sapeur suit ses mutations.'] }
    const sapeur = await add('Dix', { incorporation: '2020-01-01', actif: true })
    expect(await told(`PUT /sapeurs/${sapeur.id}`, { ...sapeur, actif: false })).toEqual([422, { error }])
    expect((await told(`PUT /sapeurs/${sapeur.id}`, { ...sapeur, suffixe: 'jr' }))[0]).toBe(200)
    const early = { nom: 'Aaa Onze', prenom: 'Léa', incorporation: '2020-01-01', actif: false }
    expect(await told('POST /sapeurs', early)).toEqual([422, { error }])
    // When a civilian becomes a sapeur, the mutations decide from then on, whatever the record said.
    const civil = await add('Douze', { type: 1 })
    const [status, { data }] = await told(`PUT /sapeurs/${civil.id}`, { ...civil, type: 0 })
    expect([status, data.actif]).toEqual([200, false])
    expect((await told(`PUT /sapeurs/${civil.id}`, { type: 1 }))[1].data.actif).toBe(true)
  })

  it('is changed in part: absent fields stay, null clears', async () => {
    const before = await add('Cinq', { ...full, incorporation: '2020-01-01' })
    const [status, { data }] = await told(`PUT /sapeurs/${before.id}`, { type: 2, rue: 'Rue du Pont', id: 1 })
    expect([status, data]).toEqual([200, { ...before, type: 2, rue: 'Rue du Pont', updated_at: instant }])
    expect(data.updated_at > before.updated_at).toBe(true)
    const cleared = Object.fromEntries(
      Object.keys({ ...full, suffixe: '', localite_id: 0, iban: '' }).map((key) => [key, null]),
    )
    const { prenom, ...rest } = bare
    expect((await told(`PUT /sapeurs/${before.id}`, { ...cleared, type: 0 }))[1].data).toMatchObject(rest)
  })

  it('without private particulars gets them with the first change', async () => {
    const [row] = await sql("insert into app.sapeurs (nom, prenom) values ('Aaa Six', 'Léa') returning id")
    expect((await ask(`GET /sapeurs/${row?.id}`)).body.data).toMatchObject({
      no_avs: '',
      cotisation_avs: true,
    })
    const [, { data }] = await told(`PUT /sapeurs/${row?.id}`, { no_avs: '756.1234.5678.97' })
    expect(data).toMatchObject({ no_avs: '756.1234.5678.97', cotisation_avs: true, email: '' })
  })

  it('appears in the journal only when one of their fields has changed', async () => {
    const { id } = await add('Sept')
    const entries = () =>
      sql(
        'select ressource, action, avant, apres from audit.journal where ligne_id = $1 order by id desc limit 1',
        [id],
      )
    await told(`PUT /sapeurs/${id}`, { email: 'sept@example.org' })
    expect(await entries()).toEqual([
      {
        ressource: 'particularites',
        action: 'modification',
        avant: { email: '', email_garanti: false },
        apres: { email: 'sept@example.org', email_garanti: true },
      },
    ])
    const before = await entries()
    await told(`PUT /sapeurs/${id}`, { email: 'sept@example.org' })
    expect(await entries()).toEqual(before)
  })

  it('without other rows about them is deleted, with their own', async () => {
    const { id } = await add('Huit', { ...full, email: '', incorporation: '2020-01-01' })
    expect((await told(`POST /sapeurs/${id}/telephones`, { numero: '079 555 77 77' }))[0]).toBe(201)
    expect(await told(`DELETE /sapeurs/${id}`)).toEqual([204, null])
    expect(await told(`GET /sapeurs/${id}`)).toEqual([404, { error: 'Sapeur inconnu' }])
    expect(await sql('select from app.telephones where sapeur_id = $1', [id])).toEqual([])
  })
})
