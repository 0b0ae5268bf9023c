import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const TRIES = 5
const PAUSE_MS = 2_000

/**
 * Runs work on the schema, and again after two seconds when it does not get a lock or meets a deadlock, five times in
 * all. Servers of the previous release lock tables in their own order, and analysts for long. Giving up soon and trying
 * again lets requests pass that would wait behind the migration.
 * @param onRetry called with the number of tries that are left.
 * @throws that another session holds what is to be changed, in French.
 */
export async function untilFree(work: () => Promise<void>, onRetry?: (left: number) => void): Promise<void> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (!isHeld(error)) throw error
      if (left === 0)
        throw new Error(
          `Une autre session retient ce que la migration change : rien n’est changé. Relancez-la. (${error.message})`,
        )
      onRetry?.(left)
      await pause(PAUSE_MS)
    }
  }
}

// lock not available, deadlock detected
function isHeld(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')
}
