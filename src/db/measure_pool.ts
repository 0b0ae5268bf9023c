import type { Pool } from 'pg'
import type { Metrics } from '../process/metrics.ts'

/**
 * Shows how many connections of a pool are open, and how many statements wait for one.
 * @returns a function that ends it
 */
export function measurePool(metrics: Metrics, name: string, pool: Pool): () => void {
  const connections = metrics.gauge(
    'pool_connections',
    'Open connections to the database; by pool and state (in_use, idle).',
    ['pool', 'state'],
  )
  const limit = metrics.gauge('pool_size', 'The most connections that a pool opens.', ['pool'])
  const waiting = metrics.gauge('pool_waiting', 'Statements that wait for a connection; by pool.', ['pool'])
  return metrics.beforeScrape(() => {
    connections.set({ pool: name, state: 'in_use' }, pool.totalCount - pool.idleCount)
    connections.set({ pool: name, state: 'idle' }, pool.idleCount)
    limit.set({ pool: name }, pool.options.max)
    waiting.set({ pool: name }, pool.waitingCount)
  })
}
