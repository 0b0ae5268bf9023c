import { readConfig } from '../config.ts'
import { errorText } from '../text/error_text.ts'
import { openLog } from './log.ts'
import type { Setting } from './setting.ts'
import { Started } from './started.ts'

// A terminal that is closed hangs up; PostgreSQL would live on.
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs a command that ends by itself; what it has started is stopped then. A fault is said, and ends the program with 1. */
export async function runOnce(work: (setting: Setting) => Promise<void>): Promise<void> {
  await run(async (setting) => {
    await work(setting)
    await setting.started.stop()
  }, new Started())
}

/**
 * Runs a command that goes on until SIGINT, SIGTERM or SIGHUP stops it. Every further signal is ignored: npm hands on the Ctrl-C
 * that the terminal has sent to the program already, and each part that is stopped has a limit of its own.
 */
export async function runUntilStopped(start: (setting: Setting) => Promise<void>): Promise<void> {
  const started = new Started()
  // A half-started program cannot be stopped: an early signal waits until the start has ended.
  const starting = run(start, started)
  const stop = (signal: NodeJS.Signals) => {
    if (started.stopping.aborted) return
    started.announceStop()
    say(`${signal} : arrêt…`)
    starting
      .then(() => started.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      )
  }
  for (const signal of stopSignals) process.on(signal, stop)
  // Nobody reads a terminal that was closed, and what is written there fails.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  await starting
}

/** Writes to standard output what a command has to say. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function run(work: (setting: Setting) => Promise<void>, started: Started): Promise<void> {
  try {
    const config = readConfig()
    await work({ config, log: await openLog(config.LOG_LEVEL), started })
  } catch (error) {
    // A program that was stopped while it was starting has no fault to report.
    if (started.stopping.aborted) return
    await started.stop().catch(() => undefined)
    fail(error)
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${errorText(error)}\n`)
  process.exit(1)
}
