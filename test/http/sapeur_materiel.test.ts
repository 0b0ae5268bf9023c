import { beforeEach, expect, it } from 'vitest'
import { look } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'

const { ask, told, sql, database } = useDataApi()
const today = async () => String((await sql('select app.today()::text as jour'))[0]?.jour)
const later = async (days: number) =>
  String((await sql('select (app.today() + $1::integer)::text as jour', [days]))[0]?.jour)

let id = 0
let path = ''
beforeEach(async () => {
  const [row] = await sql(
    "insert into app.sapeurs (nom, prenom) values ('Zwahlen', 'Léa') returning id::integer",
  )
  id = Number(row?.id)
  path = `/sapeurs/${id}/materiel`
})
const give = async (body: object) => (await ask(`POST ${path}`, body)).body.data
const shown = async () => (await ask(`GET ${path}`)).body.data

it('lends a piece of equipment, today unless a date is given', async () => {
  const boots = {
    designation: 'Bottes',
    numero: 'B-7',
    taille: '42',
    attribution: '2024-03-14',
    retour: '2025-03-13',
  }
  expect(await told(`POST ${path}`, { ...boots, id: 7, sapeur_id: 7 })).toEqual([
    201,
    { data: { id: expect.any(Number), ...boots } },
  ])
  expect(await give({ designation: ' Casque ' })).toEqual({
    id: expect.any(Number),
    designation: 'Casque',
    numero: '',
    taille: '',
    attribution: await today(),
    retour: null,
  })
  expect((await shown()).map(({ designation }: { designation: string }) => designation)).toEqual([
    'Bottes',
    'Casque',
  ])
})

it('changes a loan key by key, ends it, and deletes a mistaken one', async () => {
  const one = await give({ designation: 'Casque', numero: 'C-1', attribution: '2024-01-01' })
  const change = async (body: object) => (await told(`PUT ${path}/${one.id}`, body))[1].data
  expect(await change({ taille: '56', numero: null })).toEqual({ ...one, taille: '56', numero: '' })
  expect(await change({ retour: '2025-01-01' })).toEqual({
    ...one,
    taille: '56',
    numero: '',
    retour: '2025-01-01',
  })
  expect(await change({ retour: null })).toMatchObject({ retour: null })
  expect(await told(`DELETE ${path}/${one.id}`)).toEqual([204, null])
  expect(await told(`DELETE ${path}/${one.id}`)).toEqual([404, { error: 'Prêt inconnu' }])
  expect(await shown()).toEqual([])
})

it('shows the holder their equipment until the day of its return', async () => {
  const holder = Number(
    await look(
      database,
      "select sapeur_id from auth.memberships m join auth.users u on u.id = m.user_id where u.email = 'sapeur@example.org'",
    ),
  )
  const held = async () => {
    const { body } = await ask('GET /mon-materiel', undefined, { as: 'sapeur@example.org' })
    return body.data.filter(({ numero }: { numero: string }) => numero === 'T-1')
  }
  const { data } = (await ask(`POST /sapeurs/${holder}/materiel`, { designation: 'Torche', numero: 'T-1' }))
    .body
  expect(await held()).toEqual([data])
  const retour = await later(1)
  await ask(`PUT /sapeurs/${holder}/materiel/${data.id}`, { retour })
  expect(await held()).toEqual([{ ...data, retour }])
  await ask(`PUT /sapeurs/${holder}/materiel/${data.id}`, { retour: await today() })
  expect(await held()).toEqual([])
})

it('does not delete a sapeur who still holds equipment, even with a later return', async () => {
  const one = await give({ designation: 'Casque' })
  const refused = [409, { error: 'Ce sapeur a encore du matériel en prêt' }]
  expect(await told(`DELETE /sapeurs/${id}`)).toEqual(refused)
  await ask(`PUT ${path}/${one.id}`, { retour: await later(30) })
  expect(await told(`DELETE /sapeurs/${id}`)).toEqual(refused)
  await ask(`PUT ${path}/${one.id}`, { retour: await today() })
  expect(await told(`DELETE /sapeurs/${id}`)).toEqual([204, null])
})

it.each([
  [{}, { designation: ['Ce champ est obligatoire.'] }],
  [
    { designation: 'Casque', attribution: '2024-01-02', retour: '2024-01-01' },
    { retour: ['Le retour précède l’attribution.'] },
  ],
  [
    { designation: 'Casque', attribution: '2024-02-30' },
    { attribution: [expect.stringContaining('format')] },
  ],
])('lends nothing by %j', async (body, error) => {
  expect(await told(`POST ${path}`, body)).toEqual([422, { error }])
  expect(await shown()).toEqual([])
})

it('distinguishes two simultaneous changes of a loan by its version', async () => {
  const { body, headers } = await ask(`POST ${path}`, { designation: 'Casque' })
  const known = { headers: { 'if-match': headers.get('etag') ?? '' } }
  const door = `PUT ${path}/${body.data.id}`
  expect((await told(door, { taille: '56' }, known))[0]).toBe(200)
  expect(await told(door, { taille: '57' }, known)).toEqual([
    412,
    { error: 'Modifié entre-temps : relisez avant d’enregistrer' },
  ])
  expect((await shown())[0].taille).toBe('56')
})

it('finds no loan under another sapeur’s path, and changes none', async () => {
  const one = await give({ designation: 'Casque' })
  const [other] = await sql("select min(id)::integer as id from app.sapeurs where nom <> 'Zwahlen'")
  for (const [method, body] of [
    ['PUT', { retour: await today() }],
    ['DELETE', undefined],
  ] as const)
    expect(await told(`${method} /sapeurs/${other?.id}/materiel/${one.id}`, body)).toEqual([
      404,
      { error: 'Prêt inconnu' },
    ])
  expect(await shown()).toEqual([one])
})
