import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../src/config.ts'

/** The rules of squawk that a migration breaks, as `npm run check` asks. */
function brokenRules(sql: string): string[] {
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/squawk'), ['--reporter', 'json'], {
    cwd: root,
    input: sql,
    encoding: 'utf8',
  })
  return (JSON.parse(stdout) as { rule_name: string }[]).map(({ rule_name }) => rule_name)
}

it.each([
  [
    'a new column that rows of the previous release would lack',
    'adding-required-field',
    'add column heure time not null',
  ],
  ['a column that goes', 'ban-drop-column', 'drop column quantite'],
  ['a column with another name', 'renaming-column', 'rename column total to montant'],
  ['a column with another type', 'changing-column-type', 'alter column quantite type integer'],
  [
    'a constraint that reads the whole table under its lock',
    'constraint-missing-not-valid',
    'add constraint c check (total > 0)',
  ],
])('finds %s', (_what, rule, change) => {
  expect(brokenRules(`alter table app.ecritures ${change};`)).toContain(rule)
})

it('finds an index that holds up the writes to a table', () => {
  expect(brokenRules('create index ecritures_date_idx on app.ecritures (sis_key, date);')).toContain(
    'require-concurrent-index-creation',
  )
})

it('lets pass what adds only, and files of sql/ run again', () => {
  expect(brokenRules('alter table app.ecritures add column remarque text not null default $$$$;')).toEqual([])
  expect(brokenRules(readFileSync(join(root, 'sql/app/comptabilite/ecritures.sql'), 'utf8'))).toEqual([])
})

it('lets pass what is explained', () => {
  const sql =
    '-- Unused since 0.1.0.\n-- squawk-ignore ban-drop-column\nalter table app.ecritures drop column quantite;'
  expect(brokenRules(sql)).toEqual([])
})
