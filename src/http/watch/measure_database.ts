import type { Pool } from 'pg'
import { query } from '../../db/pool.ts'
import type { Metrics } from '../../process/metrics.ts'

// Writes nothing: a scrape must not fill the WAL, and a refused write would empty the pool. /ready does try to write.
const LOOK = "select pg_catalog.current_setting('transaction_read_only') = 'off' as writable"

/** Shows at each scrape whether the database answers on a pool, and whether it takes writes. */
export function measureDatabase(metrics: Metrics, name: string, pool: Pool): void {
  const up = metrics.gauge('database_up', '1 when the database answered this scrape; by pool.', ['pool'])
  const writable = metrics.gauge('database_writable', '1 when the database takes writes; by pool.', ['pool'])
  metrics.beforeScrape(async () => {
    for (const gauge of [up, writable]) gauge.set({ pool: name }, 0)
    // A failure is shown, and reported by the part that needs the database.
    const found = await query<{ writable: boolean }>(pool, { text: LOOK }, 'harmless').catch(() => null)
    if (found === null) return
    up.set({ pool: name }, 1)
    writable.set({ pool: name }, found.rows[0]?.writable === true ? 1 : 0)
  })
}
