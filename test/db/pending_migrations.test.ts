import { beforeEach, expect, it } from 'vitest'
import { isUpToDate, listMigrations } from '../../src/db/list_migrations.ts'
import { isMigrated } from '../../src/db/migrate.ts'
import { pendingMigrations, runPending } from '../../src/db/pending_migrations.ts'
import { printIncluded } from '../../src/db/schema/compile_schema.ts'
import type { ProgramMigration } from '../../src/db/schema/migration_file.ts'
import { programMigrations } from '../../src/db/schema/program_migrations.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase('template_migrated')

const count = "insert into request.essai values ('compté');"
const answer = (text: string) =>
  printIncluded(
    'request/essai.sql',
    `create or replace function request.essai() returns text language sql stable as $$ select '${text}' $$;`,
  )
const first = ['create table request.essai (fait text);', count, answer('un')]
const second = [
  'create table request.essai (fait text);',
  count,
  "insert into request.essai values ('neuf');",
  answer('deux'),
]

/** A program that brings one migration more than this one, with a text of its own. */
function program(lines: string[]): ProgramMigration[] {
  const brought = programMigrations()
  const previous = brought.at(-1)?.hash ?? null
  const text = lines.join('\n')
  return [...brought, { name: '000099.sql', hash: `sha1:${lines.join().length}`, previous, text }]
}

/** Runs what is left of a program's migrations. */
async function run(lines: string[]): Promise<void> {
  const owner = await database.as('owner')
  for (const migration of await pendingMigrations(owner, program(lines))) await runPending(owner, migration)
}

async function state(lines: string[]) {
  const { appliedAt, outdated } =
    (await listMigrations(await database.as('owner'), program(lines))).at(-1) ?? {}
  return { applied: appliedAt !== null, outdated }
}

async function found() {
  const { rows } = await (await database.as('owner')).query(
    'select array(select fait from request.essai) as done, request.essai() as answer',
  )
  return rows[0]
}

beforeEach(async () => {
  await (await database.as('owner')).query(
    `drop table if exists request.essai;
     drop function if exists request.essai();
     delete from graphile_migrate.current where filename = '000099.sql';
     delete from graphile_migrate.migrations where filename = '000099.sql'`,
  )
})

it('has nothing to run in a database that is up to date', async () => {
  const owner = await database.as('owner')
  expect(await pendingMigrations(owner)).toEqual([])
  expect([await isUpToDate(owner), await isMigrated(owner)]).toEqual([true, true])
})

it('runs the whole migration in a database that lacks it', async () => {
  expect(await state(first)).toEqual({ applied: false, outdated: false })
  await run(first)
  expect(await state(first)).toEqual({ applied: true, outdated: false })
  expect(await found()).toEqual({ done: ['compté'], answer: 'un' })
})

it('runs what an earlier text lacks, and nothing twice', async () => {
  await run(first)
  expect(await state(second)).toEqual({ applied: true, outdated: true })
  await run(second)
  expect(await state(second)).toEqual({ applied: true, outdated: false })
  expect(await found()).toEqual({ done: ['compté', 'neuf'], answer: 'deux' })
})

it('goes back to an earlier text, as when one changes the branch', async () => {
  await run(first)
  await run(second)
  expect(await state(first)).toEqual({ applied: true, outdated: true })
  await run(first)
  expect(await state(first)).toEqual({ applied: true, outdated: false })
  expect(await found()).toEqual({ done: ['compté', 'neuf'], answer: 'un' })
})

it('lets servers go on that know an earlier text', async () => {
  await run(first)
  await run(second)
  const api = await database.as('api')
  for (const lines of [first, second]) {
    const { rows } = await api.query('select request.has_migration($1) as has', [program(lines).at(-1)?.hash])
    expect(rows).toEqual([{ has: true }])
  }
})

it('names the file and the line of a fault, and changes nothing', async () => {
  await run(first)
  const wrong = printIncluded('request/faux.sql', '-- Faux.\nselect request.nothing();')
  await expect(run([...first, count.replace('compté', 'trop'), wrong])).rejects.toThrow(
    'sql/request/faux.sql:2: function request.nothing() does not exist',
  )
  const column = 'alter table request.essai drop column faux;'
  await expect(run([...first, column])).rejects.toThrow(
    'migrations/current.sql:4: column "faux" of relation "essai" does not exist',
  )
  expect(await found()).toEqual({ done: ['compté'], answer: 'un' })
  expect(await state(first)).toEqual({ applied: true, outdated: false })
})

it('refuses a database that has a text nobody knows', async () => {
  await run(first)
  await (await database.as('owner')).query(
    "delete from graphile_migrate.current where filename = '000099.sql'",
  )
  await expect(run(second)).rejects.toThrow(
    'un autre texte de la migration 000099.sql que celui de ce programme, et ne l’a pas gardé',
  )
})
