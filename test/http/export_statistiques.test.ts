import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { readXlsx } from '../support/read_xlsx.ts'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { hostile, plantHostileNames, readTables } from './export_fixture.ts'
import { plantHistory } from './statistiques_fixture.ts'

const api = useDataApi()
const comptable = 'comptable@example.org'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const sums = ['Personnes sauvées', 'Animaux sauvés']
const bilan = ['N°', 'Désignation', 'Interventions', 'Heures', ...sums]
const titles: Record<string, string[]> = {
  'stat-federal': [...bilan, 'Interventions, année précédente', 'Heures, année précédente'],
  'stat-intervention': [...bilan, 'Interventions, année précédente', 'Heures, année précédente'],
  'type-intervention': bilan,
  'intervention-traitement': bilan,
  vehicule: ['N°', 'Désignation', 'Interventions pondérées', 'Heures'],
  materiel: ['N°', 'Désignation', 'Interventions', 'Heures', 'Quantité'],
  'presence-exercice': ['N°', 'Nom', 'Prénom', 'Présences', 'Heures'].concat(
    ...['Convocations', 'Absences', 'Remplacements', 'Excuses'],
  ),
  'presence-intervention': ['N°', 'Nom', 'Prénom', 'Interventions', 'Heures', 'Taux'],
  mensuel: ['Mois', 'Interventions', 'Heures', ...sums],
}
const figures = Object.keys(titles)
const years = { full: 0, empty: 0 }
let tables: Record<string, (string | number)[][]> = {}

beforeAll(async () => {
  await plantHistory(api.sql, 7)
  await plantHostileNames(api.sql)
  await makeAccount(api.database, { email: comptable, permissions: { hs: ['comptabilite.lecture'] } })
  const [full] = await api.sql('select id::integer from app.exercices_comptables where annee = 2001')
  const [empty] = await api.sql(
    `insert into app.exercices_comptables (annee, designation, debut, fin)
     values (1990, '1990', '1990-01-01', '1990-12-31') returning id::integer`,
  )
  Object.assign(years, { full: full?.id, empty: empty?.id })
  tables = await readTables(api, years.full)
}, 60_000)

/** The answer, as bytes. */
async function download(
  query = '',
  { year = years.full, as = 'commandant@example.org', method = 'GET' } = {},
) {
  const { accessToken } = await api.servers.signIn(as)
  const headers = { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' }
  const url = `${api.servers.urls().data}/api/v2/statistiques/${year}/export?${query}`
  const response = await fetch(url, { method, headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

const readCsv = (bytes: Buffer): string[][] => parse(bytes, { delimiter: ';' })
const byFirst = <Cell>(rows: Cell[][]) =>
  rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0]), 'fr'))

describe('a CSV', () => {
  it.each(figures)('of %s has the figures of the endpoint, cell by cell, and designations', async (name) => {
    const { status, headers, bytes } = await download(`figures=${name}`)
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      `attachment; filename="${name}-hs-2001.csv"`,
    ])
    const [head, ...rows] = readCsv(bytes)
    expect(head).toEqual(titles[name])
    const cells = (tables[name] ?? []).map((row) =>
      row.map((cell) => (String(cell).startsWith('=cmd') ? `'${cell}` : (hostile[cell] ?? String(cell)))),
    )
    expect(cells.length).toBeGreaterThan(2)
    expect(byFirst(rows)).toEqual(byFirst(cells))
  })

  it('has hostile designations, none of which a spreadsheet would calculate', async () => {
    const text = (await download('figures=type-intervention')).bytes.toString()
    for (const name of Object.values(hostile)) expect(text).toContain(name.replaceAll('"', '""'))
    expect(text).not.toMatch(/(^|;|\n)"?[=+\-@\t]/)
  })

  it('has its rows in the order of lists', async () => {
    const rows = readCsv((await download('figures=type-intervention')).bytes).slice(1)
    const tri = await api.sql('select id::text from app.types_intervention order by tri, designation')
    const known = tri.map(({ id }) => id)
    expect(rows.map(([id]) => id)).toEqual(known.filter((id) => rows.some((row) => row[0] === id)))
  })

  it('is the federal statistics by default, and has lines that end in CR LF', async () => {
    const { bytes, headers } = await download()
    expect(headers.get('content-disposition')).toBe('attachment; filename="stat-federal-hs-2001.csv"')
    expect(bytes).toEqual((await download('figures=stat-federal&format=csv')).bytes)
    expect(bytes.toString().split('\r\n')).toHaveLength(13)
  })

  it('begins with a byte order mark on request only', async () => {
    const [without, marked] = [await download('bom=false'), await download('bom=true')]
    expect(without.bytes).toEqual((await download()).bytes)
    expect(marked.bytes).toEqual(Buffer.concat([Buffer.from('efbbbf', 'hex'), without.bytes]))
  })

  it('has a decimal comma on request', async () => {
    const point = readCsv((await download('figures=presence-intervention')).bytes)
    const { bytes } = await download('figures=presence-intervention&decimale=virgule')
    const comma = readCsv(bytes)
    const numeric = (cell: string) => cell.replace(/^(\d+)\.(\d+)$/, '$1,$2')
    expect(comma).toEqual(point.map((row) => row.map(numeric)))
    expect(comma.flat().filter((cell) => /^\d+,\d\d$/.test(cell)).length).toBeGreaterThan(5)
    // Here the comma separates nothing.
    expect(bytes.toString()).toMatch(/;\d+,\d\d;/)
    expect(bytes.toString()).not.toMatch(/"\d+,\d\d"/)
  })
})

