import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, vi } from 'vitest'
import { commandLine } from '../../src/command_line.ts'

/** The exit code of a command, and all its output. */
export interface Outcome {
  code: number | null
  said: string
}

export interface Run {
  /** Standard input of the command, which stays open afterwards; absent: empty. */
  input?: string
  env?: Record<string, string>
}

interface Running {
  env: Record<string, string>
  stdin: Readable
  said: string
}

class Ended extends Error {
  readonly code: number

  constructor(code: number) {
    super(`ended with ${code}`)
    this.code = code
  }
}

const running = new AsyncLocalStorage<Running>()

/**
 * Runs the command line inside the test process. Each command has its own environment, input and output, so
 * several may run at once. Only a program shows that a command ends by itself (support/program.ts).
 */
export function useCommandLine(): (args: string[], how: Run) => Promise<Outcome> {
  const restore: (() => void)[] = []
  beforeAll(() => {
    restore.push(own('env'), own('stdin'), hear(process.stdout), hear(process.stderr), catchEnd())
  })
  afterAll(() => {
    for (const each of restore.splice(0)) each()
  })
  return (args, { input, env = {} }) => {
    const { PATH } = process.env
    const stdin = input === undefined ? Readable.from([]) : Readable.from(endless(input))
    const each = { env: { ...(PATH && { PATH }), LOG_LEVEL: 'warn', ...env }, stdin, said: '' }
    return running.run(each, async () => ({ code: await execute(args), said: each.said }))
  }
}

async function execute(args: string[]): Promise<number> {
  const before = process.exitCode
  const handlers = process.listeners('SIGINT')
  try {
    process.exitCode = undefined
    await commandLine().parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof Ended) return error.code
    throw error
  } finally {
    process.exitCode = before
    for (const each of process.listeners('SIGINT').filter((handler) => !handlers.includes(handler)))
      process.off('SIGINT', each).off('SIGTERM', each)
  }
}

async function* endless(input: string): AsyncGenerator<Buffer> {
  yield Buffer.from(input)
  await new Promise(() => undefined)
}

// Gives each command its own value of a property of the process.
function own(name: 'env' | 'stdin'): () => void {
  const before = Object.getOwnPropertyDescriptor(process, name)
  const usual = process[name]
  if (before === undefined) throw new Error(`process.${name} is nowhere`)
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => running.getStore()?.[name] ?? usual,
  })
  return () => Object.defineProperty(process, name, before)
}

function hear(stream: NodeJS.WriteStream): () => void {
  const write = stream.write.bind(stream)
  const spy = vi.spyOn(stream, 'write').mockImplementation((text) => {
    const each = running.getStore()
    if (each === undefined) return write(text)
    each.said += text
    return true
  })
  return () => spy.mockRestore()
}

function catchEnd(): () => void {
  const exit = process.exit.bind(process)
  const spy = vi.spyOn(process, 'exit').mockImplementation((code) => {
    if (running.getStore() === undefined) return exit(code)
    throw new Ended(Number(code ?? 0))
  })
  return () => spy.mockRestore()
}
