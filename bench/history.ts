import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withConnection } from './connection.ts'
import { fillDatabase, openData, startFilling } from './data/open_data.ts'
import { evenShape, shapes, sisKey } from './data/sizes.ts'
import { setAnalyzed } from './data/statistics.ts'
import { heading } from './heading.ts'
import { hotStatements } from './history/hot_statements.ts'
import { type Cost, measure, type Subject } from './history/measure.ts'
import { plot } from './history/plot.ts'
import { postgresVersion, started } from './setting.ts'

const YEARS = [1, 2, 5, 10]
const SIS = [2, 20, 200, 1200]
const YEARS_SIS = 20
const FILE = 'docs/images/history.svg'

/**
 * Measures the statements that are asked most, with more and more years of history, with more and more SIS, and on a
 * database that was never analyzed. All SIS are equal, and the asked SIS has the same current year everywhere. Draws
 * the times in docs/images/history.svg.
 * @param rounds repetitions of each statement.
 */
export async function benchHistory(rounds: number): Promise<void> {
  const server = started.add(await startFilling('history'), (each) => each.stop())
  const make = async (name: string, sis: number, years: number) => {
    const admin = await fillDatabase(server, name, evenShape(sis, years))
    await setAnalyzed(admin, true)
    return { name, admin, hot: await hotStatements(admin, sisKey(1), true) }
  }
  const byYears: Subject[] = []
  for (const years of YEARS) byYears.push(await make(`years_${years}`, YEARS_SIS, years))
  const bySis: Subject[] = []
  for (const sis of SIS) bySis.push(await make(`sis_${sis}`, sis, 1))
  const unseen = [await forget(byYears.at(-1)), await forget(bySis.at(-1))]
  process.stdout.write(heading(`history ${rounds}`, await postgresVersion(server.adminUrl)))
  const costs = await measure([...byYears, ...bySis, ...unseen], rounds)
  process.stdout.write(`\n${table(costs)}`)
  draw(costs)
}

/** Measures pages of lists for the largest SIS of a country and for the median one. */
export async function benchLargest(size: 'M' | 'L', rounds: number): Promise<void> {
  const { admin, stop } = await openData(size)
  started.add(admin, stop)
  const keys = [sisKey(1), sisKey(shapes[size].sis / 2)]
  const subjects = await Promise.all(
    keys.map(async (name) => ({ name, admin, hot: pagesOf(await hotStatements(admin, name, false)) })),
  )
  process.stdout.write(heading(`history ${size} ${rounds}`, await postgresVersion(admin)))
  await compare(subjects, rounds, ['largest SIS', 'median SIS', 'ratio'])
}

/** Measures what policies cost: the hot statements as the API's login, and as a superuser, who bypasses them. */
export async function benchPolicies(rounds: number): Promise<void> {
  const { admin, stop } = await openData('M')
  started.add(admin, stop)
  const hot = await hotStatements(admin, sisKey(shapes.M.sis / 2), false)
  process.stdout.write(heading(`policies ${rounds}`, await postgresVersion(admin)))
  const subjects = [
    { name: 'off', admin, hot, bypasses: true },
    { name: 'on', admin, hot },
  ]
  await compare(subjects, rounds, ['policies off', 'policies on', 'speed on ÷ off'])
}

async function compare(subjects: Subject[], rounds: number, names: string[]): Promise<void> {
  const costs = await measure(subjects, rounds)
  const rows = [...costs].map(([name, [one, other]]) =>
    line([name, cell(one), cell(other), ratio(one, other)]),
  )
  process.stdout.write(
    ['', `| ms (rows, pages) | ${names.join(' | ')} |`, '|---|---|---|---|', ...rows, ''].join('\n'),
  )
}

// A copy of a database that was never analyzed.
async function forget(subject: Subject | undefined): Promise<Subject> {
  if (subject === undefined) throw new Error('nothing to copy')
  const name = `${subject.name}_unseen`
  const url = new URL(subject.admin)
  await withConnection(Object.assign(new URL(url), { pathname: 'postgres' }).href, async (client) => {
    await client.query(`create database ${name} template ${subject.name} strategy file_copy`)
    await client.query(`grant connect on database ${name} to caserne_api`)
  })
  const admin = Object.assign(url, { pathname: name }).href
  await setAnalyzed(admin, false)
  return { ...subject, name, admin }
}

const pagesOf = (hot: Subject['hot']) => hot.filter(({ name }) => name.includes('limit='))

function table(costs: Map<string, Cost[]>): string {
  const rows = [...costs].map(([name, all]) => {
    const [one, ten, two, many, unseenTen, unseenMany] = [0, 3, 4, 7, 8, 9].map((at) => all[at])
    return line([
      name,
      ...[one, ten, two, many].map(cell),
      ratio(ten, one),
      ratio(many, two),
      ratio(unseenTen, ten),
      ratio(unseenMany, many),
    ])
  })
  const head = [
    'ms (rows, pages)',
    '1 year',
    '10 years',
    '2 SIS',
    '1,200 SIS',
    '10 ÷ 1 year',
    '1,200 ÷ 2 SIS',
    'never analyzed ÷ analyzed, 10 years',
    '1,200 SIS',
  ]
  return `${[line(head), `|${'---|'.repeat(head.length)}`, ...rows].join('\n')}\n`
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`

const cell = (cost: Cost | undefined) =>
  cost ? `${cost.cpuMs.toFixed(2)} (${cost.rows}, ${cost.pages})` : ''

const ratio = (over: Cost | undefined, under: Cost | undefined) =>
  ((over?.cpuMs ?? 0) / (under?.cpuMs ?? 1)).toFixed(2)

function draw(costs: Map<string, Cost[]>): void {
  const lines = (from: number) =>
    [...costs].map(([name, all]) => ({
      name,
      values: all.slice(from, from + YEARS.length).map(({ cpuMs }) => cpuMs),
    }))
  const svg = plot('Processor time of a statement, ms', [
    { title: `years of history (${YEARS_SIS} SIS)`, steps: YEARS.map(String), lines: lines(0) },
    { title: 'number of SIS (1 year)', steps: SIS.map(String), lines: lines(YEARS.length) },
  ])
  mkdirSync(join(import.meta.dirname, '../docs/images'), { recursive: true })
  writeFileSync(join(import.meta.dirname, '..', FILE), svg)
}
