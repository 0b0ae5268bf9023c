import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const SIS = 30
const YEARS = 10
/**
 * The number of SIS, one of its years, the interventions of a year, and the presences, vehicles and materials
 * of each.
 */
const [ours, annee, cases, lines] = ['sis7', 2020, 44, 2]
/** The exercices of a year, and the people of each. */
const [exercices, people] = [9, 5]
const lists = ['intervention_sapeurs', 'intervention_vehicules', 'intervention_materiels']
/** The entries of a year. */
const ecritures = 60
const growing = ['interventions', ...lists, 'exercices', 'exercice_sapeurs', 'ecritures']
const logins: string[] = []

beforeAll(async () => {
  const admin = await database.as('admin')
  await admin.query(`
    -- Without this, the visibility map is incomplete until the log is written.
    set synchronous_commit = on;
    select auth.add_sis('sis' || n, 'SIS ' || n, 'SIS ' || n) from generate_series(1, ${SIS}) n;
    -- Without journal and foreign keys, which is much faster.
    set session_replication_role = replica;
    delete from app.interventions;
    insert into app.exercices_comptables (sis_key, annee, designation, debut, fin)
    select 'sis' || s, 2014 + y, 2014 + y, make_date(2014 + y, 1, 1), make_date(2014 + y, 12, 31)
      from generate_series(1, ${SIS}) s, generate_series(1, ${YEARS}) y;
    insert into app.interventions (sis_key, exercice_comptable_id, no, numero, date_debut, heure_debut, date_fin, heure_fin, objet, description,
                                   stat_federal_id, type_intervention_id, intervention_traitement_id)
    select e.sis_key, e.id, n, e.annee || '-' || n, e.debut + n, '08:00', e.debut + n, '12:00', 'Feu', repeat('Fumée. ', 30),
           1 + n % 11, 1 + n % 17, 1 + n % 3
      from app.exercices_comptables e, generate_series(1, ${cases}) n
     where e.sis_key ~ '^sis'
     -- In the order of time, which scatters the rows of one SIS.
     order by e.debut + n;
    insert into app.intervention_sapeurs (sis_key, intervention_id, sapeur_id, debut, fin)
    select i.sis_key, i.id, p, i.date_debut + p * interval '1 hour', i.date_debut + (p + 1) * interval '1 hour'
      from app.interventions i, generate_series(1, ${lines}) p;
    insert into app.intervention_vehicules (sis_key, intervention_id, vehicule_id)
    select i.sis_key, i.id, n from app.interventions i, generate_series(1, ${lines}) n;
    insert into app.intervention_materiels (sis_key, intervention_id, materiel_id, quantite)
    select i.sis_key, i.id, n, 1 from app.interventions i, generate_series(1, ${lines}) n;
    insert into app.exercices (sis_key, exercice_comptable_id, designation, date, heure, duree, statut)
    select e.sis_key, e.id, n, e.debut + n, '19:30', 90, 2
      from app.exercices_comptables e, generate_series(1, ${exercices}) n
     order by e.debut + n;
    insert into app.exercice_sapeurs (sis_key, exercice_id, sapeur_id, present)
    select e.sis_key, e.id, n, true from app.exercices e, generate_series(1, ${people}) n;
    insert into app.ecritures (sis_key, exercice_comptable_id, sapeur_id, date, designation, total, module, compte_id)
    select e.sis_key, e.id, 1 + n % 20, e.debut + n, 'Solde', 52.5, n % 3, 1 + n % 4
      from app.exercices_comptables e, generate_series(1, ${ecritures}) n
     where e.sis_key ~ '^sis'
     order by e.debut + n;
    set session_replication_role = origin`)
  for (const table of [...growing, 'exercices_comptables', 'types_intervention'])
    await admin.query(`vacuum (analyze) app.${table}`)
  await addLogin('caserne_analyst', [ours])
  await addLogin('caserne_analyst', [ours, 'sis3', 'hs'])
  await addLogin('caserne_national', [])
}, 60_000)

async function addLogin(group: string, sis: string[]): Promise<void> {
  const admin = await database.as('admin')
  const name = `${database.name}_${logins.length}`
  await admin.query(`create role ${name} in role ${group}`)
  await admin.query('insert into auth.analystes (sis_key, login) select unnest($1::text[]), $2', [sis, name])
  logins.push(name)
}

