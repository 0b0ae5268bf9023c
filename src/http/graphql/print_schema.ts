import type { Generated } from '../../db/schema/write_schema.ts'
import { threadQueue } from '../../process/thread_queue.ts'

// In a thread with its own environment: PostGraphile reads GRAPHILE_ENV when it is loaded.
const printDocument = threadQueue(new URL('./print_schema_thread.ts', import.meta.url), {
  milliseconds: 60_000,
  heapMegabytes: 512,
  env: { GRAPHILE_ENV: 'production' },
})

/** The GraphQL schema of a database, in the schema definition language. */
export const graphqlDocument: Generated = {
  file: 'src/http/graphql/schema.graphql',
  print: async (url) => String(await printDocument(url)),
}
