import type pg from 'pg'
import { findReach } from '../../test/support/find_reach.ts'

// Functions that the worker may call, and those of a table's triggers.
const called = `
  select p.pronamespace::regnamespace || '.' || p.proname as name
    from pg_proc p
   where p.pronamespace = 'jobs'::regnamespace
     and has_function_privilege('caserne_worker', p.oid, 'execute')
   order by name`
const triggered = `
  select distinct p.pronamespace::regnamespace || '.' || p.proname as name
    from pg_trigger t
    join pg_proc p on p.oid = t.tgfoid
   where not t.tgisinternal
     and t.tgrelid::regclass::text = any ($1)`
const queue = `
  select c.oid::regclass::text as name
    from pg_class c
   where c.relnamespace = 'graphile_worker'::regnamespace
     and c.relkind = 'r'
   order by name`

/**
 * Finds the tables that jobs can touch: those of the queue, and those that the functions of the worker can reach, also
 * by the triggers of these tables.
 */
export async function findTables(client: pg.Client): Promise<string[]> {
  await client.query('begin')
  try {
    const reach = await findReach(client)
    const tables = new Set<string>()
    const seen = new Set<string>()
    let functions = await namesOf(client, called)
    while (functions.length > 0) {
      for (const name of functions) {
        seen.add(name)
        for (const way of reach(name)) tables.add(way.at(-1) ?? name)
      }
      functions = (await namesOf(client, triggered, [[...tables]])).filter((name) => !seen.has(name))
    }
    const ours = [...tables].filter((name) => !name.startsWith('pg_')).toSorted()
    return [...ours, ...(await namesOf(client, queue))]
  } finally {
    await client.query('rollback')
  }
}

async function namesOf(client: pg.Client, text: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(text, values)
  return rows.map(({ name }) => name)
}
