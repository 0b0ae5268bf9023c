import { describe, expect, it } from 'vitest'
import { connect } from '../../../src/db/connect.ts'
import { eventually } from './cells_fixture.ts'
import { add, sameFigures, useReporting } from './reporting_fixture.ts'

const { cells, nation, command, place } = useReporting()
const homes = () =>
  [
    [cells.first(), ['hs', 'test']],
    [cells.second(), ['val']],
  ] as [ReturnType<typeof nation>, string[]][]
const instantOf = (cell: string) => `select at from stats.cellules where cellule = '${cell}'`
const state = async () => {
  const { said } = await command(['reporting', 'status', '--url', nation().urls.admin, '--json'])
  return JSON.parse(said) as { cells: { nom: string; state: string; at: string }[]; moving: string[] }
}
const states = async () => (await state()).cells.map((cell) => `${cell.nom} ${cell.state}`)

describe('the reporting database', () => {
  it('has the rows of every view of stats as the cells have them together', async () => {
    const found = await sameFigures(nation(), homes())
    expect(Object.keys(found).length).toBeGreaterThan(35)
    expect(Object.entries(found).filter(([, rows]) => rows.length === 0)).toEqual([])
    const sum = 'select sum(nb)::int as nb from stats.federal'
    const [[first], [second], [all]] = [
      await cells.first().rows(sum),
      await cells.second().rows(sum),
      await nation().rows(sum),
    ]
    expect(all?.nb).toBe(Number(first?.nb) + Number(second?.nb))
    expect(Number(second?.nb)).toBeGreaterThan(0)
  })

  it('follows what changes in each cell', async () => {
    await add(
      cells.first(),
      'test',
      "update app.sapeurs set prenom = 'Nouveau' where id = (select min(id) from app.sapeurs)",
    )
    await add(
      cells.second(),
      'val',
      'delete from app.intervention_groupes; update app.interventions set sauve_animaux = 3',
    )
    await sameFigures(nation(), homes())
  })

  it('learns of SIS and grants where accounts are kept', async () => {
    await cells.first().rows("select auth.add_sis('ajoie', 'SIS d’Ajoie', null)")
    await eventually(nation(), "select cellule from auth.sis where api_key = 'ajoie'", [
      { cellule: 'principale' },
    ])
    await eventually(nation(), "select sis_key from stats.sis where sis_key = 'ajoie'", [
      { sis_key: 'ajoie' },
    ])
  })

  it('says of which instant the rows of each cell are', async () => {
    const [before] = await nation().rows(instantOf('sud'))
    await cells.second().rows("update request.instants set at = at - interval '2 minutes'")
    await expect.poll(states).toContain('sud silent')
    await cells.second().rows('select jobs.mark_instant()')
    const [there] = await cells.second().rows('select at from request.instants')
    expect(Number(there?.at)).toBeGreaterThan(Number(before?.at))
    await eventually(nation(), instantOf('sud'), [there])
    expect(await states()).toContain('sud following')
    expect(await cells.second().rows('select cellule, secondes < 1 as fresh from stats.cellules')).toEqual([
      { cellule: 'sud', fresh: true },
    ])
  })

  it('receives no column that views do not need, and nothing of accounts', async () => {
    expect(await nation().rows('select distinct objet from app.interventions')).toEqual([{ objet: '-' }])
    expect(await nation().rows('select distinct adresse from app.alarmes')).toEqual([{ adresse: '-' }])
    for (const table of [
      'auth.users',
      'auth.invitations',
      'auth.sapeurs',
      'app.telephones',
      'app.messageries',
      'request.push_keys',
    ])
      expect([table, await nation().rows(`select from ${table}`)]).toEqual([table, []])
  })

  it('has no SIS at home, and lets no server and no worker in', async () => {
    expect(await nation().rows('select from request.homes')).toEqual([])
    for (const login of ['auth', 'api', 'worker'] as const)
      await expect(connect(nation().urls[login])).rejects.toThrow(/permission denied/)
  })

  it('has the schema that belongs to this release, as doctor sees it', async () => {
    const env = { DATABASE_URL: nation().urls.admin }
    const { said } = await command(['doctor', '--json'], { env })
    const { findings } = JSON.parse(said) as { findings: { check: string; level: string }[] }
    expect(findings.filter(({ check }) => check === 'schéma')).toMatchObject([{ level: 'ok' }])
  })

  it('is left alone by a second setup', async () => {
    expect(await command(['reporting', 'setup', ...place()])).toEqual({
      code: 0,
      said: 'Suivies comme avant : principale, sud.\n',
    })
  })
})

