import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../src/config.ts'
import { buildSchema } from '../src/db/schema/build_schema.ts'
import { listSchema } from '../src/db/schema/list_schema.ts'
import { replayAndList } from '../src/db/schema/write_schema.ts'
import { useDatabase } from './support/database.ts'

const built = useDatabase('template_migrated')
const replayed = useDatabase('template_empty')

// Versions of PostgreSQL differ only in how they print a view; schema.txt comes from version 18.
const VERSION_OF_FILE = 18
// Lines that the other listing lacks, for a readable failure.
function onlyInOne(one: string, other: string): string[] {
  const [here, there] = [new Set(one.split('\n')), new Set(other.split('\n'))]
  return [...here.symmetricDifference(there)]
}
const withoutViews = (listing: string) => listing.replaceAll(/^view .*\n/gm, '')

beforeAll(() => replayAndList(replayed.urls.admin), 60_000)

// The columns of each table in their order, and its rows without what each database draws or dates by itself.
const contents = `
  select t.oid::regclass::text as table,
         (select array_agg(a.attname order by a.attnum) from pg_attribute a
           where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
         (xpath('/row/c/text()', query_to_xml(
           format('select string_agg(r, '','' order by r) as c
                     from %s x, lateral (select (to_jsonb(x) - ''{date,created_at,updated_at,marque,changed_in,secret}''::text[])::text) as r (r)',
                  t.oid::regclass), false, true, '')))[1]::text as rows
    from pg_class t
    join pg_namespace n on n.oid = t.relnamespace
   where t.relkind = 'r'
     and n.nspname in ('request', 'auth', 'app', 'jobs', 'audit', 'graphile_migrate')
   order by 1`

describe('the schema', () => {
  it('is the same when built from sql/ and from the migrations', async () => {
    const fromFiles = await listSchema(await built.as('admin'))
    const fromMigrations = await listSchema(await replayed.as('admin'))
    expect(onlyInOne(fromFiles, fromMigrations)).toEqual([])
    expect(fromFiles).toBe(fromMigrations)
    expect(fromFiles).toContain('relation app.interventions kind r owner caserne_owner rls t force t')
  })

  it('has the same columns in the same order, and the same rows', async () => {
    const inFiles = await (await built.as('admin')).query(contents)
    const inMigrations = await (await replayed.as('admin')).query(contents)
    expect(inFiles.rows.length).toBeGreaterThan(100)
    const other = (row: object, at: number) => !isDeepStrictEqual(row, inMigrations.rows[at])
    expect(inFiles.rows.filter(other)).toEqual([])
  })

  it('is what migrations/schema.txt lists', async () => {
    const admin = await replayed.as('admin')
    const { rows } = await admin.query(
      "select current_setting('server_version_num')::integer / 10000 as major",
    )
    const comparable = (listing: string) =>
      rows[0].major === VERSION_OF_FILE ? listing : withoutViews(listing)
    const file = readFileSync(join(root, 'migrations/schema.txt'), 'utf8')
    expect(onlyInOne(comparable(await listSchema(admin)), comparable(file))).toEqual([])
  })

  it('stays the same when the files are run a second time', async () => {
    const admin = await built.as('admin')
    const once = await listSchema(admin)
    await buildSchema(built.urls.admin)
    expect(await listSchema(admin)).toBe(once)
  })
})

let unchanged: Promise<string> | undefined

/** Lines that a change adds to the listing and removes from it; the change is rolled back. */
async function difference(change: string): Promise<{ added: string[]; gone: string[] }> {
  const admin = await replayed.as('admin')
  unchanged ??= listSchema(admin)
  const before = (await unchanged).split('\n')
  await admin.query('begin')
  try {
    await admin.query(change)
    const after = (await listSchema(admin)).split('\n')
    return {
      added: after.filter((line) => !before.includes(line)),
      gone: before.filter((line) => !after.includes(line)),
    }
  } finally {
    await admin.query('rollback')
  }
}

describe('the listing shows', () => {
  it('the body of a function', async () => {
    const { added, gone } = await difference(`
      create or replace function app.fuseau() returns text language sql stable as $$ select 'UTC' $$`)
    expect(gone).toEqual([
      expect.stringMatching(
        /^function app\.fuseau\(\) owner caserne_owner: .* select s\.fuseau from app\.sis s/,
      ),
    ])
    expect(added).toEqual([
      "function app.fuseau() owner caserne_owner: CREATE OR REPLACE FUNCTION app.fuseau() RETURNS text LANGUAGE sql STABLE AS $function$ select 'UTC' $function$ ",
    ])
  })

  it.each([
    [
      'the type of a column',
      'alter table app.heure_exercice_types alter tri type bigint',
      'column app.heure_exercice_types.tri bigint not null default 0   statistics 0',
    ],
    ['a new column', 'alter table app.groupes add couleur text', 'column app.groupes.couleur text  '],
    [
      'a constraint',
      'alter table app.groupes add constraint court check (length(designation) < 40)',
      'constraint app.groupes court CHECK ((length(designation) < 40))',
    ],
    [
      'an index',
      'create index groupes_tri_idx on app.groupes (sis_key, tri)',
      'index CREATE INDEX groupes_tri_idx ON app.groupes USING btree (sis_key, tri)',
    ],
    [
      'the roles of a policy',
      'alter policy lecture on app.groupes using (true)',
      'policy app.groupes lecture permissive r to {public} using true check ',
    ],
    [
      'the end of forced row security',
      'alter table app.groupes no force row level security',
      'relation app.groupes kind r owner caserne_owner rls t force f ',
    ],
    [
      'a grant on one column',
      'grant update (tri) on app.unites to caserne_api',
      'grant UPDATE to caserne_api on app.unites.tri',
    ],
    [
      'a grant to public',
      'grant execute on function app.fuseau() to public',
      'grant EXECUTE to public on app.fuseau()',
    ],
    [
      'the default privileges of public on functions',
      'alter default privileges for role caserne_owner grant execute on functions to public',
      null,
    ],
    [
      'a comment',
      "comment on table app.groupes is 'Autre chose.'",
      'comment table app.groupes: Autre chose.',
    ],
    [
      'a trigger',
      'create trigger _300_encore after insert on app.interventions for each row execute function app.tg_interventions__phase()',
      'trigger app.interventions CREATE TRIGGER _300_encore AFTER INSERT ON app.interventions FOR EACH ROW EXECUTE FUNCTION app.tg_interventions__phase()',
    ],
    [
      'the definition of a view',
      "create view stats.un with (security_invoker) as select 'un' as un",
      "view stats.un: SELECT 'un'::text AS un;",
    ],
    [
      'the owner of a table',
      'alter table app.groupes owner to caserne_api',
      'relation app.groupes kind r owner caserne_api rls t force t ',
    ],
  ])('%s', async (_what, change, line) => {
    const { added, gone } = await difference(change)
    if (line === null) {
      expect(gone).toEqual(['default privileges of caserne_owner on kind f: {caserne_owner=X/caserne_owner}'])
    } else {
      expect(added.map((each) => each.trimEnd())).toContain(line.trimEnd())
    }
  })
})
