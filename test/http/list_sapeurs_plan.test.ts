import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { allPermissions } from '../support/table.ts'
import { useDataApi } from './data_fixture.ts'

const { database, ask } = useDataApi()

const SIS = 10
const PEOPLE = 100
const growing = [
  'mutations',
  'particularites',
  'salaires',
  'sapeur_fonctions',
  'sapeur_grades',
  'sapeur_permis',
  'sapeurs',
]

beforeAll(async () => {
  const admin = await database.as('admin')
  await admin.query(`
    select auth.add_sis('sis' || n, 'SIS ' || n, 'SIS ' || n) from generate_series(1, ${SIS}) n;
    -- Without journal and foreign keys, which is much faster.
    set session_replication_role = replica;
    insert into app.sapeurs (sis_key, nom, prenom)
    select 'sis' || n, 'Nom ' || m, 'Prénom ' || m from generate_series(1, ${SIS}) n, generate_series(1, ${PEOPLE}) m;
    insert into app.particularites (sis_key, sapeur_id, email)
    select sis_key, id, id || '@example.org' from app.sapeurs where sis_key ~ '^sis';
    insert into app.salaires (sis_key, sapeur_id) select sis_key, id from app.sapeurs where sis_key ~ '^sis';
    insert into app.mutations (sis_key, sapeur_id, incorporation, sortie)
    select sis_key, id, make_date(2000 + n, 1, 1), case when n < 4 then make_date(2000 + n, 12, 31) end
      from app.sapeurs, generate_series(1, 4) n where sis_key ~ '^sis';
    insert into app.sapeur_fonctions (sis_key, sapeur_id, fonction_id, debut)
    select sis_key, id, n, '2015-01-01' from app.sapeurs, generate_series(1, 4) n where sis_key ~ '^sis';
    insert into app.sapeur_grades (sis_key, sapeur_id, grade_id, debut)
    select sis_key, id, n, '2015-01-01' from app.sapeurs, generate_series(1, 4) n where sis_key ~ '^sis';
    insert into app.sapeur_permis (sis_key, sapeur_id, permis_type_id, date)
    select sis_key, id, n, '2015-01-01' from app.sapeurs, generate_series(1, 3) n where sis_key ~ '^sis';
    set session_replication_role = origin;
    analyze`)
}, 60_000)

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Parent Relationship'?: string
  Plans?: Plan[]
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/** The nodes of the plans of a statement, and of the functions that it calls, as planned for the data server. */
async function planOf(statement: string): Promise<Plan[]> {
  const client = new pg.Client(database.urls.admin)
  await client.connect()
  const plans: Plan[] = []
  client.on('notice', ({ message = '' }) => {
    const json = /plan:\n(.*)$/s.exec(message)?.[1]
    if (json !== undefined) plans.push(JSON.parse(json).Plan)
  })
  try {
    await client.query(`
      load 'auto_explain';
      set auto_explain.log_min_duration = 0;
      set auto_explain.log_nested_statements = on;
      set auto_explain.log_format = json;
      set auto_explain.log_level = notice;
      set plan_cache_mode = force_generic_plan;
      set jit = off;
      begin;
      set local role caserne_api`)
    await client.query("select request.open(null, 'sis7', $1, null)", [allPermissions])
    await client.query(statement)
    return plans.flatMap(nodes)
  } finally {
    await client.end()
  }
}

it.each([
  ['list everyone', 'api.list_sapeurs()', 'salaires'],
  ['list those in service', 'api.list_sapeurs(actif => true)', 'salaires'],
  ['list a page', "api.list_sapeurs(type => '{0}', apres => '[\"Nom 5\", 1]', limite => 11)", 'salaires'],
  ['read one', 'api.get_sapeur((select max(id) from app.sapeurs))', 'sapeur_permis'],
])('%s by indexes, for any number of SIS and people', async (_what, call, unread) => {
  const plan = await planOf(`select ${call}`)
  const read = new Set(plan.map((node) => node['Relation Name']))
  expect(growing.filter((table) => !read.has(table))).toEqual([unread])
  const scanned = plan.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
  expect(scanned.filter((table) => growing.includes(table ?? ''))).toEqual([])
  // Exclusion constraints are many times as slow, which the planner does not know.
  expect(plan.filter((node) => node['Index Name']?.endsWith('_excl'))).toEqual([])
})

it.each([
  ['everyone', 'api.list_sapeurs()'],
  ['those in service', 'api.list_sapeurs(actif => true, limite => 11)'],
])('list %s by reading each table for all people at once', async (_what, call) => {
  const plan = await planOf(`select ${call}`)
  const perRow = plan.filter(
    (node) => node['Node Type'] === 'Nested Loop' || node['Parent Relationship'] === 'SubPlan',
  )
  expect(perRow).toEqual([])
})

it('list a hundred people in one statement', async () => {
  const asking = { as: 'admin@example.org', sis: 'sis7' }
  await ask('GET /sapeurs?limit=1', undefined, asking)
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    expect((await ask('GET /sapeurs?actif=true', undefined, asking)).body.data).toHaveLength(PEOPLE)
    expect(spy.mock.calls.map(([query]) => Object(query).text)).toEqual([
      'select s.state, case when s.state = any ($11) then null ' +
        'else api.list_sapeurs(actif => $6, type => $7, apres => $8, limite => $9)::text end as json ' +
        "from (select app.state_of('{listes,sapeurs,sis}', $10) as state " +
        "from auth.open_request($1, to_timestamp($2), $3, $4, $5, '{sapeur.lecture,sapeur.modification}', false) offset 0) s",
    ])
  } finally {
    spy.mockRestore()
  }
})
