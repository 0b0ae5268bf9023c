import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { createPool } from '../../db/pool.ts'
import { doWork } from '../../process/current_work.ts'
import { type Answer, answer } from './answer.ts'
import { makeSetup } from './make_setup.ts'
import { serializeError } from './serialize_error.ts'
import type { Reply, Request, ThreadSettings } from './thread_messages.ts'

// Receives queries and posts answers (engine.ts). Queries that come before the schema is made wait in the port.
const settings: ThreadSettings = workerData
const { poolSize, seconds, introspection, namedStatements, slowMs = 0 } = settings
const reply = (message: Reply) => parentPort?.postMessage(message)
// The server reports a lost connection together with those of its own pools.
const log = {
  warn: (details: { reason?: string }) => reply({ kind: 'connection', reason: details.reason ?? '' }),
}

// The server gets the bytes themselves: a text would be copied, and encoded there.
const encoder = new TextEncoder()
const send = (id: number, { status, body }: Answer) => {
  const bytes = encoder.encode(body)
  const message: Reply = { kind: 'answer', id, answer: { status, body: bytes } }
  parentPort?.postMessage(message, [bytes.buffer])
}

const patience = { answer: (seconds + 2) * 1_000 }
const access = (url: string) => {
  const onSlow = (details: Record<string, unknown>) => reply({ kind: 'slow', details })
  const options = { pipeline: true, outage: null, slowMs, onSlow }
  const pool = createPool(url, poolSize, log, patience, options)
  return { pool, seconds, namedStatements }
}
const primary = access(settings.url)
const standby = settings.standbyUrl === undefined ? primary : access(settings.standbyUrl)
const cells = new Map<string, ReturnType<typeof access>>()
const cellAt = (url: string) => {
  const known = cells.get(url) ?? access(url)
  cells.set(url, known)
  return known
}
// All have the same schema, and each may be away.
const asked = settings.cellUrl === undefined ? standby : cellAt(settings.cellUrl)
const setup = await makeSetup(asked, introspection).catch(() => makeSetup(primary, introspection))
const setups = { primary: { ...setup, ...primary }, standby: { ...setup, ...standby } }
const setupOf = (from: Request['from']) =>
  typeof from === 'object' ? { ...setup, ...cellAt(from.cell) } : setups[from]

parentPort?.on('message', ({ id, question, from }: Request) => {
  doWork(
    () => question.work ?? {},
    () => answer(setupOf(from), question),
  ).then(
    (answered) => send(id, answered),
    (error: unknown) => reply({ kind: 'failure', id, error: serializeError(error) }),
  )
})
// Node writes the compile cache at the end of a thread, but this one is terminated.
flushCompileCache()
