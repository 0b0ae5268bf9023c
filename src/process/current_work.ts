import { AsyncLocalStorage } from 'node:async_hooks'

/** Work of the program for somebody: a request, or a job. */
export interface Work {
  /** Returns fields for a log line. Called when the line is written, because more is known by then. */
  describe(): Record<string, unknown>
  /** Time in ms that it has waited for a connection to the database. */
  waited: number
  /** Time in ms that its statements took. */
  asked: number
  /** Whether nobody waits for it any more. */
  isLeft(): boolean
}

/** The client left before the work began, so it was not done. */
export class ClientLeft extends Error {}

const works = new AsyncLocalStorage<Work>()

/** Does something as a work: statements that it runs are known to belong to it. */
export function doWork<T>(
  describe: Work['describe'],
  act: (work: Work) => T,
  isLeft: Work['isLeft'] = () => false,
): T {
  const work: Work = { describe, waited: 0, asked: 0, isLeft }
  return works.run(work, () => act(work))
}

/** The work that is being done here, if any. */
export function currentWork(): Work | undefined {
  return works.getStore()
}

/**
 * Runs what outlives the request or job that begins it, such as a session that hears for all. It has no work of its
 * own, so it goes on when the client of that request has left.
 */
export function outsideWork<T>(run: () => T): T {
  return works.exit(run)
}
