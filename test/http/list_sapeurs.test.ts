import { beforeAll, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { ask, told, sql } = useDataApi()

// Unique names, first in the list.
const named = (nom: string) => `Aaa ${nom}`
const add = async (nom: string, more: object = { incorporation: '2020-01-01' }) =>
  (await ask('POST /sapeurs', { nom: named(nom), prenom: 'Léa', ...more })).body.data
/** The part of the list that this file made. */
const list = async (query: string, prefix: string): Promise<Record<string, unknown>[]> =>
  (await ask(`GET /sapeurs${query}`)).body.data.filter((each: { nom: string }) =>
    each.nom.startsWith(named(prefix)),
  )
const names = async (query: string, prefix: string) =>
  (await list(query, prefix)).map(({ nom }) => String(nom).slice(4))

beforeAll(async () => {
  await add('Liste B')
  await add('Liste A', { type: 1 })
  const { id } = await add('Liste C', { incorporation: '2010-01-01' })
  await sql("update app.mutations set sortie = '2012-12-31' where sapeur_id = $1", [id])
  const recrue = await add('Liste D', { incorporation: '2020-01-01' })
  await told(`PUT /sapeurs/${recrue.id}`, { type: 2 })
})

it('the list is sorted by name, and has those in service, the others, or some types', async () => {
  expect(await names('', 'Liste')).toEqual(['Liste A', 'Liste B', 'Liste C', 'Liste D'])
  expect(await names('?actif=true', 'Liste')).toEqual(['Liste A', 'Liste B', 'Liste D'])
  expect(await names('?actif=false', 'Liste')).toEqual(['Liste C'])
  for (const query of ['?type[]=0', '?type=0', '?type%5B%5D=0', '?type[0]=0'])
    expect([query, await names(query, 'Liste')]).toEqual([query, ['Liste B', 'Liste C']])
  expect(await names('?type[]=1&type[]=2', 'Liste')).toEqual(['Liste A', 'Liste D'])
  expect(await names('?type[]=0&actif=true', 'Liste')).toEqual(['Liste B'])
})

it.each([
  ['actif=oui', { actif: ['Ce champ doit être vrai ou faux.'] }],
  ['type[]=3', { 'type.0': ['La valeur doit être l’une de : 0, 1, 2.'] }],
  ['type[]=x', { 'type.0': [expect.any(String), expect.any(String)] }],
  ['type[a]=0', { 'type.0': [expect.any(String), expect.any(String)] }],
  ['limit=5&apres=WyJ4IiwieSJd', { apres: ['Cette page n’existe pas.'] }],
])('the list refuses %s', async (query, error) => {
  expect(await told(`GET /sapeurs?${query}`)).toEqual([422, { error }])
})

it('the list comes in pages, also with a filter', async () => {
  const all = (await ask('GET /sapeurs?type[]=0')).body.data
  const seen: unknown[] = []
  let path: string | undefined = '/sapeurs?type[]=0&limit=5'
  while (path !== undefined) {
    const { body, headers } = await ask(`GET ${path}`)
    seen.push(...body.data)
    path = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(all)
  expect(seen.length).toBeGreaterThan(10)
})

it('the list has the public fields of each sapeur, their licences, and the functions of now and of the next month', async () => {
  const { id, ...record } = await add('Ligne', {
    incorporation: '2020-01-01',
    email: 'lea@example.org',
    remarque: 'Parle allemand',
    rue: 'Rue de la Gare',
  })
  await sql(
    "insert into app.sapeur_permis (sapeur_id, permis_type_id, date) values ($1, 2, '2016-01-01'), ($1, 1, '2015-06-01')",
    [id],
  )
  await sql(
    `insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut, fin, remarque)
     values ($1, 9, '2010-01-01', '2012-12-31', ''), ($1, 6, '2013-01-01', null, 'par intérim'),
            ($1, 4, app.today() + 20, null, ''), ($1, 3, app.today() + 40, null, '')`,
    [id],
  )
  await sql("insert into app.sapeur_grades (sapeur_id, grade_id, debut) values ($1, 8, '2013-01-01')", [id])
  const [row] = await list('', 'Ligne')
  const { rue, no_rue, date_naissance, no_avs, cotisation_avs, profession, employeur, ...shown } = record
  const { lieu_de_travail, iban, ...expected } = shown
  expect(row).toEqual({
    ...expected,
    id,
    fonction_id: 6,
    grade_id: 8,
    permis: [
      { id: expect.any(Number), permis_type_id: 1, date: '2015-06-01' },
      { id: expect.any(Number), permis_type_id: 2, date: '2016-01-01' },
    ],
    fonctions: [
      { id: expect.any(Number), fonction_id: 6, debut: '2013-01-01', fin: null, remarque: 'par intérim' },
      { id: expect.any(Number), fonction_id: 4, debut: expect.any(String), fin: null, remarque: '' },
    ],
  })
})
