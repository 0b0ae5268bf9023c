import type pg from 'pg'

/** Refuses clusters that replicate no rows, all of them at once. @throws in French */
export async function requireReplication(clients: pg.Client[]): Promise<void> {
  const lacking = new Set<string>()
  for (const client of clients) {
    const { rows } = await client.query<{ level: string }>(`select current_setting('wal_level') as level`)
    if (rows[0]?.level !== 'logical') lacking.add(`${client.host}:${client.port}`)
  }
  if (lacking.size === 0) return
  const [verb, them] = lacking.size > 1 ? ['répliquent', 'les'] : ['réplique', 'le']
  throw new Error(
    `PostgreSQL (${[...lacking].join(', ')}) ne ${verb} pas encore : lancez${lacking.size > 1 ? ' sur chacun' : ''} « alter system set wal_level = logical », puis redémarrez-${them}.`,
  )
}
