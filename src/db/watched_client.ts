import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { currentWork } from '../process/current_work.ts'
import { beginInnerStep, fail } from '../process/tracing.ts'

/** Is called with a statement that took long. */
export type OnSlow = (details: Record<string, unknown>) => void

/** Limit and log for slow statements. */
interface Slowness {
  /** From how many ms on a statement is slow; 0: never. */
  slowMs: number
  onSlow: OnSlow
  /** Limit for opening a connection, if other than that for a free one of the pool. */
  openingMs?: number | undefined
}

type Callback = (error: Error | null, result?: unknown) => void

/**
 * The clients of a pool that notes how long statements take: for the work that asks, and for the log when it is long.
 * A statement is logged by its name, never with its parameters.
 */
export function watchedClient({ slowMs, onSlow, openingMs }: Slowness): typeof pg.Client {
  return class WatchedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      const own = typeof config === 'object' && openingMs !== undefined
      super(own ? { ...config, connectionTimeoutMillis: openingMs } : config)
    }

    // pg.Client declares an overload for each way to call.
    override query(...args: unknown[]): never {
      const work = currentWork()
      const began = performance.now()
      const span = beginInnerStep(() => ({
        name: nameStatement(args[0]),
        kind: 'CLIENT',
        attributes: { 'db.system.name': 'postgresql' },
      }))
      const note = (error?: unknown) => {
        if (span && error instanceof Error) fail(span, error)
        span?.end()
        const ms = performance.now() - began
        if (work !== undefined) work.asked += ms
        if (slowMs > 0 && ms >= slowMs)
          onSlow({ ...work?.describe(), statement: nameStatement(args[0]), ms: Math.round(ms) })
      }
      const send = super.query as unknown as (...args: unknown[]) => unknown
      const at = args.findLastIndex((each) => typeof each === 'function')
      if (at >= 0) {
        const callback = args[at] as Callback
        args[at] = (error: Error | null, result?: unknown) => {
          note(error)
          callback(error, result)
        }
      }
      const sent = send.apply(this, args)
      if (sent instanceof Promise) sent.then(() => note(), note)
      return sent as never
    }
  }
}

/**
 * A pool that gives each connection to the work that asked for it, also to `query` when several wait. A callback may
 * give its connection back twice: graphile-worker does so when a runner stops while its connection breaks.
 */
export class WatchedPool extends pg.Pool {
  // pg.Pool declares an overload for each way to call.
  override connect(...args: unknown[]): never {
    const take = super.connect as unknown as (...args: unknown[]) => unknown
    const [callback] = args
    const bound =
      typeof callback === 'function' ? [AsyncLocalStorage.bind(givingBackOnce(callback as Taker))] : []
    return take.apply(this, bound) as never
  }
}

type Release = (error?: Error | boolean) => void
type Taker = (error: Error | undefined, client?: pg.PoolClient, release?: Release) => void

function givingBackOnce(taker: Taker): Taker {
  return (error, client, release) => {
    let toGive = release
    taker(error, client, (fault) => {
      toGive?.(fault)
      toGive = undefined
    })
  }
}

/** A name for a statement: that under which it is prepared, or of the first function of ours that it calls. */
export function nameStatement(statement: unknown): string {
  const { name, text } =
    typeof statement === 'string' ? { name: undefined, text: statement } : named(statement)
  const called = /\b(?:api|auth|app|jobs|request|stats|graphile_worker)\.(\w+)/.exec(text)
  // followTrace prepares statements under another name.
  return (
    name?.replace(/, traced$/, '') ?? called?.[0] ?? /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  )
}

function named(statement: unknown): { name: string | undefined; text: string } {
  const { name, text } = (statement ?? {}) as { name?: unknown; text?: unknown }
  return {
    name: typeof name === 'string' ? name : undefined,
    text: typeof text === 'string' ? text : '',
  }
}
