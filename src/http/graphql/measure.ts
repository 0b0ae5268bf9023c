import type { Metrics } from '../../process/metrics.ts'
import type { GraphqlEngine } from './engine.ts'

/** Shows the thread of GraphQL: its requests, how often it was started, and its memory. */
export function measureGraphql(metrics: Metrics, engine: GraphqlEngine): void {
  const requests = metrics.gauge(
    'graphql_requests',
    'GraphQL requests without an answer: those that the thread works on, and those that wait for it.',
    ['state'],
  )
  const starts = metrics.gauge('graphql_thread_starts', 'How often the thread of GraphQL was started.', [])
  const heap = metrics.gauge(
    'graphql_heap_bytes',
    'Used heap of the thread of GraphQL; 0 while it is not running.',
    [],
  )
  const limit = metrics.gauge(
    'graphql_heap_limit_bytes',
    'The most heap that the thread of GraphQL may use.',
    [],
  )
  metrics.beforeScrape(async () => {
    const { open, atOnce } = engine.load
    requests.set({ state: 'running' }, Math.min(open, atOnce))
    requests.set({ state: 'waiting' }, Math.max(0, open - atOnce))
    starts.set(engine.load.starts)
    const memory = await engine.memory()
    heap.set(memory.used)
    limit.set(memory.limit)
  })
}
