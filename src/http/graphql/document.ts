import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Generated } from '../../db/schema.ts'

/** The schema that GraphQL has of a database, in its own language: what clients are written against. */
export const graphqlDocument: Generated = {
  file: 'src/http/graphql/schema.graphql',
  print: async (url) => {
    const env = { GRAPHILE_ENV: 'production' }
    const thread = new Worker(new URL('./document_thread.ts', import.meta.url), { workerData: url, env })
    const [text] = await once(thread, 'message')
    return String(text)
  },
}
