import { parentPort } from 'node:worker_threads'
import { makeSchema } from 'postgraphile'
import { lexicographicSortSchema, printSchema } from 'postgraphile/graphql'
import { createPool } from '../../db/pool.ts'
import { graphqlPreset } from './preset.ts'

// Receives the address of a database and posts the text of its GraphQL schema (print_schema.ts).
parentPort?.once('message', async (url) => {
  const pool = createPool(String(url), 1, { warn: () => undefined })
  const { schema } = await makeSchema(graphqlPreset(pool))
  await pool.end()
  parentPort?.postMessage(`${printSchema(lexicographicSortSchema(schema))}\n`)
})
