import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { existing, forged, hidden, leaks, plans, refused } from './analyste_attacks.ts'
import { callable, outcome, readable, sisSeen, useAnalysts } from './analyste_fixture.ts'

const { connect, database, names } = useAnalysts()
let analyst: pg.Client
let admin: pg.Client
let relations: Map<string, string[]>
// Facts of test only: a name, who was at an intervention, a year.
const there = { nom: '', nom_prenom: '', sapeur: '', an: '1999' }

beforeAll(async () => {
  ;[analyst, admin] = [await connect('hs'), await database.as('admin')]
  relations = await readable(analyst)
  const { rows } = await admin
    .query(
      `insert into app.exercices_comptables (sis_key, annee, designation, debut, fin)
     values ('test', 1999, '1999', '1999-01-01', '1999-12-31');
     select s.nom, s.nom_prenom, (select min(sapeur_id)::text from app.intervention_sapeurs where sis_key = 'test') as sapeur
       from app.sapeurs s
      where sis_key = 'test' and not exists (select from app.sapeurs h where h.sis_key = 'hs' and h.nom = s.nom)
      order by s.nom
      limit 1`,
    )
    .then((all) => (Array.isArray(all) ? all.at(-1) : all))
  Object.assign(there, rows[0])
  await admin.query('analyze')
}, 60_000)

const ofSis = () => [...relations].filter(([, columns]) => columns.includes('sis_key')).map(([name]) => name)

describe('the analyst of hs cannot', () => {
  it.each(refused)('%s', async (_title, statements, state) => {
    const { rows } = await admin.query('select pg_backend_pid() as pid')
    const his = statements
      .replace('$self', names.hs)
      .replace('$database', database.name)
      .replace('$pid', rows[0].pid)
    expect(await outcome(analyst, his)).toBe(state)
  })

  it('write to any table', async () => {
    const { rows } = await analyst.query(
      `select c.oid::regclass as name
         from pg_class c
        where c.relkind in ('r', 'p', 'v', 'm', 'f')
          and (has_table_privilege(c.oid, 'insert, update, delete, truncate, references, trigger')
               or has_any_column_privilege(c.oid, 'insert, update, references'))
       union all
       select c.oid::regclass from pg_class c 
        where case when c.relkind = 'S' then has_sequence_privilege(c.oid, 'usage, select, update') end`,
    )
    // A setting of their own session.
    expect(rows).toEqual([{ name: 'pg_settings' }])
  })

  it('create objects anywhere', async () => {
    const { rows } = await analyst.query(
      `select nspname from pg_namespace where has_schema_privilege(oid, 'create') union all
       select datname from pg_database where datname = current_database() and has_database_privilege(oid, 'create, temporary')
       union all
       select spcname from pg_tablespace where has_tablespace_privilege(oid, 'create')`,
    )
    expect(rows).toEqual([])
  })

  it('make the servers inherit their settings', async () => {
    for (const server of ['caserne_owner', 'caserne_api', 'caserne_auth', 'caserne_worker']) {
      // Up to PostgreSQL 15 they may make the servers members of themselves.
      await outcome(analyst, `grant ${names.hs} to ${server}`)
      const { rows } = await admin.query("select pg_has_role($1, 'caserne_analyst', 'usage') as inherits", [
        server,
      ])
      expect([server, ...rows]).toEqual([server, { inherits: false }])
      await admin.query(`revoke ${names.hs} from ${server}`)
    }
  })

  it('open more than five sessions', async () => {
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => connect('national')))
    const refusals = all.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    for (const each of all) if (each.status === 'fulfilled') await each.value.end()
    expect([...new Set(refusals)]).toEqual(['53300'])
  })
})

describe('the analyst of hs', () => {
  it('reads all rows of hs in each relation, and no others', async () => {
    expect(ofSis().length).toBeGreaterThan(30)
    for (const [name, columns] of relations) {
      // Instants differ from one query to the next.
      const compared = name === 'stats.cellules' ? ['cellule'] : columns
      const all = `select ${compared.join(', ')} from ${name}`
      const mine = columns.includes('sis_key') ? " where sis_key = 'hs'" : ''
      const expected = (await admin.query({ text: all + mine, rowMode: 'array' })).rows
      expect(expected.length, name).toBeGreaterThan(0)
      const seen = (await analyst.query({ text: all, rowMode: 'array' })).rows
      const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
      expect(sorted(seen), name).toEqual(sorted(expected))
    }
  })

  it('would find rows of test in each relation of a SIS', async () => {
    for (const name of ofSis()) {
      const { rowCount } = await admin.query(`select from ${name} where sis_key = 'test' limit 1`)
      expect(rowCount, name).toBe(1)
    }
  })

  it('may call only these functions, which obey the policies', async () => {
    const { rows } = await analyst.query(
      `select p.pronamespace::regnamespace || '.' || p.proname as name
         from pg_proc p
        where p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
          and has_function_privilege(p.oid, 'execute')
          and has_schema_privilege(p.pronamespace, 'usage')`,
    )
    expect(rows.map((row) => row.name).sort()).toEqual(callable)
  })

  it.each(hidden)('finds nothing in the catalogues about %s', async (_title, query) => {
    expect(await outcome(analyst, query)).toEqual([])
  })

  it('starts every session read-only, with limits', async () => {
    const { rows } = await admin.query('select rolconfig, rolconnlimit from pg_roles where rolname = $1', [
      names.hs,
    ])
    expect(rows).toEqual([
      {
        rolconfig: [
          'default_transaction_read_only=on',
          'statement_timeout=30s',
          'idle_in_transaction_session_timeout=1min',
          'jit=off',
          'enable_memoize=off',
          'work_mem=32MB',
          'search_path=stats',
          'temp_file_limit=1GB',
          'log_min_messages=fatal',
        ],
        rolconnlimit: 5,
      },
    ])
  })
})

