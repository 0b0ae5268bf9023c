import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, it } from 'vitest'
import { makePng } from '../support/make_png.ts'
import { useDataApi } from './data_fixture.ts'
import { plantHistory } from './statistiques_fixture.ts'

const api = useDataApi()
const years = { full: 0, empty: 0 }

beforeAll(async () => {
  await plantHistory(api.sql, 7)
  const [full] = await api.sql('select id::integer from app.exercices_comptables where annee = 2001')
  const [empty] = await api.sql(
    `insert into app.exercices_comptables (annee, designation, debut, fin)
     values (1990, '1990', '1990-04-01', '1991-03-31') returning id::integer`,
  )
  Object.assign(years, { full: full?.id, empty: empty?.id })
}, 60_000)

async function download(year: number) {
  const { accessToken } = await api.servers.signIn('lecteur@example.org')
  const headers = { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' }
  const url = `${api.servers.urls().data}/api/v2/statistiques/${year}/rapport`
  const response = await fetch(url, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { totalPages, text } = await extractText(document, { mergePages: true })
  return { response, bytes, totalPages, text: text.replaceAll(/\s+/g, ' ') }
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the endpoint
const figuresOf = (r: any) =>
  [r.nb, r.heures, r.sauve_personne, r.sauve_animaux, r.nb_precedent, r.heures_precedent]
    .map((each) => String(each).replace('.', ','))
    .join(' ')

it('the federal report has the list of categories and its totals on one page', async () => {
  await api.sql("update app.sis set nom = 'Défense & secours « Été »'")
  const { response, totalPages, text } = await download(years.full)
  const { headers } = response
  expect([
    response.status,
    headers.get('content-type'),
    headers.get('content-disposition'),
    totalPages,
  ]).toEqual([200, 'application/pdf', 'attachment; filename="rapport-federal-hs-2001.pdf"', 1])
  expect(text).toContain(
    'Rapport fédéral 2001 Défense & secours « Été » Interventions du 01.01.2001 au 31.12.2001',
  )
  const { data } = (await api.ask(`GET /stat-federal?exercice_comptable_id=${years.full}`)).body
  expect(data).toHaveLength(11)
  for (const row of data) expect(text).toContain(`${row.designation} ${figuresOf(row)}`)
  const [total] = await api.sql(
    `select count(*) filter (where i.annee = 2001) as nb, sum(i.sauve_personne) filter (where i.annee = 2001) as sauve_personne,
            sum(i.sauve_animaux) filter (where i.annee = 2001) as sauve_animaux,
            count(*) filter (where i.annee = 2000) as nb_precedent,
            round(sum(p.secondes) filter (where i.annee = 2001) / 3600, 2) as heures,
            round(sum(p.secondes) filter (where i.annee = 2000) / 3600, 2) as heures_precedent
       from app.interventions i
       left join (
         select intervention_id, sum(extract(epoch from fin - debut)) as secondes from app.intervention_sapeurs group by 1
       ) p on p.intervention_id = i.id`,
  )
  expect(text).toContain(`Total ${figuresOf(total)}`)
})

it('the federal report of an empty year has all categories with 0, on one page', async () => {
  const { totalPages, text } = await download(years.empty)
  expect([
    totalPages,
    text.includes('Total 0 0,00 0 0 0 0,00'),
    text.includes('du 01.04.1990 au 31.03.1991'),
  ]).toEqual([1, true, true])
})

it('the federal report has the logo of the SIS, if it can be printed', async () => {
  const set = (type: string, image: Buffer) =>
    api.sql(
      'insert into app.sis_logos (type, image) values ($1, $2) on conflict (sis_key) do update set type = $1, image = $2',
      [type, image],
    )
  const drawn = async () => (await download(years.full)).bytes.includes('/Subtype /Image')
  await set('image/png', makePng({ width: 30, height: 20 }))
  expect(await drawn()).toBe(true)
  await set('image/png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  expect(await drawn()).toBe(false)
  await set('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'))
  expect(await drawn()).toBe(false)
})

it('the federal report of an unknown year is not found', async () => {
  expect(await api.told('GET /statistiques/987654/rapport')).toEqual([
    404,
    { error: 'Exercice comptable inconnu' },
  ])
})
