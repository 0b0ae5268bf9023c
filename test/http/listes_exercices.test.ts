import { expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useYears } from '../support/years.ts'
import { useDataApi } from './data_fixture.ts'
import { addSapeur } from './samples/interventions.ts'

const { database, ask, told, sql } = useDataApi()
useYears(database, 2019, 2019)

/** Fields by which clients ask whether a row is still used. */
const inUse = { actif: true, statut: 1 }

it.each<[path: string, count: number, first: string, unknown: string, also?: object, made?: object]>([
  [
    '/exercice-categories',
    6,
    'Exercice général',
    'Catégorie d’exercice inconnue',
    { amendable: true, duree_base: 120, ...inUse },
    { amendable: false, duree_base: 120, ...inUse },
  ],
  ['/excuses-types', 6, 'Travail', 'Motif d’excuse inconnu', { abreviation: '' }],
  [
    '/heure-exercice-types',
    4,
    'Exercice',
    'Type d’heures inconnu',
    { type_unite_id: 2, montant: '25.00', compte_id: 2, ecriture_categorie_id: 2, type: 1 },
    { type_unite_id: 2, montant: '0.00', compte_id: null, ecriture_categorie_id: null, type: 1 },
  ],
])(
  '%s are listed by tri, also in pages, and shaped by each SIS',
  async (path, count, first, unknown, also, made = also) => {
    const { body, headers } = await ask(`GET ${path}`, undefined, { as: 'sapeur@example.org' })
    expect([body.data.length, body.data[0]]).toEqual([count, { id: 1, designation: first, tri: 1, ...also }])
    expect(headers.get('etag')).toMatch(/^W\/"/)

    const [status, { data }] = await told(`POST ${path}`, { designation: ' Zéro ', tri: 1 })
    expect([status, data]).toEqual([201, { id: expect.any(Number), designation: 'Zéro', tri: 1, ...made }])
    const page = await ask(`GET ${path}?limit=2`)
    expect(page.body.data).toEqual([body.data[0], data])
    const next = /^<(.+)>/.exec(page.headers.get('link') ?? '')?.[1]?.replace('/api/v2', '')
    expect((await ask(`GET ${next}`)).body.data[0]).toEqual(body.data[1])

    expect(await told(`PUT ${path}/${data.id}`, { designation: 'Un' })).toEqual([
      200,
      { data: { ...data, designation: 'Un' } },
    ])
    const twice = { designation: first }
    const there = [409, { error: 'Cette désignation existe déjà' }]
    expect(await told(`POST ${path}`, twice)).toEqual(there)
    expect(await told(`PUT ${path}/${data.id}`, twice)).toEqual(there)
    expect(await told(`DELETE ${path}/${data.id}`)).toEqual([204, null])
    expect(await told(`DELETE ${path}/${data.id}`)).toEqual([404, { error: unknown }])
  },
)

it('the lists of exercices keep rows in use', async () => {
  await sql(
    `with e as (
       insert into app.exercices (designation, date, heure, duree, exercice_categorie_id)
       values ('Feu', '2019-03-14', '19:30', 120, 3) returning id
     )
     insert into app.exercice_sapeurs (exercice_id, sapeur_id, absent, excuse_type_id) select e.id, $1, true, 4 from e`,
    [await addSapeur(sql)],
  )
  expect(await told('DELETE /exercice-categories/3')).toEqual([
    409,
    { error: 'Cette catégorie est utilisée par un exercice' },
  ])
  expect(await told('DELETE /excuses-types/4')).toEqual([409, { error: 'Ce motif d’excuse est utilisé' }])
})

it('a kind of hours that is paid has an account and a category, set by those who keep the accounts too', async () => {
  await makeAccount(database, { email: 'caisse@example.org', permissions: { hs: ['comptabilite.config'] } })
  const as = { as: 'caisse@example.org' }
  const paid = { designation: 'Garde', montant: '12.50', compte_id: 2, ecriture_categorie_id: 2, type: 2 }
  expect((await told('POST /heure-exercice-types', paid, as))[0]).toBe(403)
  const { id } = (await told('POST /heure-exercice-types', { designation: 'Garde' }))[1].data
  expect(await told(`PUT /heure-exercice-types/${id}`, { ...paid, compte_id: null }, as)).toEqual([
    422,
    { error: { compte_id: ['Un type d’heures qui est payé doit avoir un compte.'] } },
  ])
  expect(await told(`PUT /heure-exercice-types/${id}`, { ...paid, ecriture_categorie_id: null }, as)).toEqual(
    [
      422,
      {
        error: {
          ecriture_categorie_id: ['Un type d’heures qui est payé doit avoir une catégorie d’écriture.'],
        },
      },
    ],
  )
  expect(await told(`PUT /heure-exercice-types/${id}`, paid, as)).toEqual([
    200,
    { data: { id, type_unite_id: 2, tri: 0, ...paid } },
  ])
})

it('what hours are paid is set by those who configure the accounts, and by nobody else', async () => {
  await makeAccount(database, { email: 'instruction@example.org', permissions: { hs: ['exercice.config'] } })
  const as = { as: 'instruction@example.org' }
  const refused = [403, { error: 'Permission requise : comptabilite.config' }]
  const paid = {
    designation: 'Encadrement',
    montant: '12.50',
    compte_id: 2,
    ecriture_categorie_id: 2,
    type: 2,
  }
  const { id } = (await told('POST /heure-exercice-types', paid))[1].data
  expect(await told('POST /heure-exercice-types', { ...paid, designation: 'Veille' }, as)).toEqual(refused)
  for (const change of [
    { montant: '500.00' },
    { montant: '0.00' },
    { compte_id: 3 },
    { ecriture_categorie_id: 3 },
    { type: 4 },
  ])
    expect([change, ...(await told(`PUT /heure-exercice-types/${id}`, change, as))]).toEqual([
      change,
      ...refused,
    ])
  expect(
    await told(`PUT /heure-exercice-types/${id}`, { ...paid, designation: 'Suivi', tri: 9 }, as),
  ).toEqual([200, { data: { id, type_unite_id: 2, ...paid, designation: 'Suivi', tri: 9 } }])
  const unpaid = await told('POST /heure-exercice-types', { designation: 'Veille' }, as)
  expect(unpaid).toEqual([201, { data: expect.objectContaining({ montant: '0.00' }) }])
  expect(await told(`PUT /heure-exercice-types/${unpaid[1].data.id}`, paid, as)).toEqual(refused)
})

it('a category of exercices says whether absences are fined, and how long an exercice usually lasts', async () => {
  const all = { designation: 'Nuit', tri: 7, amendable: true, duree_base: 180 }
  const [status, { data }] = await told('POST /exercice-categories', all)
  expect([status, data]).toEqual([201, { id: expect.any(Number), ...all, ...inUse }])
  expect((await told(`PUT /exercice-categories/${data.id}`, { amendable: false }))[1].data).toEqual({
    ...data,
    amendable: false,
  })
  expect(await told('POST /exercice-categories', { designation: 'Long', duree_base: 781 })).toEqual([
    422,
    { error: { duree_base: ['La valeur ne doit pas dépasser 780.'] } },
  ])
})
