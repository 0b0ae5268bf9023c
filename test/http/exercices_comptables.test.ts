import { describe, expect, it } from 'vitest'
import { beginInHs, untilBlocked } from '../support/waiting.ts'
import { useDataApi } from './data_fixture.ts'

const { ask, told, sql, database } = useDataApi()

const path = '/exercices-comptable'
const open = async (body: object) => (await ask(`POST ${path}`, body)).body.data
const intervention = `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
                      values ($1, '10:00', $1, '11:00', 'Feu')`
const exercice = `insert into app.exercices (designation, date, heure, duree) values ('Exercice', $1, '19:30', 120)`

it('accounting years are listed, the latest first', async () => {
  const { data } = (await ask(`GET ${path}`)).body
  const now = new Date().getFullYear()
  expect(data.length).toBeGreaterThanOrEqual(3)
  const years = data.map(({ debut }: { debut: string }) => debut)
  expect(years).toEqual(years.toSorted().reverse())
  expect(data).toContainEqual({
    id: expect.any(Number),
    annee: now - 1,
    designation: `${now - 1}`,
    debut: `${now - 1}-01-01`,
    fin: `${now - 1}-12-31`,
    boucle: false,
  })
  const { body, headers } = await ask(`GET ${path}?limit=1`)
  const next = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  expect([...body.data, ...(await ask(`GET ${next}`)).body.data]).toEqual(data.slice(0, 2))
})

it('accounting years are opened for the calendar year, or for given dates', async () => {
  expect(await told(`POST ${path}`, { annee: 2050, boucle: true })).toEqual([
    201,
    {
      data: {
        id: expect.any(Number),
        annee: 2050,
        designation: '2050',
        debut: '2050-01-01',
        fin: '2050-12-31',
        boucle: false,
      },
    },
  ])
  const body = { annee: 2052, designation: '2051/52', debut: '2051-07-01', fin: '2052-06-30' }
  expect(await told(`POST ${path}`, body)).toEqual([
    201,
    { data: { id: expect.any(Number), boucle: false, ...body } },
  ])
})

it('accounting years never overlap, have unique numbers, and end after they begin', async () => {
  await open({ annee: 2055, debut: '2055-07-01' })
  const overlap = [409, { error: 'Cet exercice comptable en chevauche un autre' }]
  expect(await told(`POST ${path}`, { annee: 2056, debut: '2055-12-31' })).toEqual(overlap)
  expect(await told(`POST ${path}`, { annee: 2055, debut: '2055-01-01', fin: '2055-06-30' })).toEqual([
    409,
    { error: 'Un exercice comptable porte déjà cette année' },
  ])
  const { id } = await open({ annee: 2056 })
  expect(await told(`PUT ${path}/${id}`, { debut: '2055-12-31' })).toEqual(overlap)
  const backwards = [422, { error: { fin: ['La fin précède le début.'] } }]
  expect(await told(`PUT ${path}/${id}`, { debut: '2057-01-01' })).toEqual(backwards)
  expect(await told(`POST ${path}`, { annee: 2058, fin: '2057-12-31' })).toEqual(backwards)
})

it.each([
  [{}, { annee: ['Ce champ est obligatoire.'] }],
  [{ annee: 1899 }, { annee: ['La valeur doit être d’au moins 1900.'] }],
  [{ annee: 2200 }, { annee: ['La valeur ne doit pas dépasser 2199.'] }],
  [{ annee: 2060, designation: ' ' }, { designation: ['Ce champ est obligatoire.'] }],
  [{ annee: 2060, fin: '2060-02-30' }, { fin: [expect.any(String)] }],
])('an accounting year cannot be opened with %j', async (body, error) => {
  expect(await told(`POST ${path}`, body)).toEqual([422, { error }])
})

