import { expect, it } from 'vitest'
import { madeObjects } from '../../../src/db/schema/made_objects.ts'

it.each([
  ['create table if not exists app.a (b text);', 'table app.a', true],
  ['create unique index if not exists a_b_idx on app.a (b);', 'index a_b_idx', true],
  ['create or replace view stats.a as select 1;', 'view stats.a', false],
  ['create policy lecture on app.a for select using (true);', 'policy lecture on app.a', false],
  ['create trigger _100_a after insert on app.a execute function f();', 'trigger _100_a on app.a', false],
  [
    'create or replace function api.a(b bigint, c text default null, d timestamptz default now()) returns json as $$$$;',
    'function api.a(b bigint, c text, d timestamptz)',
    false,
  ],
])('names what is made by %s', (sql, name, once) => {
  expect(madeObjects(sql)).toEqual([{ name, once, statement: sql.slice(0, -1) }])
})

it('leaves out what makes nothing', () => {
  expect(madeObjects('grant select on app.a to b; drop policy if exists p on app.a;')).toEqual([])
})
