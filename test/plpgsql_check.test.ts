import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from './support/database.ts'

const database = useDatabase('template_migrated')

/** Findings of plpgsql_check about functions that are right, and the reasons. */
const explained: [finding: RegExp, reason: string][] = [
  [
    /^audit\.tg_changement\(\) on app\.\w+ error: record "(old|new)" has no field "sis_key"$/,
    'a table that all SIS share has * as its argument, and returns before',
  ],
  [
    /^(app|auth)\.version_of\(text,text\) warning extra: control reached end of function without RETURN$/,
    'a case without else raises when no branch fits',
  ],
  [
    /^(request\.(open|enter)|auth\.open_request)\(.*\) warning extra: never read variable "v_settings"$/,
    'an assignment runs the settings of a request faster than statements of their own',
  ],
  [
    /^api\.import_lignes\(text,jsonb\) warning: name of parameter "(table|column|constraint)" is reserved keyword$/,
    'the results bear the names that errors of PostgreSQL have',
  ],
  [
    /^app\.simulate_decompte\(jsonb\) warning extra: composite OUT variable "decompte" is not single argument$/,
    'it returns a record beside the list of its payments',
  ],
]

/** A trigger function is checked with each table and the transition tables that a trigger of it has. */
const query = `
  select distinct format('%s%s %s: %s', p.oid::regprocedure, ' on ' || t.tgrelid::regclass, f.level, f.message) as finding
    from pg_proc p
    join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
    left join (select distinct tgfoid, tgrelid, tgoldtable, tgnewtable from pg_trigger where not tgisinternal) t
      on t.tgfoid = p.oid
   cross join lateral plpgsql_check_function_tb(
           p.oid, coalesce(t.tgrelid, 0), oldtable => t.tgoldtable, newtable => t.tgnewtable,
           extra_warnings => true, other_warnings => true, security_warnings => true, compatibility_warnings => true) f
   where p.pronamespace = any ('{request,auth,app,api,jobs,stats,audit}'::regnamespace[])
   order by 1`

beforeAll(async () => {
  const admin = await database.as('admin')
  await admin.query('create extension plpgsql_check')
})

async function findings(): Promise<string[]> {
  const admin = await database.as('admin')
  const { rows } = await admin.query<{ finding: string }>(query)
  return rows.map((row) => row.finding)
}

it('finds nothing in any plpgsql function that is not explained here', async () => {
  const found = await findings()
  expect(found.filter((finding) => !explained.some(([pattern]) => pattern.test(finding)))).toEqual([])
  for (const [pattern] of explained) expect(found.some((finding) => pattern.test(finding))).toBe(true)
})

it('finds a column that does not exist, in a trigger too', async () => {
  const admin = await database.as('admin')
  await admin.query('begin')
  await admin.query(`
    create function app.faulty() returns void language plpgsql as $$ begin perform s.nom_de_famille from app.sapeurs s; end $$;
    create function app.tg_faulty() returns trigger language plpgsql as $$ begin new.nom_de_famille := 'x'; return new; end $$;
    create trigger faulty before insert on app.sapeurs for each row execute function app.tg_faulty()`)
  const found = await findings()
  await admin.query('rollback')
  expect(found).toContain('app.faulty() error: column s.nom_de_famille does not exist')
  expect(found).toContain('app.tg_faulty() on app.sapeurs error: record "new" has no field "nom_de_famille"')
})
