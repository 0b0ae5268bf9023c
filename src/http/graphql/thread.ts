import { parentPort, workerData } from 'node:worker_threads'
import { makeSchema } from 'postgraphile'
import { createPool } from '../../db/pool.ts'
import { answer, type Engine } from './answer.ts'
import { describeFailure } from './failure.ts'
import type { Reply, Request, ThreadSettings } from './messages.ts'
import { graphqlPreset } from './preset.ts'

// Questions in, answers out: see engine.ts.
const settings: ThreadSettings = workerData
const reply = (message: Reply) => parentPort?.postMessage(message)

try {
  const engine = await start()
  parentPort?.on('message', ({ id, question }: Request) => {
    answer(engine, question).then(
      (answered) => reply({ kind: 'answer', id, answer: answered }),
      (error: unknown) => reply({ kind: 'failure', id, failure: describeFailure(error) }),
    )
  })
  reply({ kind: 'ready' })
} catch (error) {
  reply({ kind: 'failed', failure: describeFailure(error) })
}

async function start(): Promise<Engine> {
  const { url, poolSize, seconds, introspection } = settings
  const log = { warn: (details: object, message: string) => reply({ kind: 'warning', details, message }) }
  const pool = createPool(url, poolSize, log)
  const { schema, resolvedPreset } = await makeSchema(graphqlPreset(pool))
  return { schema, resolvedPreset, pool, seconds, introspection }
}
