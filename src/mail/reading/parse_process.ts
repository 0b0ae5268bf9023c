import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { failed, type ParsedMessage } from './parsed_message.ts'
import type { Reading } from './reading.ts'
import { type ReadingLimits, TOO_MUCH_MEMORY, tooLong } from './reading_limits.ts'

// The program of a ReadingProcess. It lets a thread read one message after the other, and watches the thread.
// It sends 'ready', then a Reading for each message.

// Limit of the thread's heap. V8 may end the whole process instead of the thread, so this is a process.
const HEAP_MEGABYTES = 400
const CHECK_MS = 50
// Bytes by which a process may grow over all its messages.
const WORN = 300 * 1_048_576

const limits = readLimits(process.argv.slice(2))
const thread = new Worker(new URL('./parse_thread.ts', import.meta.url), {
  // The new generation would take 48 MB by default.
  resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: 6 },
})
await once(thread, 'message')
const atFirst = process.memoryUsage.rss()

// The worker ends this process. If the worker is gone, nobody else would.
process.on('disconnect', () => process.exit())
// Ctrl-C reaches every process of the terminal, and systemd stops all of a service. The message is still read
// to its end.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined)
process.on('message', async (raw: Uint8Array) => {
  const outcome = await readIn(thread, raw, limits)
  const reading: Reading =
    typeof outcome === 'string'
      ? { outcome: failed(outcome), spent: true }
      : { outcome, spent: process.memoryUsage.rss() - atFirst > WORN }
  process.send?.(reading)
})
process.send?.('ready')

// The outcome, or a French reason why there is none.
function readIn(thread: Worker, raw: Uint8Array, limits: ReadingLimits): Promise<ParsedMessage | string> {
  const { promise, resolve } = Promise.withResolvers<ParsedMessage | string>()
  const before = process.memoryUsage.rss()
  const began = Date.now()
  const check = setInterval(() => {
    if (Date.now() - began > limits.milliseconds) resolve(tooLong(limits))
    if (process.memoryUsage.rss() - before > limits.megabytes * 1_048_576) resolve(TOO_MUCH_MEMORY)
  }, CHECK_MS)
  const fail = (error: Error & { code?: string }) => {
    const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    resolve(memory ? TOO_MUCH_MEMORY : `La lecture du message a échoué (${error.name}).`)
  }
  const end = () => resolve('La lecture du message a été interrompue.')
  thread.once('message', resolve).once('error', fail).once('exit', end)
  thread.postMessage(raw)
  return promise.finally(() => {
    clearInterval(check)
    thread.off('message', resolve).off('error', fail).off('exit', end)
  })
}

// Checked by hand, because loading zod takes longer than the rest of this file.
function readLimits([milliseconds, megabytes]: string[]): ReadingLimits {
  const limits = { milliseconds: Number(milliseconds), megabytes: Number(megabytes) }
  if (limits.milliseconds > 0 && limits.megabytes > 0) return limits
  throw new Error(`No limits: ${milliseconds} milliseconds, ${megabytes} megabytes`)
}
