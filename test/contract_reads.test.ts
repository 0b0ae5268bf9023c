import { beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../src/http/document/document.ts'
import type { Operation } from '../src/http/document/operation.ts'
import { doorOf, operations } from './http/every_operation/schema.ts'
import { useDatabase } from './support/database.ts'
import { expectNone } from './support/expect_none.ts'
import { findReach, type Way } from './support/find_reach.ts'

const database = useDatabase('template_migrated')

// Operations whose answers clients and the server may keep.
const kept = operations.filter(
  ({ readsJson, permissions, keptBy }) => readsJson && permissions !== null && keptBy !== 'nobody',
)

const marks = `
  select tgrelid::regclass::text as table, split_part(encode(tgargs, 'escape'), '\\000', 1) as group
    from pg_trigger
   where tgfoid = 'audit.tg_changement()'::regprocedure`

interface Found {
  /** The ways of a function to the tables that it reads or writes. */
  reach(name: string): Way[]
  /** The group that each table marks. */
  groups: Map<string, string>
}

/** Asks the catalogue, after a change that is rolled back. */
async function find(change = 'select'): Promise<Found> {
  const admin = await database.as('admin')
  await admin.query('begin')
  try {
    await admin.query(change)
    const { rows } = await admin.query<{ table: string; group: string }>(marks)
    return { reach: await findReach(admin), groups: new Map(rows.map(({ table, group }) => [table, group])) }
  } finally {
    await admin.query('rollback')
  }
}

let found: Found
beforeAll(async () => {
  found = await find()
})

const faultsIn = ({ reach, groups }: Found) =>
  kept.flatMap((operation) => faultsOf(operation, reach(`api.${operation.id}`), groups))

function faultsOf(operation: Operation, reached: Way[], groups: Map<string, string>): string[] {
  // The version of the record is part of the ETag.
  const record = operation.records.answered
  const ways = [...reached, ...(record ? [[record.table]] : [])]
  const groupOf = (way: Way) => groups.get(way.at(-1) ?? '')
  const needed = [...new Set(ways.map(groupOf))].filter((each) => each !== undefined).sort()
  const unmarked = ways.find((way) => groupOf(way) === undefined)
  const said = doorOf(operation)['x-reads']
  const wrong = (text: string) => [`${operation.id}: ${text}`]

  if (unmarked) {
    return said === 'unmarked' ? [] : wrong(`write x-reads: unmarked, as no mark covers ${show(unmarked)}`)
  }
  if (said === undefined || said === 'unmarked')
    return wrong(`write x-reads: [${needed.join(', ')}], as marks cover all that it reads`)
  return [
    ...needed
      .filter((group) => !said.includes(group))
      .flatMap((group) => {
        const way = ways.find((each) => groupOf(each) === group) ?? []
        return wrong(`add ${group} to x-reads, as it reads ${show(way)}`)
      }),
    ...said
      .filter((group) => !needed.includes(group))
      .flatMap((group) => wrong(`take ${group} out of x-reads, as it reads no table of this group`)),
  ]
}

const show = (way: Way) => (way.length < 2 ? way.join() : `${way.at(-1)} (${way.join(' → ')})`)

describe('x-reads in the OpenAPI document', () => {
  it('names the groups of all tables that a GET can read, and no others', async () => {
    expect(kept.length).toBeGreaterThan(70)
    expectNone(faultsIn(found), 'Write these x-reads in src/http/openapi/data/.')
  })

  it('is checked in every branch, policy and function, and for what no mark covers', async () => {
    const changed = await find(`
      create function app.rarely() returns bigint language plpgsql stable as $$
        begin
          -- Not app.alarmes.
          return (select count(*) from app.exercices);
        end
      $$;
      create policy essai on app.unites for select using (app.rarely() > 0);
      create or replace function app.fuseau() returns text language sql stable as $$
        select case when false then (select max(v.designation) from app.vehicules v) else 'Europe/Zurich' end
      $$;
      drop trigger _870_changement on app.civilites;
      drop trigger _880_changement on app.civilites;
      create trigger _870_changement after insert on app.decomptes for each row execute function audit.tg_changement('sapeurs')`)
    const faults = faultsIn(changed)
    const missing =
      'app.exercices (api.list_unites(json,integer) → app.unites → app.rarely() → app.exercices)'
    expect(faults).toEqual(
      expect.arrayContaining([
        `list_unites: add exercices to x-reads, as it reads ${missing}`,
        'list_civilites: write x-reads: unmarked, as no mark covers app.civilites (api.list_civilites(json,integer) → app.civilites)',
        'list_decomptes: write x-reads: [sapeurs], as marks cover all that it reads',
        'get_piquet: take sis out of x-reads, as it reads no table of this group',
      ]),
    )
    expect(faults).toContainEqual(expect.stringMatching(/^get_piquet: add listes .* → app.vehicules\)$/))
  })
})

describe('x-record in the OpenAPI documents', () => {
  /** Operations whose function does not touch the table of their record. */
  const strangers = (schema: string, list: Operation[]) =>
    list.flatMap(({ id, records: { changed, answered } }) => {
      const touched = found.reach(`${schema}.${id}`).map((way) => way.at(-1))
      const tables = new Set([changed, answered].flatMap((record) => record?.table ?? []))
      return [...tables].filter((table) => !touched.includes(table)).map((table) => `${id}: ${table}`)
    })

  it('names tables that the functions of its operations read or write', () => {
    const all = [...strangers('api', operations), ...strangers('auth', readDocument('auth').operations)]
    expectNone(all, 'Name the table of the record at this path, none, or what a POST makes in x-makes.')
  })

  it('is checked for another table', () => {
    const record = { table: 'app.alarmes', id: { path: 'id' } }
    const wrong = operations
      .filter(({ id }) => id === 'update_grade')
      .map((each) => ({ ...each, records: { changed: record, answered: record } }))
    expect(strangers('api', wrong)).toEqual(['update_grade: app.alarmes'])
  })
})
