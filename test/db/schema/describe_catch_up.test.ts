import { expect, it } from 'vitest'
import { catchUp } from '../../../src/db/schema/catch_up.ts'
import { printIncluded } from '../../../src/db/schema/compile_schema.ts'
import { describeCatchUp, printReport } from '../../../src/db/schema/describe_catch_up.ts'

const released = new Map([['a.sql', 'create table if not exists app.a (b text);']])
const file = (text: string) => printIncluded('a.sql', text)

/** The report of the way from one text to another. */
function report(applied: string[], wanted: string[]) {
  const [from, to] = [applied.join('\n'), wanted.join('\n')]
  return describeCatchUp(from, to, released, catchUp(from, to, released))
}

const wider = 'create table if not exists app.a (b text, c text);'
const alter = 'alter table app.a add column c text;'

it('names the files and the statements that run', () => {
  expect(report([], [alter, file(wider)])).toEqual({
    ran: ['sql/a.sql', 'migrations/current.sql : alter table app.a add column c text'],
    left: [],
  })
})

it('asks for the alter table of a table that changed', () => {
  expect(report([], [file(wider)]).left).toEqual([
    'sql/a.sql : table app.a a changé, mais existe et reste ainsi dans la base. Écrivez l’alter table dans migrations/current.sql.',
  ])
})

it('asks for the drop of what is made no longer, unless it is there', () => {
  const old = [file('create or replace function app.f(b text) returns text as $$$$;')]
  const now = file('select 1;')
  expect(report(old, [now]).left).toEqual([
    'sql/a.sql : function app.f(b text) n’y est plus, mais reste dans la base. Écrivez « drop function app.f(b text); » dans migrations/current.sql.',
  ])
  expect(report(old, ['drop function app.f(text);', now]).left).toEqual([])
})

it('names statements that were taken back', () => {
  expect(report([alter], [])).toEqual({
    ran: [],
    left: [
      'migrations/current.sql : « alter table app.a add column c text » n’y est plus, mais cette base l’a exécuté.',
    ],
  })
})

it('prints ten of what ran, and all that is left', () => {
  const ran = Array.from({ length: 12 }, (_, n) => `sql/${n}.sql`)
  expect(
    printReport({ ran, left: ['x'] })
      .split('\n')
      .slice(-3),
  ).toEqual(['Exécuté : sql/9.sql', 'Exécuté : … et 2 autres', 'À faire : x'])
  expect(printReport({ ran: [], left: [] })).toBe('')
})
