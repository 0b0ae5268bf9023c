import type pg from 'pg'

/** Whether a database is a standby, which answers reads only and knows no LISTEN. */
export async function isStandby(client: pg.Pool | pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>(
    'select pg_catalog.pg_is_in_recovery() as standby',
  )
  return rows[0]?.standby === true
}
