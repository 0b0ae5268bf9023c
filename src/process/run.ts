import { environment, readConfig } from '../config.ts'
import { errorText } from '../text/error_text.ts'
import { openLog } from './log.ts'
import { Metrics } from './metrics.ts'
import type { Setting } from './setting.ts'
import { Started } from './started.ts'
import { unknownSettings } from './unknown_settings.ts'

// SIGHUP is what a closed terminal sends: without a stop, PostgreSQL would keep running.
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// Service managers kill what takes longer, and so would people.
const STOP_MS = 18_000

/**
 * Runs a command that ends by itself, then stops everything it started. An error is printed, and ends the program with
 * exit code 1.
 */
export async function runOnce(work: (setting: Setting) => Promise<void>): Promise<void> {
  await run(async (setting) => {
    await work(setting)
    await setting.started.stop()
  }, new Started())
}

/**
 * Runs a command until SIGINT, SIGTERM or SIGHUP. Further signals are ignored: npm passes on a Ctrl-C that the terminal
 * has already sent to the program. Each part has its own time limit for stopping, and all of them together have one.
 */
export async function runUntilStopped(
  start: (setting: Setting) => Promise<void>,
  stopMs = STOP_MS,
): Promise<void> {
  const started = new Started()
  // A half-started program cannot be stopped: an early signal waits until the start has ended.
  const starting = run(async (setting) => {
    for (const warning of unknownSettings(environment())) setting.log.warn(warning)
    await start(setting)
  }, started)
  const stop = (signal: NodeJS.Signals) => {
    if (started.stopping.aborted) return
    started.announceStop()
    say(`${signal} : arrêt…`)
    const late = () =>
      fail(`L’arrêt prend plus de ${stopMs / 1000} s : le programme se termine sans attendre.`)
    setTimeout(late, stopMs).unref()
    starting
      .then(() => started.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      )
  }
  for (const signal of stopSignals) process.on(signal, stop)
  // Writing to a closed terminal fails, and nobody would read the error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  await starting
}

/** Writes a command's output: one line or more on standard output. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function run(work: (setting: Setting) => Promise<void>, started: Started): Promise<void> {
  try {
    const config = readConfig()
    await work({ config, log: await openLog(config.LOG_LEVEL), started, metrics: new Metrics() })
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