describe('a publication', () => {
  it('has exactly the columns that the views of stats read, what these are computed from, and keys', async () => {
    const published = await cells.first().rows(
      `select t.schemaname || '.' || t.tablename as name, t.attnames::text[] as columns
         from pg_publication_tables t where t.pubname = 'caserne_rapport' and t.schemaname = 'app' and t.tablename <> 'localites' order by 1`,
    )
    const read = await cells.first().rows(
      `with recursive direct as (
         select 'pg_class'::regclass as class, r.ev_class as object, d.refclassid, d.refobjid, d.refobjsubid
           from pg_rewrite r
           join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refobjid <> r.ev_class
         union
         select classid, objid, refclassid, refobjid, refobjsubid from pg_depend where classid = 'pg_proc'::regclass
       ), reached as (
         select 'pg_class'::regclass::oid as refclassid, oid as refobjid, 0 as refobjsubid
           from pg_class where relnamespace = 'stats'::regnamespace and relkind = 'v'
         union
         select d.refclassid, d.refobjid, d.refobjsubid
           from reached r
           join direct d on d.class = r.refclassid and d.object = r.refobjid
       )
       select distinct r.refobjid::regclass::text as name, a.attname::text as column, a.attgenerated <> '' as computed
         from reached r
         join pg_attribute a on a.attrelid = r.refobjid and a.attnum = r.refobjsubid and a.attnum > 0
         join pg_attribute s on s.attrelid = r.refobjid and s.attname = 'sis_key'
         join pg_class c on c.oid = r.refobjid and c.relkind = 'r' and c.relnamespace = 'app'::regnamespace`,
    )
    const wanted = (name: unknown) => read.filter((each) => each.name === name && !each.computed)
    const beyond = published.flatMap(({ name, columns }) =>
      (columns as string[])
        .filter((column) => !wanted(name).some((each) => each.column === column))
        .map((column) => `${name}.${column}`),
    )
    expect(beyond).toEqual([
      'app.ecritures.id',
      'app.exercice_sapeurs.excuse_type_id',
      'app.intervention_sapeurs.toleree',
      'app.interventions.exercice_comptable_id',
      'app.interventions.fin_repete',
    ])
    const missing = read.filter(
      ({ name, column, computed }) =>
        !computed &&
        !published.some((each) => each.name === name && (each.columns as string[]).includes(`${column}`)),
    )
    expect(missing).toEqual([])
    expect(published.length).toBeGreaterThan(25)
  })
})

describe('reporting remove', () => {
  it('leaves nothing in the cells that would keep changes', async () => {
    expect(await command(['reporting', 'remove', ...place()])).toMatchObject({ code: 0 })
    for (const cell of [cells.first(), cells.second()]) {
      expect(await cell.rows("select from pg_replication_slots where slot_name like '%rapport%'")).toEqual([])
      expect(await cell.rows("select from pg_publication where pubname = 'caserne_rapport'")).toEqual([])
      expect(await cell.rows("select from pg_roles where rolname like '%vers_rapport'")).toEqual([])
    }
    expect(await states()).toEqual(['principale unfollowed', 'sud unfollowed'])
    expect(await nation().rows('select from stats.interventions limit 1')).toHaveLength(1)
  })
})
