import { beforeAll, expect, it } from 'vitest'
import { sapeurOf } from '../support/users.ts'
import { useYears } from '../support/years.ts'
import { useDataApi } from './data_fixture.ts'

const { database, ask, told, sql } = useDataApi()
useYears(database, 2019, 2019)

let [yves, ricarda, past, decompte] = [0, 0, 0, 0]
const now = new Date().getFullYear()

const designations = (data: { designation: string }[]) => data.map(({ designation }) => designation)
const list = async (query: string) => designations((await ask(`GET /ecritures?${query}`)).body.data)

beforeAll(async () => {
  yves = await sapeurOf(database, 'hs', 'Berberat Yves')
  ricarda = await sapeurOf(database, 'hs', 'Amsler Ricarda')
  await sql('delete from app.ecritures')
  const [row] = await sql('select id from app.exercices_comptables where annee = 2019')
  past = Number(row?.id)
  const [added] = await sql(
    "insert into app.decomptes (exercice_comptable_id, designation, date) values ($1, 'Essai', '2019-12-31') returning id",
    [past],
  )
  decompte = Number(added?.id)
  await sql(
    `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, module, total, decompte_id)
     values ($1, $2, '2019-03-14', 'C', 2, 1, $4), ($1, $3, '2019-03-14', 'B', 2, 1, $4), ($1, $2, '2019-05-01', 'A', 0, 1, null),
            ($1, null, '2019-01-01', 'E', 4, 1, $4), ($1, $2, '2019-02-01', 'D', 1, 1, null)`,
    [past, yves, ricarda, decompte],
  )
  await sql(
    `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total)
     select e.id, $2, e.debut, 'Z', 1 from app.exercices_comptables e where e.annee = $1`,
    [now, yves],
  )
})

it('entries are those of the current year when none is named', async () => {
  expect(await list('')).toEqual(['Z'])
  expect(await list(`sapeur_id=${yves}`)).toEqual(['Z'])
  expect(await list('paye=false')).toEqual(['Z'])
  expect(await list('paye=true')).toEqual([])
})

it('entries of a year are listed, newest first, by sapeur, module, décompte, and whether they are paid', async () => {
  const year = `exercice_comptable_id=${past}`
  expect(await list(year)).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(await list(`${year}&sapeur_id=${yves}`)).toEqual(['A', 'C', 'D'])
  expect(await list(`${year}&module=2`)).toEqual(['B', 'C'])
  expect(await list(`${year}&paye=true`)).toEqual(['B', 'C', 'E'])
  expect(await list(`${year}&paye=false`)).toEqual(['A', 'D'])
  expect(await list(`${year}&paye=false&module=1`)).toEqual(['D'])
  expect(await list(`${year}&decompte_id=${decompte}`)).toEqual(['B', 'C', 'E'])
  expect(await list(`${year}&decompte_id=${decompte}&sapeur_id=${yves}`)).toEqual(['C'])
  expect(await list(`${year}&decompte_id=${decompte}&paye=false`)).toEqual([])
  expect(await list(`${year}&sapeur_id=${yves}&paye=false`)).toEqual(['A', 'D'])
  expect(await list(`${year}&sapeur_id=${yves}&paye=true&module=2`)).toEqual(['C'])
})

it('a décompte names its year', async () => {
  expect(await list(`decompte_id=${decompte}`)).toEqual(['B', 'C', 'E'])
  expect(await list('decompte_id=999999')).toEqual([])
  const [current] = await sql('select id from app.exercices_comptables where annee = $1', [now])
  expect(await list(`decompte_id=${decompte}&exercice_comptable_id=${current?.id}`)).toEqual([])
})

it('entries come in pages', async () => {
  for (const query of ['', `sapeur_id=${yves}&`, 'paye=false&', `decompte_id=${decompte}&`]) {
    const path = `/ecritures?exercice_comptable_id=${past}&${query}`
    const { data } = (await ask(`GET ${path}`)).body
    const seen: unknown[] = []
    for (let page: string | undefined = `${path}limit=2`; page; ) {
      const { body, headers } = await ask(`GET ${page}`)
      expect(body.data.length).toBeLessThanOrEqual(2)
      seen.push(...body.data)
      page = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(data)
  }
})

it('entries are pay, which nobody keeps', async () => {
  const { headers } = await ask('GET /ecritures')
  expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null])
})

it.each([
  ['paye=oui', 'paye', 'Ce champ doit être vrai ou faux.'],
  ['module=7', 'module', 'La valeur doit être l’une de : 0, 1, 2, 3, 4, 5, 8.'],
])('entries are not listed by %s', async (query, field, sentence) => {
  expect(await told(`GET /ecritures?${query}`)).toEqual([422, { error: { [field]: [sentence] } }])
})
