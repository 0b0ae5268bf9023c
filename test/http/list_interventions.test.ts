import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { inOrder } from '../support/in_order.ts'
import { useServers } from '../support/servers.ts'
import { openVal, type Val } from '../support/sis_val.ts'

const database = useDatabase()
const servers = useServers(database)
const list = (query = '') =>
  servers.data(`/api/v2/interventions${query}`, { as: 'admin@example.org', sis: 'val' })
const cursor = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
const objets = async (query = '') => {
  const { status, body } = await list(query)
  expect(status).toBe(200)
  return body.data.map(({ objet }: { objet: string }) => objet)
}

let val: Val
let year = 0

beforeAll(async () => {
  val = await openVal(database)
  const [today] = await val.query(
    "select extract(year from now() at time zone 'Europe/Zurich')::integer as year",
  )
  year = Number(today?.year)
})

const add = (objet: string, debut: string, rest: { statut?: number; type?: number } = {}) =>
  val.query(
    `insert into app.interventions (objet, date_debut, heure_debut, date_fin, heure_fin, statut, type_intervention_id)
     select $1, $2::timestamp::date, $2::timestamp::time, $2::timestamp::date, $2::timestamp::time, $3, $4`,
    [objet, debut, rest.statut ?? 0, rest.type ?? 17],
  )

// The first test is of the SIS before it has any.
describe('interventions', inOrder, () => {
  it('answers an empty list without interventions, and without an open accounting year', async () => {
    expect((await list()).body).toEqual({ data: [] })
  })

  describe('with interventions of two years', () => {
    beforeAll(async () => {
      await add('janvier', `${year}-01-01 00:00:00`, { statut: 1, type: 3 })
      await add('soir', `${year}-06-30 23:00:00`)
      await val.query("update app.interventions set statut = 3 where objet = 'soir'")
      await add('matin', `${year}-06-30 08:00:00`, { type: 3 })
      await add('matin aussi', `${year}-06-30 08:00:00`)
      await add('décembre', `${year}-12-31 23:59:59`)
      await add('passée', `${year - 1}-12-31 23:59:59`, { type: 3 })
      await val.query("update app.interventions set statut = 2 where objet = 'passée'")
    })
    const current = ['décembre', 'soir', 'matin aussi', 'matin', 'janvier']

    it('lists those of the current accounting year, newest first', async () => {
      expect(await objets()).toEqual(current)
    })

    it('filters by accounting year', async () => {
      const years = await val.query('select id::integer from app.exercices_comptables order by annee')
      expect(await objets(`?exercice_comptable_id=${years[0]?.id}`)).toEqual(['passée'])
      expect(await objets(`?exercice_comptable_id=${years[1]?.id}`)).toEqual(current)
      expect(await objets('?exercice_comptable_id=999999')).toEqual([])
    })

    it('filters by statut and type, then over all years', async () => {
      expect(await objets('?statut=0')).toEqual(['décembre', 'matin aussi', 'matin'])
      expect(await objets('?statut=2')).toEqual(['passée'])
      expect(await objets('?type_intervention_id=3')).toEqual(['matin', 'janvier', 'passée'])
      expect(await objets('?type_intervention_id=999999')).toEqual([])
    })

    it('filters by days, both included', async () => {
      expect(await objets(`?du=${year}-06-30&au=${year}-06-30`)).toEqual(['soir', 'matin aussi', 'matin'])
      expect(await objets(`?du=${year}-07-01`)).toEqual(['décembre'])
      expect(await objets(`?au=${year}-01-01`)).toEqual(['janvier', 'passée'])
      expect(await objets(`?du=${year}-02-01&au=${year}-01-01`)).toEqual([])
    })

    it('combines filters by and', async () => {
      expect(await objets(`?du=${year}-01-01&type_intervention_id=3&statut=1`)).toEqual(['janvier'])
    })

    it('ignores unknown keys, and still lists the current year', async () => {
      expect(await objets('?annee=1999&sis_key=hs&page=2&__proto__[a]=b')).toEqual(current)
    })

    it('comes in pages, over all years and within one', async () => {
      const pages = async (query: string) => {
        const seen: string[][] = []
        for (let path = `/interventions?limit=2${query}`; path !== ''; ) {
          const { body, headers } = await servers.data(`/api/v2${path}`, {
            as: 'admin@example.org',
            sis: 'val',
          })
          seen.push(body.data.map(({ objet }: { objet: string }) => objet))
          path = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''
        }
        return seen
      }
      expect(await pages('')).toEqual([['décembre', 'soir'], ['matin aussi', 'matin'], ['janvier']])
      expect(await pages(`&du=${year - 1}-01-01&au=${year}-06-30`)).toEqual([
        ['soir', 'matin aussi'],
        ['matin', 'janvier'],
        ['passée'],
      ])
      expect(await pages('&type_intervention_id=3')).toEqual([['matin', 'janvier'], ['passée']])
    })

    it('shows a record like GET of a single one', async () => {
      const { body } = await list('?statut=2')
      const [record] = body.data
      const one = await servers.data(`/api/v2/interventions/${record.id}`, {
        as: 'admin@example.org',
        sis: 'val',
      })
      expect({ ...record, rapports_tablette: [] }).toEqual(one.body.data)
    })

    it('shows no intervention to another SIS', async () => {
      const other = await servers.data('/api/v2/interventions?du=1900-01-01', {
        as: 'admin@example.org',
        sis: 'hs',
      })
      expect(JSON.stringify(other.body)).not.toContain('matin aussi')
    })
  })
})

