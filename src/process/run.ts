import { environment, readConfig } from '../config.ts'
import { errorText } from '../text/error_text.ts'
import { openLog } from './log.ts'
import { Metrics } from './metrics.ts'
import { Readiness } from './readiness.ts'
import type { Setting } from './setting.ts'
import { Started } from './started.ts'
import { unknownSettings } from './unknown_settings.ts'

// SIGHUP is what a closed terminal sends: without a stop, PostgreSQL would keep running.
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// A process ends within 20 s, also on a busy machine. Service managers kill what takes longer, and so would people.
const STOP_MS = 16_000
const SHORTEST_STOP_MS = 1_000
const BEAT_MS = 500

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
  const standing = watchLoop()
  const stop = (signal: NodeJS.Signals) => {
    if (started.stopping.aborted) return
    started.announceStop()
    say(`${signal} : arrêt…`)
    const late = () => {
      started.kill()
      fail(`L’arrêt prend plus de ${stopMs / 1000} s : le programme se termine sans attendre.`)
    }
    // The signal may have waited for as long as the event loop stood still.
    setTimeout(late, Math.max(SHORTEST_STOP_MS, stopMs - standing())).unref()
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

// Returns for how long the event loop has stood still until now. A signal is heard only after the timers that are due,
// so the beat before the last one counts.
function watchLoop(): () => number {
  let [before, last] = [performance.now(), performance.now()]
  setInterval(() => {
    ;[before, last] = [last, performance.now()]
  }, BEAT_MS).unref()
  return () => performance.now() - before
}

/** Writes a command's output: one line or more on standard output. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function run(work: (setting: Setting) => Promise<void>, started: Started): Promise<void> {
  try {
    const config = readConfig()
    const log = await openLog(config.LOG_LEVEL)
    await work({ config, log, started, metrics: new Metrics(), readiness: new Readiness() })
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
