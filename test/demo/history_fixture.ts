import { beforeAll } from 'vitest'
import { type DemoOptions, loadDemo } from '../../src/demo/load.ts'
import { type TestDatabase, useDatabase } from '../support/database.ts'

/** A database of its own with the demo as it is on a day, its past with it; and a way to look into it, past all policies. */
export function useDemo(options: DemoOptions): {
  database: TestDatabase
  rows(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
} {
  const database = useDatabase('template_migrated')
  beforeAll(async () => {
    await loadDemo(database.urls.admin, options)
  }, 60_000)
  return {
    database,
    rows: async (text, values = []) => (await (await database.as('admin')).query(text, values)).rows,
  }
}

/** Every table of `app`, with a hash of all its rows but for when they were written. */
export const contents = `
  select t.relname as name,
         md5((xpath('/row/c/text()', query_to_xml(
           format('select string_agg((to_jsonb(x) - ''created_at'' - ''updated_at'')::text, '','' order by to_jsonb(x)::text) as c
                     from app.%I x', t.relname), false, true, '')))[1]::text) as hash
    from pg_class t
   where t.relnamespace = 'app'::regnamespace and t.relkind = 'r'
   order by 1`
