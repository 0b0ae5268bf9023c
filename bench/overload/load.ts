import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A kind of request, and how often it comes beside the others. */
export interface Kind {
  name: string
  weight: number
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: object
}

/** Task of the generator: `rate` requests a second, or as many as these connections get answered. */
export interface Task {
  port: number
  kinds: Kind[]
  rate?: number
  connections: number
  seconds: number
}

/** Result of a load. */
export interface Told {
  /** Each request: its kind, status (0: broken, or no answer within 10 s) and the time to its answer, in ms. */
  answers: [kind: number, status: number, ms: number][]
  /** The longest that a request was sent after its instant, in ms. */
  late: number
  /** Processor time of the generator, in ms. */
  cpu: number
  /** Requests for which the generator had no connection left. */
  unsent: number
}

/**
 * Runs a load in a process of its own.
 * @param onEnd called when it has sent everything, though answers may be missing
 */
export async function runLoad(task: Task, onEnd: () => void = () => undefined): Promise<Told> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'generator.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(task))
  for await (const line of createInterface(child.stdout)) {
    if (line === 'ended') onEnd()
    else return JSON.parse(line)
  }
  throw new Error('the load generator ended without a result')
}
