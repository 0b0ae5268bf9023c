import type pg from 'pg'

// Tables of app with their columns that need a value, and a value for each.
const tables = `
  select c.oid::regclass::text as name,
         array_agg(quote_ident(a.attname) order by a.attnum) as columns,
         array_agg(case
                     when a.attname = 'sis_key' then 'request.sis_key()'
                     when f.confrelid is not null
                     then format('(select max(%I) from %s where sis_key = request.sis_key())', r.attname, f.confrelid::regclass)
                     when a.atttypid = 'date'::regtype then 'current_date'
                     when a.atttypid = 'timestamptz'::regtype then 'now()'
                     when a.atttypid = 'boolean'::regtype then 'true'
                     when a.atttypid = 'jsonb'::regtype then '''{}'''
                     else '''1'''
                   end order by a.attnum) as values
    from pg_class c
    join pg_attribute k on k.attrelid = c.oid and k.attname = 'sis_key'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.attnotnull and a.attidentity = ''
     and (not a.atthasdef or a.attname = 'sis_key')
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f'
     and f.conkey[1] = k.attnum and f.conkey[2] = a.attnum
    left join pg_attribute r on r.attrelid = f.confrelid and r.attnum = f.confkey[2]
   where c.relnamespace = 'app'::regnamespace and c.relkind = 'r'
   group by c.oid`

/**
 * Adds a row of arbitrary values to each table of app that has none of the SIS, within an open request.
 * @throws if the checks of a table refuse such a row: insert one before
 */
export async function addMissingRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; columns: string[]; values: string[] }>(tables)
  for (const { name, columns, values } of rows) {
    const { rowCount } = await client.query(`select from ${name} where sis_key = request.sis_key() limit 1`)
    if (rowCount === 0)
      await client.query(`insert into ${name} (${columns.join(', ')}) values (${values.join(', ')})`)
  }
}