afterAll(async () => {
  for (const name of logins) await (await database.as('admin')).query(`drop role ${name}`)
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/** The executed nodes of the plans of a statement, and of the functions that it calls. */
async function planOf(opening: string[], statement: string): Promise<Plan[]> {
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
      set auto_explain.log_analyze = on;
      set auto_explain.log_nested_statements = on;
      set auto_explain.log_format = json;
      set auto_explain.log_level = notice;
      set jit = off`)
    for (const each of opening) await client.query(each)
    await client.query(statement)
    return plans.flatMap(nodes)
  } finally {
    await client.end()
  }
}

/** The number of rows of a table that a plan read, and discarded. */
function rowsRead(plan: Plan[], table: string): number {
  return plan
    .filter((node) => node['Relation Name'] === table)
    .reduce((before, node) => {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
      return before + Math.round((node['Actual Rows'] + removed) * node['Actual Loops'])
    }, 0)
}

const scans = (plan: Plan[]) =>
  plan
    .filter((node) => growing.includes(node['Relation Name'] ?? ''))
    .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`)
const byIndex = 'Index Only Scan interventions_statistique_idx'

const asApi = [
  'set plan_cache_mode = force_generic_plan',
  'begin',
  'set local role caserne_api',
  `select request.open(null, '${ours}', '{intervention.lecture,exercice.lecture,comptabilite.lecture}', null)`,
]
const asLogin = (n: number) => [`set session authorization ${logins[n]}`]
const yearId = `(select id from app.exercices_comptables where sis_key = '${ours}' and annee = ${annee})`
const hisYearId = yearId.replace('app.', 'stats.')

describe('a year of one SIS over REST', () => {
  // Operations that compare with the year before read two years.
  it.each([
    ['list_stat_federal', 2],
    ['list_stat_intervention', 2],
    ['list_statistique_stat_federal', 1],
    ['list_statistique_type_intervention', 1],
    ['list_statistique_intervention_traitement', 1],
    ['list_statistique_mensuel', 1],
  ])('is read from its own part of the index by %s', async (name, years) => {
    const plan = await planOf(asApi, `select api.${name}(${yearId})`)
    expect(new Set(scans(plan))).toEqual(new Set([byIndex]))
    expect(rowsRead(plan, 'interventions')).toBe(years * cases)
  })

  // Presences are listed, and counted.
  it.each([
    ['vehicule', 'intervention_vehicules', 1],
    ['materiel', 'intervention_materiels', 1],
    ['presence_intervention', 'intervention_sapeurs', 2],
  ])('in list_statistique_%s reads its own lines only', async (name, table, times) => {
    const plan = await planOf(asApi, `select api.list_statistique_${name}(${yearId})`)
    expect(scans(plan).filter((each) => each.startsWith('Seq Scan'))).toEqual([])
    expect(rowsRead(plan, table)).toBe(times * cases * lines)
  })

  it('reads its own exercices only', async () => {
    const plan = await planOf(asApi, `select api.list_statistique_presence_exercice(${yearId})`)
    expect(rowsRead(plan, 'exercices')).toBe(exercices)
    expect(rowsRead(plan, 'exercice_sapeurs')).toBe(exercices * people)
  })
})

describe.each([
  ['an analyst', () => asLogin(0)],
  ['an analyst of all', () => asLogin(2)],
  ['the data API', () => asApi],
])('a year of a SIS, read by %s,', (_who, as) => {
  it.each([
    ['vehicules', 'intervention_vehicules', cases * lines],
    ['materiels', 'intervention_materiels', cases * lines],
    ['presences_interventions', 'intervention_sapeurs', cases * lines],
    ['exercices', 'exercice_sapeurs', exercices * people],
    ['presences_exercices', 'exercice_sapeurs', exercices * people],
    ['comptes_mensuels', 'ecritures', ecritures],
    ['bilan_comptes', 'ecritures', ecritures],
  ])('in stats.%s reads its own lines only', async (view, table, rows) => {
    const plan = await planOf(
      as(),
      `select * from stats.${view} where sis_key = '${ours}' and annee = ${annee}`,
    )
    expect(scans(plan).filter((each) => each.startsWith('Seq Scan'))).toEqual([])
    expect(rowsRead(plan, table)).toBe(rows)
  })
})

describe('a year, read by an analyst', () => {
  const federal = `select * from stats.federal where annee = ${annee}`
  it.each([
    ['of one SIS', 0, federal, 2],
    ['of one SIS, by type', 0, `select * from stats.types where annee = ${annee}`, 1],
    ['of one SIS, by traitement', 0, `select * from stats.traitements where annee = ${annee}`, 1],
    ['of one SIS, by its id', 0, `select * from stats.types where exercice_comptable_id = ${hisYearId}`, 1],
    ['of some', 1, federal, 4],
    ['of some, naming one', 1, `${federal} and sis_key = '${ours}'`, 2],
    ['of all', 2, federal, SIS * 2],
    ['of all, for its own figures only,', 2, `select sum(nb) from stats.federal where annee = ${annee}`, SIS],
    ['of all, naming one', 2, `${federal} and sis_key = '${ours}'`, 2],
  ])('%s is read from the index, and no other year with it', async (_who, login, statement, years) => {
    const plan = await planOf(asLogin(login), statement)
    expect(new Set(scans(plan))).toEqual(new Set([byIndex]))
    expect(rowsRead(plan, 'interventions')).toBe(years * cases)
  })

  it('looks up the analyst’s grants a few times, not once per row', async () => {
    const plan = await planOf(asLogin(1), `select sum(secondes) from stats.presences where annee = ${annee}`)
    const asked = plan.filter((node) => node['Relation Name'] === 'analystes')
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.reduce((before, node) => before + node['Actual Loops'], 0)).toBeLessThan(20)
    expect(rowsRead(plan, 'intervention_sapeurs')).toBe(2 * cases * lines)
  })
})
