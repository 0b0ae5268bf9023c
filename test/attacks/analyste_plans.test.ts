import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { whole } from '../support/whole.ts'
import { useAnalysts } from './analyste_fixture.ts'
import { type Computed, computedColumns, estimates, probes, told, viewsByColumn } from './plan_probes.ts'
import { type Column, plantColumns } from './planted_columns.ts'

const { connect, database } = useAnalysts()
const sessions: Record<string, pg.Client> = {}
let admin: pg.Client
let columns: Column[]
let views: Map<string, string[]>

beforeAll(async () => {
  admin = await database.as('admin')
  views = await viewsByColumn(admin)
  columns = await plantColumns(admin)
  for (const who of ['hs', 'national'] as const) {
    const client = await connect(who)
    sessions[who] = client
    await client.query('set client_min_messages = warning')
  }
}, 120_000)

const session = (who: string) => sessions[who] as pg.Client
const hidden = () => columns.filter(({ shown }) => !shown)
// Each column takes a second: all are probed in CI, every fourth otherwise.
const probed = (all: Column[]) => all.filter((_, index) => whole || index % 4 === 0)
const touching = ({ table }: Column) => views.get(table) ?? []

/** Columns that views show only after grouping, where the planner estimates groups without statistics of rows. */
const summed = [
  'app.comptes.numero',
  'app.ecritures.compte_id',
  'app.ecritures.exercice_comptable_id',
  'app.ecritures.module',
  'app.reponses_mensuelles.nb',
]

/**
 * The first difference between the messages for an existing value and those for an unknown one; null without
 * a difference.
 */
async function difference(who: string, column: Column): Promise<string | null> {
  const squeezed = (text: string) => text.replaceAll(/[\s\\]+/g, '')
  // Constants as written, as shown, and as bytes; trees are broken into lines.
  const values = [column.is, column.isNot].map((value) => squeezed(value).replaceAll("'", ''))
  const ask = async (probe: string) =>
    [...values, 'true', 'false'].reduce(
      (text, value) => text.replaceAll(value, '?'),
      squeezed(await told(session(who), probe)).replaceAll(/:constvalue\d+\[[^\]]*\]/g, '?'),
    )
  const of = (value: string) => probes(column, value, touching(column))
  const nowhere = of(column.isNot)
  for (const [n, probe] of of(column.is).entries()) {
    const [there, gone] = [await ask(probe), await ask(nowhere[n] as string)]
    const at = [...there].findIndex((letter, place) => letter !== gone[place])
    if (there !== gone)
      return [probe, there, gone].map((text) => text.slice(Math.max(at - 90, 0)).slice(0, 300)).join('\n')
  }
  return null
}

const named = ({ table, name }: Column) => `${table}.${name}`

describe.each(['hs', 'national'])('the analyst of %s', (who) => {
  it('cannot distinguish an existing value of a hidden column from an unknown one, by any probe', async () => {
    expect(
      hidden()
        .filter((column) => touching(column).length > 0)
        .map(named),
    ).toEqual(
      expect.arrayContaining([
        'app.interventions.objet',
        'app.alarmes.adresse',
        'app.exercice_sapeurs.excuse_type_id',
      ]),
    )
    expect(hidden().map(named)).toEqual(
      expect.arrayContaining(['app.telephones.numero', 'app.salaires.no_avs']),
    )
    for (const column of probed(hidden()))
      expect([named(column), await difference(who, column)]).toEqual([named(column), null])
  }, 300_000)

  it('may name none of our functions, except those of stats', async () => {
    const { rows } = await admin.query<{ call: string }>(
      `select format('%s.%I(%s)', pronamespace::regnamespace, proname, array_to_string(array_fill('null'::text, array[pronargs::integer]), ', ')) as call
         from pg_proc
        where pronamespace::regnamespace::text = any ('{app,api,request,auth,audit,jobs,ext}') and prorettype <> 'trigger'::regtype`,
    )
    expect(rows.length).toBeGreaterThan(300)
    for (const { call } of rows)
      expect([call, await told(session(who), `explain select ${call}`)]).toEqual([
        call,
        expect.stringContaining('"42501","message":"permission denied for schema '),
      ])
  })
})

/**
 * The views whose estimates tell an analyst of hs whether test has a value; undefined when no view could be
 * asked.
 */
