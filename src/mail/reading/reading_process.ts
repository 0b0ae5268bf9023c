import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { failed } from './parsed_message.ts'
import { Reading } from './reading.ts'
import { type ReadingLimits, TOO_MUCH_MEMORY, tooLong } from './reading_limits.ts'

// The process itself ends a reading at its limits. This grace is for a process that can no longer do so.
const GRACE_MS = 5_000
const START_MS = 60_000
// Characters of a failing start's output that are kept.
const LAST_WORDS = 2_000

/**
 * A process that reads messages, one at a time (parse_process.ts). It does not keep the worker from ending.
 */
export class ReadingProcess {
  readonly #limits: ReadingLimits
  readonly #child: ChildProcess
  readonly #started: Promise<void>
  #lastWords = ''

  constructor(limits: ReadingLimits) {
    this.#limits = limits
    this.#child = startProcess(limits)
    this.#child.on('error', ({ message }) => this.#listen(message))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#listen(text))
    this.#started = this.#receive(START_MS).then(async (heard) => {
      if (heard === 'ready') return
      await this.end()
      throw new Error(`No message can be read: ${heard} ${this.#lastWords}`)
    })
    // A caller of `read` gets this error; without one it must not be unhandled.
    this.#started.catch(() => undefined)
  }

  /** Whether the process still runs. */
  get alive(): boolean {
    return this.#child.connected && !this.#ended
  }

  /** Reads a message. @throws when the process does not start. */
  async read(raw: Buffer): Promise<Reading> {
    await this.#started
    const heard = this.#receive(this.#limits.milliseconds + GRACE_MS)
    this.#child.send(raw, () => undefined)
    const answer = await heard
    return typeof answer === 'object' ? Reading.parse(answer) : broken(answer, this.#limits)
  }

  /** Ends the process, whatever it is doing. */
  async end(): Promise<void> {
    if (this.#ended) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#child.ref()
    this.#child.once('exit', resolve).once('error', resolve).kill('SIGKILL')
    await promise
  }

  get #ended(): boolean {
    return this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  #listen(text: string): void {
    this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS)
  }

  // The process's next message, or the signal or code that it ends with, or 'late' after this many
  // milliseconds.
  #receive(milliseconds: number): Promise<Serializable> {
    const { promise, resolve } = Promise.withResolvers<Serializable>()
    const late = setTimeout(() => resolve('late'), milliseconds)
    const exit = (code: number | null, signal: string | null) => resolve(signal ?? `code ${code}`)
    const error = () => resolve('error')
    this.#child.once('message', resolve).once('exit', exit).once('error', error)
    return promise.finally(() => {
      clearTimeout(late)
      this.#child.off('message', resolve).off('exit', exit).off('error', error)
    })
  }
}

function startProcess(limits: ReadingLimits): ChildProcess {
  const cache = getCompileCacheDir()
  const { milliseconds, megabytes } = limits
  const child = fork(new URL('./parse_process.ts', import.meta.url), [`${milliseconds}`, `${megabytes}`], {
    // The environment of the worker holds secrets, and options that change Node.
    env: { MALLOC_ARENA_MAX: '1', ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }) },
    execArgv: ['--max-semi-space-size=4'],
    // In a session of its own, Ctrl-C in the terminal does not reach the process before the worker has
    // stopped.
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return child
}

// A process that ended in the middle of a message, or does not answer.
function broken(how: Serializable, limits: ReadingLimits): Reading {
  const spent = (raison: string): Reading => ({ outcome: failed(raison), spent: true })
  if (how === 'late') return spent(tooLong(limits))
  // V8 ends the process when a thread cannot get the heap that it needs.
  if (how === 'SIGABRT' || how === 'code 134') return spent(TOO_MUCH_MEMORY)
  if (how === 'SIGSEGV' || how === 'SIGBUS' || how === 'SIGILL')
    return spent(`La lecture du message a échoué (${how}).`)
  return { outcome: null, spent: true }
}
