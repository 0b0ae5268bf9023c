import { describe, expect, it } from 'vitest'
import { claims, forge } from '../support/tokens.ts'
import { useYears } from '../support/years.ts'
import { useDataApi } from './data_fixture.ts'
import { addSapeur } from './samples/interventions.ts'

const { database, ask, told, sql, servers } = useDataApi()
useYears(database, 2014, 2020)

const section = { designation: 'Exercice de section', date: '2019-03-14', heure: '19:30', duree: 120 }
const add = async (changes: object = {}) =>
  (await ask('POST /exercices', { ...section, ...changes })).body.data
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)

describe('an exercice', () => {
  it('is planned as à saisir, in the accounting year of its day', async () => {
    const [status, { data }] = await told('POST /exercices', {
      ...section,
      date: '2017-03-14',
      lieu: ' Hangar ',
      exercice_categorie_id: 2,
      statut: 3,
      exercice_comptable_id: 1,
    })
    const [year] = await sql('select id::integer from app.exercices_comptables where annee = 2017')
    expect([status, data]).toEqual([
      201,
      {
        ...section,
        id: expect.any(Number),
        date: '2017-03-14',
        heure: '19:30:00',
        lieu: 'Hangar',
        communications: '',
        statut: 1,
        localite_id: null,
        exercice_categorie_id: 2,
        exercice_comptable_id: year?.id,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    expect(await told(`GET /exercices/${data.id}`)).toEqual([200, { data: { ...data, sapeurs: [] } }])
  })

  it('is planned with that permission alone, even in a year that is not open yet', async () => {
    const { user } = await servers.signIn('chef@example.org')
    const data = claims({ id: Number(user.id), permissions: { hs: ['exercice.modification'] } })
    const headers = { authorization: `Bearer ${await forge(servers.key, { payload: { data } })}` }
    const [status] = await told(
      'POST /exercices',
      { ...section, date: `${new Date().getFullYear() + 1}-05-05` },
      { headers },
    )
    expect(status).toBe(201)
  })

  it('is changed: absent keys stay, null clears, and a new day may be in another year', async () => {
    const exercice = await add({ lieu: 'Hangar', communications: 'Tenue de feu', exercice_categorie_id: 2 })
    const cleared = { lieu: null, communications: null, exercice_categorie_id: null }
    const [status, { data }] = await told(`PUT /exercices/${exercice.id}`, { ...cleared, duree: 90 })
    expect([status, data]).toEqual([
      200,
      {
        ...exercice,
        lieu: '',
        communications: '',
        exercice_categorie_id: null,
        duree: 90,
        updated_at: expect.any(String),
      },
    ])
    const moved = await ask(`PUT /exercices/${exercice.id}`, { date: '2018-12-31' })
    const [year] = await sql('select id::integer from app.exercices_comptables where annee = 2018')
    expect(moved.body.data).toMatchObject({ date: '2018-12-31', exercice_comptable_id: year?.id })
  })

  it('is deleted with its convocations, and then unknown', async () => {
    const { id } = await add()
    await ask(`POST /exercices/${id}/sapeurs`, { sapeurs: [await addSapeur(sql)] })
    expect(await told(`DELETE /exercices/${id}`)).toEqual([204, null])
    for (const door of [`GET /exercices/${id}`, `GET /exercices/${id}/sapeurs`, `DELETE /exercices/${id}`])
      expect(await told(door)).toEqual([404, { error: 'Exercice inconnu' }])
  })

  it('that is imputé cannot be changed or deleted', async () => {
    const { id } = await add()
    await sql('update app.exercices set statut = 4 where id = $1', [id])
    const error = 'L’exercice est imputé : il ne peut plus être modifié'
    expect(await told(`PUT /exercices/${id}`, { duree: 90 })).toEqual([409, { error }])
    expect(await told(`DELETE /exercices/${id}`)).toEqual([409, { error }])
  })

  it.each([
    [{ ...section, duree: 0 }, { duree: ['La valeur doit être d’au moins 1.'] }],
    [{ ...section, duree: 781 }, { duree: ['La valeur ne doit pas dépasser 780.'] }],
    [{ ...section, designation: ' ' }, { designation: ['Ce champ est obligatoire.'] }],
    [{ ...section, localite_id: 999_999 }, { localite_id: ['Cette localité n’existe pas.'] }],
    [
      { ...section, exercice_categorie_id: 999_999 },
      { exercice_categorie_id: ['Cette catégorie n’existe pas.'] },
    ],
    [
      {},
      Object.fromEntries(
        ['date', 'heure', 'designation', 'duree'].map((field) => [field, ['Ce champ est obligatoire.']]),
      ),
    ],
  ])('cannot be planned with %j', async (body, error) => {
    expect(await told('POST /exercices', body)).toEqual([422, { error }])
  })
})

describe('a closed accounting year', () => {
  const error = 'Exercice comptable bouclé'

  it('accepts no exercice, new or moved, and keeps its own as they are', async () => {
    const before = await add({ date: '2015-06-01' })
    await sql('update app.exercices_comptables set boucle = true where annee = 2015')
    expect(await told('POST /exercices', { ...section, date: '2015-12-31' })).toEqual([409, { error }])
    const { id } = await add()
    expect(await told(`PUT /exercices/${id}`, { date: '2015-01-01' })).toEqual([409, { error }])
    for (const change of [{ lieu: 'Forêt' }, { date: '2026-03-14' }, {}])
      expect(await told(`PUT /exercices/${before.id}`, change)).toEqual([409, { error }])
  })
})

describe('exercices', () => {
  it('are listed by date, for one accounting year, also in pages', async () => {
    const three = [
      await add({ date: '2014-05-02', heure: '08:00' }),
      await add({ date: '2014-05-01', heure: '20:00' }),
      await add({ date: '2014-05-01', heure: '08:00' }),
    ].reverse()
    const path = `/exercices?exercice_comptable_id=${three[0].exercice_comptable_id}`
    expect(await told(`GET ${path}`)).toEqual([200, { data: three }])
    const page = await ask(`GET ${path}&limit=2`)
    expect(page.body.data).toEqual(three.slice(0, 2))
    const next = /^<(.+)>/.exec(page.headers.get('link') ?? '')?.[1]?.replace('/api/v2', '')
    expect(await told(`GET ${next}`)).toEqual([200, { data: three.slice(2) }])
    expect(await told(`GET ${path}&limit=2&apres=WyJ4IiwieSIsMV0`)).toEqual([
      422,
      { error: { apres: ['Cette page n’existe pas.'] } },
    ])
    expect(await told('GET /exercices?exercice_comptable_id=999999')).toEqual([200, { data: [] }])
  })

  it('are those of the current accounting year by default', async () => {
    const [row] = await sql("select (now() at time zone 'Europe/Zurich')::date::text as day")
    const [today, other] = [await add({ date: row?.day }), await add()]
    const { body } = await ask('GET /exercices')
    expect(idsOf(body)).toContain(today.id)
    expect(idsOf(body)).not.toContain(other.id)
  })

  it('of the last 31 days include their convocations, those of tomorrow do not', async () => {
    const days = await sql(
      `select ((now() at time zone 'Europe/Zurich')::date + n)::text as day from unnest(array[-32, -31, 0, 1]) as n`,
    )
    const added: { id: number }[] = []
    for (const { day } of days) added.push(await add({ date: day, designation: 'Dernier' }))
    const sapeurId = await addSapeur(sql)
    const rows = await ask(`POST /exercices/${added[2]?.id}/sapeurs`, { sapeurs: [sapeurId] })
    const { body } = await ask('GET /exercices-derniers')
    const own = body.data.filter(({ designation }: { designation: string }) => designation === 'Dernier')
    expect(idsOf({ data: own })).toEqual([added[1]?.id, added[2]?.id])
    expect(own[1]).toEqual({ ...added[2], sapeurs: rows.body.data })
    const page = await ask('GET /exercices-derniers?limit=1')
    expect([page.body.data, page.headers.get('link')]).toEqual([
      body.data.slice(0, 1),
      expect.stringContaining('apres='),
    ])
  })
})