describe('faulty filters are refused by field:', () => {
  const format = 'Le format n’est pas valide (date).'
  it.each([
    ['du=2026-02-30', { du: [format] }],
    ['au=2025-02-29', { au: [format] }],
    ['du=30.06.2026', { du: [format] }],
    ['du=', { du: [format] }],
    ['du=2026-13-01&au=2026-00-01', { du: [format], au: [format] }],
    ['du=2026-06-30T08:00:00Z', { du: ['La valeur n’est pas admise.'] }],
    ['statut=4', { statut: ['La valeur doit être l’une de : 0, 1, 2, 3.'] }],
    ['type_intervention_id=0', { type_intervention_id: ['La valeur doit être d’au moins 1.'] }],
    ['type_intervention_id=x', { type_intervention_id: ['Ce champ doit être un nombre entier.'] }],
    [
      'exercice_comptable_id=1&exercice_comptable_id=2',
      { exercice_comptable_id: ['Ce champ doit être un nombre entier.'] },
    ],
    ['exercice_comptable_id[a]=1', { exercice_comptable_id: ['Ce champ doit être un nombre entier.'] }],
    ['limit=zz', { limit: ['Ce champ doit être un nombre entier.'] }],
    ['limit=2&apres=zz', { apres: ['Cette page n’existe pas.'] }],
    [`limit=2&apres=${cursor('2026-13-01', '08:00:00', 1)}`, { apres: ['Cette page n’existe pas.'] }],
    [`limit=2&apres=${cursor('2026-01-01', 'x', 1)}`, { apres: ['Cette page n’existe pas.'] }],
  ])('%s', async (query, error) => {
    const { status, body } = await list(`?${query}`)
    expect([status, body]).toEqual([422, { error }])
  })

  it('a number that overflows, and a day that only the database recognises as impossible', async () => {
    for (const [query, error] of [
      ['exercice_comptable_id=1e400', { exercice_comptable_id: ['Ce champ doit être un nombre entier.'] }],
      ['du=0000-01-01', { du: ['Le format n’est pas valide.'] }],
    ] as const) {
      const { status, body } = await list(`?${query}`)
      expect([status, body]).toEqual([422, { error }])
    }
  })
})
