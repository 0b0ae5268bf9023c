import type { Generated } from '../../db/schema/write_schema.ts'
import { threadQueue } from '../../process/thread_queue.ts'
import { threadsOf } from '../../process/threads.ts'

// In a thread with its own environment: PostGraphile reads GRAPHILE_ENV when it is loaded.
const threads = threadsOf(new URL('./print_schema_thread.ts', import.meta.url), {
  heapMegabytes: 512,
  env: { GRAPHILE_ENV: 'production' },
})
const printDocument = threadQueue(threads, 60_000)

/** The GraphQL schema of a database, in the schema definition language. */
export const graphqlDocument: Generated = {
  file: 'src/http/graphql/schema.graphql',
  print: async (url) => String(await printDocument(url)),
}
