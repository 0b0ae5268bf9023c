import { beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { ask, told, sql } = useDataApi()

let path = ''
let id = 0
beforeEach(async () => {
  const [row] = await sql(
    "insert into app.sapeurs (nom, prenom) values ('Zwahlen', 'Léa') returning id::integer",
  )
  id = Number(row?.id)
  path = `/sapeurs/${id}`
})

/** Adds a row to the sapeur; returns it as answered. */
async function add(part: string, body: object) {
  const [status, { data, error }] = await told(`POST ${path}/${part}`, body)
  expect([status, error]).toEqual([201, undefined])
  return data
}
const shown = async (part: string) => (await ask(`GET ${path}/${part}`)).body.data

describe.each<[part: string, first: object, second: object, filled: object, change: object, unknown: string]>(
  [
    [
      'telephones',
      { numero: '+41 (0)79 555 66 77', telephone_type_id: 2, rta: false, priorite: 2 },
      { numero: '032 423 11 11' },
      { telephone_type_id: 1, rta: true, priorite: 1, e164: '+41324231111' },
      { numero: '0041 79 555 66 78', priorite: 0 },
      'Téléphone inconnu',
    ],
    [
      'permis',
      { permis_type_id: 2, date: '2016-01-01' },
      { permis_type_id: 1, date: '2015-06-01' },
      {},
      { permis_type_id: 3, date: '2014-06-01' },
      'Permis inconnu',
    ],
    [
      'fonctions',
      { fonction_id: 6, debut: '2016-01-01', fin: '2020-12-31', remarque: 'par intérim' },
      { fonction_id: 9, debut: '2010-01-01' },
      { fin: null, remarque: '' },
      { fonction_id: 8, fin: null, remarque: null },
      'Fonction inconnue',
    ],
    [
      'grades',
      { grade_id: 8, debut: '2016-01-01', fin: '2020-12-31', remarque: 'honoraire' },
      { grade_id: 11, debut: '2010-01-01' },
      { fin: null, remarque: '' },
      { grade_id: 9, fin: null, remarque: null },
      'Grade inconnu',
    ],
    [
      'mutations',
      { incorporation: '2016-01-01', sortie: null, motif: 'Retour', localite_id: null },
      { incorporation: '2010-01-01', sortie: '2015-12-31' },
      { motif: '', localite_id: null },
      { incorporation: '2016-02-01', sortie: '2016-12-31', motif: null },
      'Mutation inconnue',
    ],
  ],
)('%s of a sapeur', (part, first, second, filled, change, unknown) => {
  it('are added, listed in their order, changed in part, and deleted', async () => {
    const one = await add(part, { ...first, id: 7, sapeur_id: 7 })
    expect(one).toMatchObject({ ...first, sapeur_id: id })
    const two = await add(part, second)
    expect(two).toMatchObject({ ...second, ...filled })
    expect(await shown(part)).toEqual([two, one])
    const changed = (await told(`PUT ${path}/${part}/${one.id}`, change))[1].data
    const { e164, ...kept } = one
    const cleared = Object.fromEntries(
      Object.entries(change).map(([key, value]) => [key, value ?? changed[key]]),
    )
    expect(changed).toMatchObject({ ...kept, ...cleared })
    expect([changed.remarque ?? '', changed.motif ?? '']).toEqual(['', ''])
    expect(await told(`PUT ${path}/${part}/${one.id}`, {})).toEqual([200, { data: changed }])
    expect(await told(`DELETE ${path}/${part}/${one.id}`)).toEqual([204, null])
    expect(await shown(part)).toEqual([two])
  })

  it('belong to no other sapeur', async () => {
    const one = await add(part, first)
    const [other] = await sql("select min(id) as id from app.sapeurs where nom <> 'Zwahlen'")
    for (const [door, body] of [
      ['PUT', {}],
      ['DELETE', undefined],
    ] as const)
      expect(await told(`${door} /sapeurs/${other?.id}/${part}/${one.id}`, body)).toEqual([
        404,
        { error: unknown },
      ])
    expect(await shown(part)).toEqual([one])
    for (const [door, body] of [
      ['GET', undefined],
      ['POST', first],
    ] as const)
      expect(await told(`${door} /sapeurs/999999/${part}`, body)).toEqual([404, { error: 'Sapeur inconnu' }])
  })
})

it('groups: a sapeur is put in one, moved to another, and removed', async () => {
  const [a, b] = await sql(
    "insert into app.groupes (no, designation, type) values ('7', 'Sept', 2), ('8', 'Huit', 2) returning id::integer",
  )
  const one = await add('groupes', { groupe_id: a?.id })
  expect(one).toEqual({ id: expect.any(Number), groupe_id: a?.id, sapeur_id: id })
  expect(await told(`POST ${path}/groupes`, { groupe_id: a?.id })).toEqual([
    409,
    { error: 'Ce sapeur est déjà dans ce groupe' },
  ])
  expect(await told(`PUT ${path}/groupes/${one.id}`, { groupe_id: b?.id })).toEqual([
    200,
    { data: { ...one, groupe_id: b?.id } },
  ])
  expect(await shown('groupes')).toEqual([{ ...one, groupe_id: b?.id }])
  expect(await told(`DELETE ${path}/groupes/${one.id}`)).toEqual([204, null])
  expect(await told(`DELETE ${path}/groupes/${one.id}`)).toEqual([404, { error: 'Groupe inconnu' }])
  expect(await shown('groupes')).toEqual([])
})

describe('an existing row is not added again:', () => {
  const conflict = async (part: string, body: object, error: string) =>
    expect(await told(`POST ${path}/${part}`, body)).toEqual([409, { error }])

  it('a number, in any spelling; two sapeurs may share one', async () => {
    const error = 'Ce numéro est déjà enregistré pour ce sapeur'
    const first = await add('telephones', { numero: '079 555 66 77' })
    const second = await add('telephones', { numero: '079 555 66 78' })
    await conflict('telephones', { numero: '0041795556677' }, error)
    expect(await told(`PUT ${path}/telephones/${second.id}`, { numero: '+41 79 555 66 77' })).toEqual([
      409,
      { error },
    ])
    expect((await told(`PUT ${path}/telephones/${first.id}`, { numero: '+41 79 555 66 77' }))[0]).toBe(200)
    const [other] = await sql("select min(id) as id from app.sapeurs where nom <> 'Zwahlen'")
    expect((await told(`POST /sapeurs/${other?.id}/telephones`, { numero: '079 555 66 77' }))[0]).toBe(201)
  })

  it('a licence', async () => {
    await add('permis', { permis_type_id: 1, date: '2015-06-01' })
    await conflict(
      'permis',
      { permis_type_id: 1, date: '2020-01-01' },
      'Ce permis est déjà enregistré pour ce sapeur',
    )
  })

  it.each([
    ['fonctions', 'fonction_id', 'Cette période en chevauche une autre de la même fonction'],
    ['grades', 'grade_id', 'Cette période en chevauche une autre du même grade'],
  ])('%s with periods that overlap by a day are refused, others allowed', async (part, of, error) => {
    await add(part, { [of]: 6, debut: '2020-01-01', fin: '2020-12-31' })
    await conflict(part, { [of]: 6, debut: '2020-12-31' }, error)
    await conflict(part, { [of]: 6, debut: '2019-01-01' }, error)
    await add(part, { [of]: 7, debut: '2020-06-01' })
    const next = await add(part, { [of]: 6, debut: '2021-01-01' })
    expect(await told(`PUT ${path}/${part}/${next.id}`, { debut: '2020-12-01' })).toEqual([409, { error }])
  })

  it('a mutation that overlaps another, or is the second without an end', async () => {
    const error = 'Cette période en chevauche une autre du même sapeur'
    const first = await add('mutations', { incorporation: '2010-01-01', sortie: '2015-12-31' })
    await add('mutations', { incorporation: '2020-01-01' })
    await conflict('mutations', { incorporation: '2015-12-31', sortie: '2016-12-31' }, error)
    await conflict('mutations', { incorporation: '2030-01-01' }, error)
    expect(await told(`PUT ${path}/mutations/${first.id}`, { sortie: null })).toEqual([409, { error }])
    expect((await told(`PUT ${path}/mutations/${first.id}`, { sortie: '2019-12-31' }))[0]).toBe(200)
  })
})

it.each([
  ['telephones', { numero: '118' }, { numero: ['Ce numéro de téléphone n’est pas valide.'] }],
  ['telephones', { numero: 'inconnu' }, { numero: ['Ce numéro de téléphone n’est pas valide.'] }],
  ['telephones', {}, { numero: ['Ce champ est obligatoire.'] }],
  [
    'telephones',
    { numero: '079 555 66 77', telephone_type_id: 99 },
    { telephone_type_id: ['Ce type de téléphone n’existe pas.'] },
  ],
  [
    'permis',
    { permis_type_id: 99, date: '2020-01-01' },
    { permis_type_id: ['Ce type de permis n’existe pas.'] },
  ],
  ['permis', { permis_type_id: 1 }, { date: ['Ce champ est obligatoire.'] }],
  ['fonctions', { fonction_id: 99, debut: '2020-01-01' }, { fonction_id: ['Cette fonction n’existe pas.'] }],
  [
    'fonctions',
    { fonction_id: 6, debut: '2020-01-02', fin: '2020-01-01' },
    { fin: ['La fin précède le début.'] },
  ],
  ['grades', { grade_id: 99, debut: '2020-01-01' }, { grade_id: ['Ce grade n’existe pas.'] }],
  ['grades', { grade_id: 8, debut: '2020-01-02', fin: '2020-01-01' }, { fin: ['La fin précède le début.'] }],
  [
    'mutations',
    { incorporation: '2020-01-02', sortie: '2020-01-01' },
    { sortie: ['La sortie précède l’incorporation.'] },
  ],
  [
    'mutations',
    { incorporation: '2020-01-01', localite_id: 99 },
    { localite_id: ['Cette localité n’existe pas.'] },
  ],
  ['groupes', { groupe_id: 99_999 }, { groupe_id: ['Ce groupe n’existe pas.'] }],
])('%s cannot be added with %j', async (part, body, error) => {
  expect(await told(`POST ${path}/${part}`, body)).toEqual([422, { error }])
  expect(await shown(part)).toEqual([])
})

it('names a group of another SIS as one that does not exist', async () => {
  const [theirs] = await sql(
    "insert into app.groupes (no, designation, type) values ('9', 'Neuf', 2) returning id::integer",
    [],
    'test',
  )
  expect(await told(`POST ${path}/groupes`, { groupe_id: theirs?.id })).toEqual([
    422,
    { error: { groupe_id: ['Ce groupe n’existe pas.'] } },
  ])
})
