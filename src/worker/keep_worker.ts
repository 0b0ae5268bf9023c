import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Worker } from './start_worker.ts'

/** Starts a worker that calls `onStuck` when starting its runners again does not help. */
type Start = (onStuck: (reason: string) => void) => Promise<Worker>

// Longer than the parts of a worker take to stop.
const STOP_MS = 16_000
const PAUSE_MS = 5_000

/** Keeps a worker running: starts another one in place of a worker that is stuck. @throws if the first does not start */
export async function keepWorker(
  start: Start,
  log: Pick<Logger, 'error'>,
  { stopMs = STOP_MS, pauseMs = PAUSE_MS } = {},
): Promise<Worker> {
  const stopping = new AbortController()
  const { signal } = stopping
  let replacing: Promise<void> | undefined
  let worker: Worker | undefined
  const replace = async (reason: string) => {
    log.error({ reason }, 'the worker is stuck, and another one is started in its place')
    const stopped = worker?.stop().catch(() => undefined)
    worker = undefined
    await Promise.race([stopped, wait(stopMs, undefined, { signal }).catch(() => undefined)])
    while (worker === undefined && !signal.aborted) {
      worker = await start(onStuck).catch((error: unknown) => {
        log.error({ reason: String(error) }, 'the worker does not start')
        return undefined
      })
      if (worker === undefined) await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const onStuck = (reason: string) => {
    if (signal.aborted) return
    // Its other runners say the same.
    replacing ??= replace(reason).finally(() => {
      replacing = undefined
    })
  }
  worker = await start(onStuck)
  return {
    stop: async () => {
      stopping.abort()
      await replacing
      await worker?.stop()
    },
  }
}

/** Ends a process whose worker is stuck, so that its service manager starts it again. */
export function endStuck(log: Pick<Logger, 'fatal'>): (reason: string) => void {
  return (reason) => {
    log.fatal({ reason }, 'the worker is stuck: this process ends')
    process.stderr.write('Le worker est bloqué : le programme se termine, pour être relancé.\n')
    process.exit(1)
  }
}