describe('closed accounting years', () => {
  it('accept neither interventions nor exercices until they are open again', async () => {
    const year = await open({ annee: 2061 })
    expect(await told(`PUT ${path}/${year.id}`, { boucle: true })).toEqual([
      200,
      { data: { ...year, boucle: true } },
    ])
    for (const statement of [intervention, exercice])
      await expect(sql(statement, ['2061-05-05'])).rejects.toMatchObject({
        code: 'PT409',
        message: 'Exercice comptable bouclé',
      })
    expect(await told(`PUT ${path}/${year.id}`, { boucle: false })).toEqual([200, { data: year }])
    for (const statement of [intervention, exercice]) await sql(statement, ['2061-05-05'])
  })

  it('come either before or after any simultaneous write', async () => {
    const { id } = await open({ annee: 2062 })
    const one = await beginInHs(database, ['intervention.modification'])
    await one.query(intervention, ['2062-05-05'])
    const closing = told(`PUT ${path}/${id}`, { boucle: true, debut: '2062-05-06' })
    await untilBlocked(database)
    await one.query('commit')
    expect(await closing).toEqual([
      409,
      { error: 'Des interventions ou des exercices seraient hors de ces dates' },
    ])

    await one.query('begin')
    await one.query("select request.open(null, 'hs', '{comptabilite.config}', null)")
    await one.query('update app.exercices_comptables set boucle = true where id = $1', [id])
    const adding = sql(intervention, ['2062-05-07'])
    adding.catch(() => {})
    await untilBlocked(database)
    await one.query('commit')
    await expect(adding).rejects.toMatchObject({ code: 'PT409' })
    await one.end()
  })
})

describe('accounting years with an intervention or exercice', () => {
  it('cannot get dates that exclude one', async () => {
    const { id } = await open({ annee: 2064 })
    await sql(intervention, ['2064-03-14'])
    await sql(exercice, ['2064-10-10'])
    const outside = [409, { error: 'Des interventions ou des exercices seraient hors de ces dates' }]
    expect(await told(`PUT ${path}/${id}`, { debut: '2064-03-15' })).toEqual(outside)
    expect(await told(`PUT ${path}/${id}`, { fin: '2064-10-09' })).toEqual(outside)
    expect((await ask(`PUT ${path}/${id}`, { debut: '2064-03-14', fin: '2064-10-10' })).status).toBe(200)
  })

  it('cannot get dates that exclude an entry, but may exclude contributions, which are of the day of their décompte', async () => {
    const { id } = await open({ annee: 2075 })
    const entry = `insert into app.ecritures (exercice_comptable_id, date, designation, total, module)
                   values ($1, $2, 'Essai', 1, $3)`
    await sql(entry, [id, '2075-02-01', 0])
    await sql(entry, [id, '2075-12-20', 4])
    const outside = [409, { error: 'Des écritures seraient hors de ces dates' }]
    expect(await told(`PUT ${path}/${id}`, { debut: '2075-02-02' })).toEqual(outside)
    expect(await told(`PUT ${path}/${id}`, { fin: '2075-01-31' })).toEqual(outside)
    expect((await ask(`PUT ${path}/${id}`, { debut: '2075-02-01', fin: '2075-10-31' })).status).toBe(200)
  })

  it('keep their number, which the number of an intervention begins with', async () => {
    const { id } = await open({ annee: 2066 })
    expect((await ask(`PUT ${path}/${id}`, { annee: 2067, debut: '2066-02-01' })).body.data.annee).toBe(2067)
    await sql(intervention, ['2066-03-14'])
    expect(await told(`PUT ${path}/${id}`, { annee: 2066 })).toEqual([
      409,
      { error: 'Des interventions portent déjà un numéro de l’année 2067' },
    ])
  })

  it.each([
    ['interventions', intervention, 2068],
    ['exercices', exercice, 2069],
  ])('cannot be deleted: %s', async (what, statement, annee) => {
    const { id } = await open({ annee })
    await sql(statement, [`${annee}-03-14`])
    expect(await told(`DELETE ${path}/${id}`)).toEqual([
      409,
      { error: `Cet exercice comptable contient des ${what}` },
    ])
  })
})

it('accounting years without intervention and exercice can be deleted', async () => {
  const { id } = await open({ annee: 2070 })
  expect(await told(`DELETE ${path}/${id}`)).toEqual([204, null])
  expect(await told(`DELETE ${path}/${id}`)).toEqual([404, { error: 'Exercice comptable inconnu' }])
})

it('an intervention or an exercice opens an accounting year, which its author may neither close nor change', async () => {
  const api = await database.as('api')
  const jour = `${new Date().getFullYear() + 1}-05-05`
  for (const [permission, statement] of [
    ['intervention.modification', intervention],
    ['exercice.modification', exercice],
  ] as const) {
    await api.query('begin')
    await api.query("select request.open(null, 'hs', $1, null)", [[permission]])
    await api.query(statement, [jour])
    const closed = await api.query('update app.exercices_comptables set boucle = true')
    expect(closed.rowCount).toBe(0)
    await expect(
      api.query(
        "insert into app.exercices_comptables (annee, designation, debut, fin) values (2080, 'x', '2080-01-01', '2080-12-31')",
      ),
    ).rejects.toMatchObject({ code: '42501' })
    await api.query('rollback')
  }
})
