import type { Generated } from '../../db/schema/write_schema.ts'
import { threadLane } from '../../process/thread_lane.ts'

// In a thread for its environment: what PostGraphile is told by GRAPHILE_ENV it must know when it is loaded.
const printDocument = threadLane(new URL('./print_schema_thread.ts', import.meta.url), {
  milliseconds: 60_000,
  heapMegabytes: 512,
  env: { GRAPHILE_ENV: 'production' },
})

/** The schema that GraphQL has of a database, in its own language: what clients are written against. */
export const graphqlDocument: Generated = {
  file: 'src/http/graphql/schema.graphql',
  print: async (url) => String(await printDocument(url)),
}
