import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { makeSchema } from 'postgraphile'
import { lexicographicSortSchema, printSchema } from 'postgraphile/graphql'
import { graphqlPreset } from './preset.ts'

// Receives the address of a database and posts the text of its GraphQL schema (print_schema.ts).
const pool = new pg.Pool({ connectionString: String(workerData), max: 1 })
const { schema } = await makeSchema(graphqlPreset(pool))
await pool.end()
parentPort?.postMessage(`${printSchema(lexicographicSortSchema(schema))}\n`)
