import type pg from 'pg'
import { withConnection } from './connection.ts'
import { openData } from './data/open_data.ts'
import type { Size } from './data/sizes.ts'
import { started } from './setting.ts'

/**
 * Makes the data of a size, or finds them made, and prints the rows, size and checksum of each table.
 * @param serve whether the server goes on until Ctrl-C
 */
export async function benchData(size: Size, serve: boolean): Promise<void> {
  const data = started.add(await openData(size), (each) => each.stop())
  process.stdout.write(await withConnection(data.admin, describe))
  if (!serve) return
  process.stdout.write(`${data.admin}\n`)
  await new Promise((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
    setInterval(() => undefined, 1 << 30)
  })
}

// The checksum covers all columns of the rows of three SIS: the same seed gives the same rows.
async function describe(client: pg.Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string; size: string; ofSis: boolean }>(
    `select c.oid::regclass::text as name, pg_size_pretty(pg_total_relation_size(c.oid)) as size,
            exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'sis_key') as "ofSis"
       from pg_class c
      where c.relkind = 'r' and c.relnamespace in ('app'::regnamespace, 'audit'::regnamespace, 'auth'::regnamespace)
      order by pg_total_relation_size(c.oid) desc, 1`,
  )
  const { rows: keys } = await client.query<{ keys: string[] }>(
    `select array[min(s.api_key), percentile_disc(0.5) within group (order by s.api_key), max(s.api_key)] as keys from auth.sis s`,
  )
  await client.query("set timezone = 'UTC'")
  const lines = [`| table | rows | size | checksum of ${keys[0]?.keys.join(', ')} |`, '|---|---|---|---|']
  for (const { name, size, ofSis } of tables) {
    const { rows } = await client.query<{ n: string; sum: string | null }>(
      `select (select count(*) from ${name}) as n,
              (select to_hex((sum(hashtextextended(t::text, 0)) % 4294967296)::bigint & 4294967295) from ${name} t ${ofSis ? 'where t.sis_key = any ($1)' : 'where $1::text[] is not null'}) as sum`,
      [keys[0]?.keys],
    )
    lines.push(`| ${name} | ${rows[0]?.n} | ${size} | ${rows[0]?.sum ?? ''} |`)
  }
  return `${lines.join('\n')}\n`
}
