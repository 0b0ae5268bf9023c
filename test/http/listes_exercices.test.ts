import { expect, it } from 'vitest'
import { useYears } from '../support/years.ts'
import { useDataApi } from './data_fixture.ts'
import { addSapeur } from './samples/interventions.ts'

const { database, ask, told, sql } = useDataApi()
useYears(database, 2019, 2019)

it.each<[path: string, count: number, first: string, unknown: string, also?: object]>([
  ['/exercice-categories', 6, 'Exercice général', 'Catégorie d’exercice inconnue'],
  ['/excuses-types', 6, 'Travail', 'Motif d’excuse inconnu'],
  ['/heure-exercice-types', 4, 'Exercice', 'Type d’heures inconnu', { type_unite_id: 2 }],
])(
  '%s are listed by tri, also in pages, and shaped by each SIS',
  async (path, count, first, unknown, also) => {
    const { body, headers } = await ask(`GET ${path}`, undefined, { as: 'sapeur@example.org' })
    expect([body.data.length, body.data[0]]).toEqual([count, { id: 1, designation: first, tri: 1, ...also }])
    expect(headers.get('etag')).toMatch(/^W\/"/)

    const [status, { data }] = await told(`POST ${path}`, { designation: ' Zéro ', tri: 1 })
    expect([status, data]).toEqual([201, { id: expect.any(Number), designation: 'Zéro', tri: 1, ...also }])
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
