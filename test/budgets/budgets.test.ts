import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { cases as allCases } from './cases.ts'
import { type Effort, total } from './effort.ts'
import { writes } from './writes.ts'
import { large, useYears, usual } from './years_fixture.ts'

const file = join(import.meta.dirname, 'budgets.json')
const hint =
  'If an operation must take more, write the budgets again: TEST_BUDGETS=write npx vitest run test/budgets'

/** Budget of a case in analyzed databases, and known faults of it (`but`). */
type Budget = Record<keyof Effort, number> & { but?: string[] }
const parts = ['rows', 'buffers', 'calls'] as const
let budgets: Record<string, Budget> = JSON.parse(readFileSync(file, 'utf8'))
// `add` measures only the cases without a budget, `write` all of them.
const mode = process.env.TEST_BUDGETS
const cases = mode === 'add' ? allCases.filter(({ name }) => !(name in budgets)) : allCases
const names = cases.map(({ name }) => name).toSorted()

// Figures of a year compare it with the year before, so the short history has two.
const short = useYears(2)
const long = useYears(10)

type Efforts = Map<string, Effort>
const measured = {} as Record<'short' | 'large' | 'long' | 'unanalyzed', Efforts>

beforeAll(async () => {
  const measureShort = async () => {
    const [few, many] = [await short.record(cases, usual), await short.record(cases, large)]
    measured.short = await short.measure(few, { analyzed: true })
    measured.large = await short.measure(many, { analyzed: true })
  }
  const measureLong = async () => {
    const recorded = await long.record(cases, usual)
    measured.unanalyzed = await long.measure(recorded, { analyzed: false })
    measured.long = await long.measure(recorded, { analyzed: true })
  }
  await Promise.all([measureShort(), measureLong()])
  if (mode === 'add' || mode === 'write') budgets = writeBudgets()
}, 900_000)

it('every operation keeps to its budget', () => {
  const over = names.flatMap((name) =>
    parts.flatMap((part) => {
      const [most, allowed] = [spent(name, part), budgets[name]?.[part] ?? 0]
      if (most <= allowed * tolerance(name, part) + 3) return []
      return [
        `${name}: ${most} ${part} instead of ${allowed} (${largest(measured.long.get(name)?.[part] ?? {})})`,
      ]
    }),
  )
  expect(over, hint).toEqual([])
})

it('no operation takes more with a longer history', () => {
  expect(
    unexpected(LONGER, (name) => grows(measured.short, measured.long, name, 1.2)),
    hint,
  ).toEqual([])
})

it('no operation needs the planner’s statistics', () => {
  expect(
    unexpected(UNANALYZED, (name) => grows(measured.long, measured.unanalyzed, name, 1.2)),
    hint,
  ).toEqual([])
})

it('no operation calls a function for each row that answers the same for all rows', () => {
  const repeated = names.flatMap((name) => repeatedCalls(name).map((but) => ({ name, but })))
  expect(
    repeated.filter(({ name, but }) => !budgets[name]?.but?.includes(but)),
    hint,
  ).toEqual([])
})

const LONGER = 'more with a longer history'
const UNANALYZED = 'more without statistics'

const unexpected = (but: string, happens: (name: string) => boolean) =>
  names.filter((name) => happens(name) && !budgets[name]?.but?.includes(but))

const sum = (efforts: Efforts, name: string, part: keyof Effort) => total(efforts.get(name)?.[part] ?? {})

const spent = (name: string, part: keyof Effort) =>
  Math.max(sum(measured.short, name, part), sum(measured.long, name, part))

// Pages differ by a few, as the rows that fill them do. Writes that were rolled back leave dead rows, which later
// writes read too.
const tolerance = (name: string, part: keyof Effort) => (part !== 'calls' && name in writes ? 1.6 : 1.02)

// Whether rows or pages are more than `ratio` times as many. A few pages are the depth of an index.
function grows(before: Efforts, after: Efforts, name: string, ratio: number): boolean {
  const most = name in writes ? ratio * 1.6 : ratio
  return (['rows', 'buffers'] as const).some(
    (part) => sum(after, name, part) > sum(before, name, part) * most + 8,
  )
}

// Functions without arguments that are called more often where there is more of everything.
function repeatedCalls(name: string): string[] {
  const [few, many] = [measured.short, measured.large].map((each) => each.get(name)?.calls ?? {})
  return Object.entries(many ?? {})
    .filter(([called, count]) => called.endsWith('()') && count > (few?.[called] ?? 0))
    .map(([called]) => `${called} for each row`)
    .toSorted()
}

function writeBudgets(): Record<string, Budget> {
  const lines = allCases
    .map(({ name }) => name)
    .toSorted()
    .map((name) => {
      const known = budgets[name]
      if (mode === 'add' && known !== undefined) return lineOf(name, known)
      const [rows = 0, buffers = 0, calls = 0] = parts.map((part) => spent(name, part))
      const but = [
        ...(grows(measured.short, measured.long, name, 1.15) ? [LONGER] : []),
        ...(grows(measured.long, measured.unanalyzed, name, 1.15) ? [UNANALYZED] : []),
        ...repeatedCalls(name),
      ]
      return lineOf(name, { rows, buffers, calls, ...(but.length > 0 && { but }) })
    })
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

function lineOf(name: string, { rows, buffers, calls, but = [] }: Budget): string {
  const ending = but.length > 0 ? `, "but": ${JSON.stringify(but).replaceAll('","', '", "')}` : ''
  return `  ${JSON.stringify(name)}: { "rows": ${rows}, "buffers": ${buffers}, "calls": ${calls}${ending} }`
}

function largest(counts: Record<string, number>): string {
  const sorted = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
  return sorted
    .slice(0, 4)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
