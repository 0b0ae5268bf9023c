import { parentPort, workerData } from 'node:worker_threads'
import { createPool } from '../../db/pool.ts'
import { answer } from './answer.ts'
import { makeSetup } from './make_setup.ts'
import { serializeError } from './serialize_error.ts'
import type { Reply, Request, ThreadSettings } from './thread_messages.ts'

// Receives queries and posts answers (engine.ts). Queries that come before the schema is made wait in the port.
const { url, poolSize, seconds, introspection, namedStatements }: ThreadSettings = workerData
const reply = (message: Reply) => parentPort?.postMessage(message)
// Told by the server together with what its own pools lose.
const log = {
  warn: (details: { reason?: string }) => reply({ kind: 'connection', reason: details.reason ?? '' }),
}

const patience = { answer: (seconds + 2) * 1_000 }
const pool = createPool(url, poolSize, log, patience, { pipeline: true, outage: null })
const setup = await makeSetup({ pool, seconds, namedStatements }, introspection)

parentPort?.on('message', ({ id, question }: Request) => {
  answer(setup, question).then(
    (answered) => reply({ kind: 'answer', id, answer: answered }),
    (error: unknown) => reply({ kind: 'failure', id, error: serializeError(error) }),
  )
})
