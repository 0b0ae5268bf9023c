import { setTimeout as pause } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import type { Operation } from '../document/operation.ts'
import type { Run } from '../operation/run_operation.ts'
import { type Databases, isElsewhere } from './databases.ts'

// How long the new home of a SIS may take to reach its cell.
const MOVING_MS = 1_000
const PAUSE_MS = 50

/**
 * Runs an operation in the database where the SIS of the request lives. A read is tried again while the SIS is just
 * moving to another cell. A write is refused then, and the client tries again.
 */
export function runInCell(databases: Databases, { method }: Operation, run: Run): RequestHandler {
  return async (req, res) => {
    for (const end = Date.now() + MOVING_MS; ; ) {
      try {
        return await run(req, res, databases.of(res.locals.caller.sisKey))
      } catch (error) {
        const isMoving = isElsewhere(error) && Object.keys(databases.cells()).length > 0
        if (method !== 'get' || !isMoving || res.headersSent || Date.now() > end) throw error
        await databases.lookAgain()
        await pause(PAUSE_MS)
      }
    }
  }
}
