import { expect, it } from 'vitest'
import { catchUp } from '../../../src/db/schema/catch_up.ts'
import { printIncluded } from '../../../src/db/schema/compile_schema.ts'
import { placeOf } from '../../../src/db/schema/place_of.ts'
import { splitStatements } from '../../../src/db/schema/split_statements.ts'

const alter = 'alter table app.groupes add column couleur text;'
const fill = "update app.groupes set couleur = 'rouge';"
const file = (name: string, text: string) => printIncluded(`api/${name}.sql`, text)

/** The statements that are left to run. */
function left(applied: string[], wanted: string[], released: [string, string][] = []): string[] {
  const files = new Map(released.map(([name, text]) => [`api/${name}.sql`, text]))
  return splitStatements(catchUp(applied.join('\n'), wanted.join('\n'), files)).map(({ text }) => `${text};`)
}

it('runs the statements that are new, in their order', () => {
  const again = 'update app.groupes set tri = 1;'
  expect(left([alter], [again, alter, fill])).toEqual([again, fill])
})

it('runs the files that are new or say something else', () => {
  const applied = [file('a', 'select 1;'), file('b', 'select 2;')]
  expect(
    left(applied, [file('a', '-- One.\nselect 1;'), file('b', 'select 3;'), file('c', 'select 4;')]),
  ).toEqual(['select 3;', 'select 4;'])
})

it('runs a file that is again as the last release left it', () => {
  const released: [string, string][] = [
    ['a', 'select 1;'],
    ['b', 'select 2;'],
  ]
  expect(left([file('a', 'select 9;')], [alter], released)).toEqual([alter, 'select 1;'])
})

it('keeps the lines of what it runs', () => {
  const before = [alter, file('a', 'select\n1;')]
  const sql = catchUp(before.join('\n'), [...before, '', fill].join('\n'), new Map())
  expect(placeOf(sql.indexOf(fill) + 1, sql, 'current.sql')).toBe('current.sql:4')
})

it('runs nothing for the same text', () => {
  expect(left([alter, file('a', 'select 1;')], [alter, file('a', 'select 1;')])).toEqual([])
})
