import { expect, it } from 'vitest'
import { saysTheSame, splitStatements } from '../../../src/db/schema/split_statements.ts'

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text)

it('splits at semicolons, without comments and with single spaces', () => {
  expect(texts('-- One; or two.\nselect 1;\n\n  select /* ; */ 2\n   where true;\n')).toEqual([
    'select 1',
    'select 2 where true',
  ])
})

it('leaves semicolons and spaces in strings, names and bodies', () => {
  const sql = `select 'a;  b', "c;d", E'\\';'; do $$ begin; end;  $$; select $x$ $$; $x$, $1;`
  expect(texts(sql)).toEqual([
    `select 'a;  b', "c;d", E'\\';'`,
    'do $$ begin; end;  $$',
    'select $x$ $$; $x$, $1',
  ])
})

it('keeps the body of begin atomic together', () => {
  const body = 'create function f() begin atomic select case when true then 1 end; select 2; end'
  expect(texts(`${body}; select 3;`)).toEqual([body, 'select 3'])
})

it('gives the place of each statement', () => {
  const sql = '-- One.\nselect 1;\nselect 2'
  expect(splitStatements(sql).map(({ start, end }) => sql.slice(start, end))).toEqual([
    'select 1;',
    'select 2',
  ])
})

it.each([
  ['a comment', '-- Why.\nselect 1;', 'select 1;', true],
  ['the order', 'select 1; select 2;', 'select 2;\nselect 1;', true],
  ['a value', 'select 1;', 'select 2;', false],
  ['the body of a function', 'do $$ begin end $$;', 'do $$ -- Why.\nbegin end $$;', false],
])('compares two files that differ in %s', (_what, one, other, same) => {
  expect(saysTheSame(one, other)).toBe(same)
})
