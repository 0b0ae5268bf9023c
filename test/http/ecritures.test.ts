import { beforeAll, describe, expect, it } from 'vitest'
import { sapeurOf } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'

const { database, told, sql } = useDataApi()

const booked = { compte_id: 5, ecriture_categorie_id: 5 }
let yves = 0
let ricarda = 0
let year = 0

beforeAll(async () => {
  yves = await sapeurOf(database, 'hs', 'Berberat Yves')
  ricarda = await sapeurOf(database, 'hs', 'Amsler Ricarda')
  year = (await told('POST /exercices-comptable', { annee: 2040 }))[1].data.id
})

const repas = { date: '2040-03-14', designation: 'Repas', tarif: '12.50', ...booked }
describe('an entry written by hand', () => {
  it('has all that is given, its total, and the name of who wrote it', async () => {
    const given = {
      exercice_comptable_id: year,
      sapeur_id: yves,
      date: '2040-03-14',
      heure: '07:15:00',
      designation: 'Déplacement',
      complement: 'Cours cantonal',
      quantite: '42.00',
      type_unite_id: 4,
      tarif: '0.70',
      type: 4,
      module: 8,
      ...booked,
    }
    const [status, { data }] = await told('POST /ecritures', {
      ...given,
      id: 7,
      decompte_id: 1,
      taux: '2.00',
    })
    const row = {
      id: expect.any(Number),
      ...given,
      taux: '1.00',
      taux_designation: '',
      total: '29.40',
      intervention_id: null,
      exercice_id: null,
      decompte_id: null,
      created_by: 'Ricarda Amsler',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    }
    expect([status, data]).toEqual([201, row])
    expect(await told(`GET /ecritures/${data.id}`)).toEqual([200, { data: row }])
  })

  it('is one piece of the service itself in the year of its day, when nothing more is said', async () => {
    const [status, { data }] = await told('POST /ecritures', repas)
    expect([status, data]).toMatchObject([
      201,
      {
        exercice_comptable_id: year,
        sapeur_id: null,
        heure: null,
        complement: '',
        quantite: '1.00',
        type_unite_id: 1,
        total: '12.50',
        type: 0,
        module: 0,
      },
    ])
    const [second, answer] = await told('POST /ecritures', { ...repas, date: '2039-03-14' })
    expect([second, answer]).toEqual([
      422,
      { error: { date: ['Aucun exercice comptable ne contient cette date.'] } },
    ])
  })

  it.each([
    ['12.50', '3', '37.50'],
    ['0.72', '33.30', '24.00'],
    ['-12.325', '1', null],
    ['-12.33', '1', '-12.35'],
    ['0.01', '2.5', '0.05'],
    ['0.01', '2.4', '0.00'],
  ])('comes to %s × %s = %s', async (tarif, quantite, total) => {
    const [status, { data }] = await told('POST /ecritures', { ...repas, tarif, quantite })
    expect([status, data?.total ?? null]).toEqual([total === null ? 422 : 201, total])
  })

  it('may tell its total, which is tarif × quantite rounded to 0.05', async () => {
    const half = { ...repas, tarif: '0.72', quantite: '33.30' }
    expect((await told('POST /ecritures', { ...half, total: 24 }))[0]).toBe(201)
    expect(await told('POST /ecritures', { ...half, total: '23.98' })).toEqual([
      422,
      {
        error: {
          total: ['Le total doit être de 24.00 (tarif × quantité, arrondi à 0.05), et non de 23.98.'],
        },
      },
    ])
    expect(await told('POST /ecritures', { ...repas, tarif: '99999999', quantite: 2 })).toEqual([
      422,
      { error: { total: ['Le total ne doit pas dépasser 99999999.99.'] } },
    ])
  })

  it('is changed key by key, and its total with it', async () => {
    const { data } = (await told('POST /ecritures', { ...repas, sapeur_id: yves }))[1]
    const change = (body: object) => told(`PUT /ecritures/${data.id}`, body)
    expect(await change({})).toEqual([200, { data }])
    expect(await change({ ...data, sapeur_id: ricarda })).toEqual([
      200,
      { data: { ...data, sapeur_id: ricarda } },
    ])
    expect(await change({ quantite: 3, complement: 'À trois' })).toEqual([
      200,
      { data: { ...data, sapeur_id: ricarda, quantite: '3.00', total: '37.50', complement: 'À trois' } },
    ])
    expect(await change({ ...data, quantite: 4 })).toEqual([
      422,
      {
        error: {
          total: ['Le total doit être de 50.00 (tarif × quantité, arrondi à 0.05), et non de 12.50.'],
        },
      },
    ])
    const { data: last } = (await change({ sapeur_id: null, complement: null, module: 8, heure: '12:00' }))[1]
    expect(last).toMatchObject({
      sapeur_id: null,
      complement: '',
      module: 8,
      heure: '12:00:00',
      total: '37.50',
    })
  })

  it('keeps a total that an old release wrote until it gets a price', async () => {
    const [row] = await sql(
      `insert into app.ecritures (exercice_comptable_id, date, designation, total)
       values ($1, '2040-03-14', 'Solde', 120.5) returning id`,
      [year],
    )
    const id = Number(row?.id)
    expect((await told(`PUT /ecritures/${id}`, { designation: 'Solde' }))[1].data).toMatchObject({
      tarif: '0.00',
      total: '120.50',
    })
    expect((await told(`PUT /ecritures/${id}`, { tarif: 60 }))[1].data.total).toBe('60.00')
  })

  it('is removed', async () => {
    const { id } = (await told('POST /ecritures', repas))[1].data
    expect(await told(`DELETE /ecritures/${id}`)).toEqual([204, null])
    const unknown = [404, { error: 'Écriture inconnue' }]
    expect(await told(`DELETE /ecritures/${id}`)).toEqual(unknown)
    expect(await told(`PUT /ecritures/${id}`, {})).toEqual(unknown)
    expect(await told(`GET /ecritures/${id}`)).toEqual(unknown)
  })

  it.each([
    [{ sapeur_id: 999999 }, 'sapeur_id', 'Ce sapeur n’existe pas.'],
    [{ exercice_comptable_id: 999999 }, 'exercice_comptable_id', 'Cet exercice comptable n’existe pas.'],
    [{ compte_id: 999999 }, 'compte_id', 'Ce compte n’existe pas.'],
    [{ ecriture_categorie_id: 999999 }, 'ecriture_categorie_id', 'Cette catégorie n’existe pas.'],
    [{ type_unite_id: 99 }, 'type_unite_id', 'Cette unité n’existe pas.'],
    [{ type: 5 }, 'type', 'La valeur ne doit pas dépasser 4.'],
    [{ quantite: -1 }, 'quantite', 'La valeur doit être d’au moins 0.'],
    [{ tarif: 1.234 }, 'tarif', 'Il faut deux décimales au plus.'],
    [{ designation: ' ' }, 'designation', 'Ce champ est obligatoire.'],
  ])('is refused with %j', async (wrong, field, sentence) => {
    expect(await told('POST /ecritures', { ...repas, ...wrong })).toEqual([
      422,
      { error: { [field]: [sentence] } },
    ])
  })
})