describe('a workbook', () => {
  const serial = (month: string) => (Date.parse(`${month}-01`) - Date.UTC(1899, 11, 30)) / 86_400_000
  const cellOf = (cell: string | number, title: string) => {
    if (title === 'Mois') return { value: serial(String(cell)), format: 'mm.yyyy' }
    if (title === 'Taux') return { value: cell, format: '0.00%' }
    if (typeof cell === 'number') return { value: cell, format: '0' }
    const decimal = /^(Heures|Quantité)/.test(title)
    return decimal ? { value: Number(cell), format: '0.00' } : { value: cell, format: 'General' }
  }

  it('has a sheet for each table, numbers as numbers, months as dates, and texts unchanged', async () => {
    const { status, headers, bytes } = await download('format=xlsx')
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      xlsx,
      'attachment; filename="statistiques-hs-2001.xlsx"',
    ])
    const sheets = readXlsx(bytes)
    expect([...sheets.keys()]).toEqual([
      'Statistique fédérale',
      'Statistique du service',
      'Types d’intervention',
      'Traitements',
      'Véhicules',
      'Matériel',
      'Présences aux exercices',
      'Présences aux interventions',
      'Par mois',
    ])
    const found = [...sheets.values()]
    for (const [n, name] of figures.entries()) {
      const head = titles[name] ?? []
      const cells = (tables[name] ?? []).map((row) => row.map((cell, at) => cellOf(cell, head[at] ?? '')))
      const [first, ...rows] = found[n] ?? []
      expect([name, first?.map(({ value }) => value)]).toEqual([name, head])
      const sorted = (list: { value: string | number }[][]) =>
        list.toSorted((a, b) => Number(a[0]?.value) - Number(b[0]?.value))
      expect([name, sorted(rows)]).toEqual([name, sorted(cells)])
    }
  })

  it('has one sheet when one table is asked for', async () => {
    const { bytes, headers } = await download('format=xlsx&figures=vehicule')
    expect(headers.get('content-disposition')).toBe('attachment; filename="vehicule-hs-2001.xlsx"')
    expect([...readXlsx(bytes).keys()]).toEqual(['Véhicules'])
  })
})

describe('an export', () => {
  it('of an empty year has categories with 0, and no other rows', async () => {
    const year = { year: years.empty }
    const [, ...federal] = readCsv((await download('', year)).bytes)
    expect(federal).toHaveLength(11)
    for (const row of federal) expect(row.slice(2)).toEqual(['0', '0.00', '0', '0', '0', '0.00'])
    expect(readCsv((await download('figures=vehicule', year)).bytes)).toEqual([titles.vehicule])
    const sheets = readXlsx((await download('format=xlsx', year)).bytes)
    expect([...sheets.values()].map((rows) => rows.length)).toEqual([12, 9, 1, 1, 1, 1, 1, 1, 13])
  })

  it('is the same with only the permission to read accounts of pay, names included', async () => {
    for (const name of figures) {
      const own = await download(`figures=${name}`)
      expect(await download(`figures=${name}`, { as: comptable })).toMatchObject({ bytes: own.bytes })
    }
  })

  it('may be asked for by HEAD', async () => {
    const { status, headers, bytes } = await download('', { method: 'HEAD' })
    const length = String((await download()).bytes.length)
    expect([status, headers.get('content-length'), bytes.length]).toEqual([200, length, 0])
  })

  it('of an unknown format, table or year is refused', async () => {
    const said = async (query: string, year = years.full) =>
      api.told(`GET /statistiques/${year}/export?${query}`)
    const choice = (of: string) => [`La valeur doit être l’une de : ${of}.`]
    expect(await said('format=ods')).toEqual([422, { error: { format: choice('csv, xlsx') } }])
    expect(await said('figures=sapeurs')).toEqual([422, { error: { figures: choice(figures.join(', ')) } }])
    expect(await said('bom=oui')).toEqual([422, { error: { bom: ['Ce champ doit être vrai ou faux.'] } }])
    expect(await said('decimale=espace')).toEqual([422, { error: { decimale: choice('point, virgule') } }])
    expect(await said('format=xlsx', 987_654)).toEqual([404, { error: 'Exercice comptable inconnu' }])
  })
})