describe('the analyst of hs who claims', () => {
  it.each(forged)('%s sees nothing else', async (_title, statements, sees) => {
    await analyst.query(statements)
    try {
      expect(await sisSeen(analyst, ofSis())).toEqual(sees)
    } finally {
      await outcome(analyst, 'reset role')
    }
  })

  it('another SIS between prepare and execute, or within a cursor, sees nothing else', async () => {
    const all = 'select distinct sis_key from stats.federal'
    expect(await outcome(analyst, `prepare p as ${all}; set request.sis_key = 'test'; execute p`)).toEqual([])
    await analyst.query('deallocate all')
    const cursor = `begin; declare c cursor for ${all}; set local request.sis_key = 'test'; fetch all from c`
    expect(await outcome(analyst, cursor)).not.toContainEqual(['test'])
  })
})

describe('a condition that raises errors, with', () => {
  const about = async (sis: string): Promise<{ nom: string; an: string }> =>
    sis === 'test'
      ? there
      : (
          await admin.query(
            `select min(nom) as nom, extract(year from now())::text as an from app.sapeurs where sis_key = 'hs'`,
          )
        ).rows[0]
  const fill = (text: string, sis: string, { nom, an }: { nom: string; an: string }) =>
    text.replaceAll('$sis', sis).replaceAll('$nom', nom).replaceAll('$an', an)

  it.each(leaks)('%s, is evaluated for rows of hs only', async (_title, statement, state) => {
    expect(await outcome(analyst, fill(statement, 'hs', await about('hs')))).toBe(state)
    expect(await outcome(analyst, fill(statement, 'test', await about('test')))).toEqual([])
  })

  it.each(plans)(
    'explain analyze, %s, reads the same for facts of test and for unknown values, also between two SIS of one’s own',
    async (_title, settings) => {
      const around = await connect('around')
      for (const client of [analyst, around]) {
        const read = async (from: string, value: string) => {
          const told = 'analyze, timing off, summary off, buffers off'
          const text = `${settings} explain (${told}) select from ${from.replace('$', value)}`
          return JSON.stringify(await outcome(client, text)).replaceAll(value, '?')
        }
        for (const [from, is, isNot] of existing) {
          const plan = await read(from, there[is])
          expect(plan).toContain('actual rows=0')
          expect(plan).toBe(await read(from, isNot))
        }
      }
      await around.end()
    },
  )
})

describe('the analyst of all SIS', () => {
  it('sees every SIS, and may only read', async () => {
    const national = await connect('national')
    expect(await sisSeen(national, ofSis())).toEqual(['hs', 'test'])
    expect(await readable(national)).toEqual(relations)
    expect(await outcome(national, 'set role caserne_analyst')).toBe('42501')
    expect(await outcome(national, "update app.sapeurs set nom = 'Pris'")).toBe('42501')
    expect(await outcome(national, 'create temporary table t (n int)')).toBe('42501')
    expect(await outcome(national, 'select nom from app.sapeurs')).toBe('42501')
  })
})

describe('an analyst whose grants change', () => {
  const own = useAnalysts()

  it('sees the current grants in an open session, and a later SIS only as national analyst', async () => {
    const session = await own.connect('hs')
    await own.command(['analyst', 'revoke', own.names.hs, '--sis', 'hs'])
    expect(await sisSeen(session, ofSis())).toEqual([])
    await own.command(['analyst', 'grant', own.names.hs, '--sis', 'hs,test'])
    expect(await sisSeen(session, ofSis())).toEqual(['hs', 'test'])
    await (await own.database.as('admin')).query("select auth.add_sis('neuf', 'SIS Neuf', 'N')")
    expect(await sisSeen(session, ofSis())).toEqual(['hs', 'test'])
  })

  it('loses all access when they are removed, open sessions included', async () => {
    const national = await own.connect('national')
    expect(await own.command(['analyst', 'remove', own.names.national])).toMatchObject({ code: 0 })
    await expect(national.query('select from stats.federal')).rejects.toThrow()
    await expect(own.connect('national')).rejects.toThrow('password authentication failed')
  })
})