async function telling(
  asks: string[],
  expression: string,
  is: string,
  isNot: string,
): Promise<string[] | undefined> {
  const conditions = (value: string) =>
    ['=', '<', '>='].map((operator) => `${expression} ${operator} ${value}`)
  const found: string[] = []
  let asked = false
  for (const view of asks) {
    const there = await estimates(session('hs'), view, conditions(is))
    const nowhere = await estimates(session('hs'), view, conditions(isNot))
    if (there === null || nowhere === null) continue
    asked = true
    if (there.join() !== nowhere.join())
      found.push(`${view}: ${expression}\n${there.join('\n')}\n${nowhere.join('\n')}`)
  }
  return asked ? found : undefined
}

const tellingShown = (column: Column) =>
  telling(views.get(named(column)) ?? [], column.name, column.is, column.isNot)
const tellingComputed = ({ table, expression, is, isNot }: Computed) =>
  telling(views.get(table) ?? [], `(${expression})`, is, isNot)

describe('the analyst of hs, in columns that they may read,', () => {
  it('cannot distinguish a value of test from an unknown one, except in keys', async () => {
    const open = columns.filter(({ shown, key }) => shown && !key)
    expect(open.map(named)).toEqual(
      expect.arrayContaining(['app.alarmes.debut', 'app.sapeurs.nom', 'app.interventions.secondes']),
    )
    for (const column of probed(open)) {
      // A column that views only sum up is probed as a hidden one.
      const told =
        (await tellingShown(column)) ?? [await difference('hs', column)].filter((each) => each !== null)
      expect([named(column), told]).toEqual([named(column), []])
    }
  }, 300_000)

  it('cannot probe the results of index expressions on rows of test', async () => {
    const computed = await computedColumns(admin)
    expect(computed.map(({ index }) => index)).toEqual(
      expect.arrayContaining(['app.sapeurs_nom_idx', 'app.sapeurs_prenom_idx']),
    )
    for (const each of computed) expect([each.index, await tellingComputed(each)]).toEqual([each.index, []])
  })
})

describe('without the guard against plans', () => {
  it('the probes distinguish values in each hidden column', async () => {
    const all = 'caserne_analyst, caserne_national'
    await admin.query(
      `grant usage on schema app to ${all}; grant execute on function request.plain to ${all}`,
    )
    const targets = await keepStatistics(admin)
    try {
      const untold: string[] = []
      // Devices belong to one account, and an analyst has none: the planner expects no row, whatever the value.
      const asked = hidden().filter(({ estimated, table }) => estimated && table !== 'app.appareils')
      for (const column of asked) if ((await difference('hs', column)) === null) untold.push(named(column))
      for (const column of columns.filter(({ shown, estimated }) => shown && estimated))
        if ((await tellingShown(column))?.length === 0 && !summed.includes(named(column)))
          untold.push(named(column))
      // PostgreSQL 15 does not use the statistics of these indexes for their expressions.
      const computed = (await serverVersion(admin)) < 160_000 ? [] : await computedColumns(admin)
      for (const each of computed.filter(({ estimated }) => estimated))
        if ((await tellingComputed(each))?.length === 0) untold.push(`${each.index} ${each.expression}`)
      expect(untold).toEqual([])
    } finally {
      await admin.query(
        `revoke usage on schema app from ${all}; revoke execute on function request.plain from ${all}; ${targets}
         delete from pg_statistic s using pg_attribute a
          where a.attrelid = s.starelid and a.attnum = s.staattnum and a.attstattarget = 0`,
      )
    }
  }, 300_000)
})

async function serverVersion(admin: pg.Client): Promise<number> {
  return Number((await admin.query('show server_version_num')).rows[0]?.server_version_num)
}

/** Undoes the guard: makes the planner keep statistics of every column. @returns statements that set their targets back */
async function keepStatistics(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ keep: string; forget: string }>(
    `select change || ' 100' as keep, change || ' 0; ' as forget
       from (
         select format(case c.relkind when 'r' then 'alter table %s alter %I set statistics' else 'alter index %s alter %3$s set statistics' end,
                       c.oid::regclass, a.attname, a.attnum) as change
           from pg_attribute a
           join pg_class c on c.oid = a.attrelid and c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'i')
          where a.attnum > 0 and a.attstattarget = 0
       ) t`,
  )
  await admin.query(`${rows.map(({ keep }) => keep).join('; ')}; analyze`)
  return rows.map(({ forget }) => forget).join('')
}
