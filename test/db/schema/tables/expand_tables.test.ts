import { expect, it } from 'vitest'
import { expandTables } from '../../../../src/db/schema/tables/expand_tables.ts'
import { parseTableLine, type TableLine } from '../../../../src/db/schema/tables/table_line.ts'

/** Lines of tables, by table. */
function tablesOf(...lines: string[]): Map<string, TableLine> {
  return new Map(
    lines.map((text) => {
      const [kind = '', said = ''] = text.replace('--!', '').split(/ (.*)/)
      const { line } = parseTableLine(kind as TableLine['kind'], said)
      return [line.table, line]
    }),
  )
}

const expandLine = (line: string) => expandTables(line, tablesOf(line))

it('replaces the line of a table by its policies and triggers', () => {
  expect(expandLine('--!tenant app.casques, part of sapeurs, marks sapeurs, journal without secret')).toBe(
    `--! Expanded app.casques
alter table app.casques enable row level security;
alter table app.casques force row level security;
drop policy if exists locataire on app.casques;
create policy locataire on app.casques as restrictive using (sis_key = request.sis_key());
drop trigger if exists _850_contenu on app.casques;
create trigger _850_contenu after insert or update or delete on app.casques
  for each row execute function app.tg_contenu('sapeurs', 'sapeur_id');
drop trigger if exists _870_changement on app.casques;
create trigger _870_changement after insert or update or delete on app.casques
  for each row execute function audit.tg_changement('sapeurs');
drop trigger if exists _880_changement on app.casques;
create trigger _880_changement after truncate on app.casques
  for each statement execute function audit.tg_changement('sapeurs');
drop trigger if exists _900_journal on app.casques;
create trigger _900_journal after insert or update or delete on app.casques
  for each row execute function audit.tg_journal('secret');
--! EndExpanded`,
  )
})

it.each([
  ['--!tenant app.a, analysts', /policy octroi [\s\S]* policy analyste [\s\S]* policy national /],
  ['--!tenant app.a, versioned by jour', /_020_version [\s\S]*request\.tg_if_match\('jour'\)/],
  ['--!tenant app.a, part of b, part of c', /_850_contenu [\s\S]*'b_id'[\s\S]* _860_contenu [\s\S]*'c_id'/],
  ['--!tenant auth.a, part of roles', /coalesce\(request\.sis_key\(\), sis_key\)[\s\S]*auth\.tg_contenu/],
  ['--!shared app.a, marks listes', /audit\.tg_changement\('listes', '\*'\)/],
])('%s', (line, expected) => {
  expect(expandLine(line)).toMatch(expected)
})

it('leaves the journal to others, or makes nothing at all', () => {
  expect(expandLine('--!tenant app.a, journal apart')).not.toContain('_900_journal')
  expect(expandLine('--!table jobs.a, neutral b')).toBe('--! Expanded jobs.a\n--! EndExpanded')
})

it('keeps as many lines outside the expansion as the line had', () => {
  expect(expandLine('--!table jobs.a,\n--!  neutral b\n--!   c')).toBe(
    '--! Expanded jobs.a\n--! EndExpanded\n\n',
  )
})

it.each([
  [
    'versioned',
    "  when 'app.a' then return (select r.version from app.a r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);",
  ],
  ['permission of a record with parts', "  when 'a' then 'sapeur.modification'"],
  ['journal for', "  when ressource in ('a', 'c') then request.sis_with('sapeur.lecture')"],
])('makes the list « %s » of the tables that say so', (list, expected) => {
  const tables = tablesOf(
    '--!tenant app.a, versioned, journal for sapeur.lecture',
    '--!tenant app.b, part of a',
    '--!tenant app.c, journal for sapeur.lecture',
  )
  const record = tables.get('app.a')
  if (record) record.permission = 'sapeur.modification'
  expect(expandTables(`  --!each ${list}`, tables)).toBe(
    `--! Expanded each ${list}\n${expected}\n--! EndExpanded`,
  )
})

it('refuses a list that does not exist', () => {
  expect(() => expandTables('--!each colour', new Map())).toThrow('« --!each colour » n’existe pas.')
})
