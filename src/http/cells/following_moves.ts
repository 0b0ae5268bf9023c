import { setTimeout as pause } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { type Databases, isElsewhere } from './databases.ts'

// How long the new home of a SIS may take to reach its cell.
const MOVING_MS = 1_000
const PAUSE_MS = 50

/**
 * Answers anew while a SIS is just moving to another cell, so that reads go on. Not for writes: they are refused, and
 * the client tries again.
 */
export function followingMoves(
  databases: Databases,
  answer: (req: Request, res: Response) => Promise<void>,
): typeof answer {
  return async (req, res) => {
    for (const end = Date.now() + MOVING_MS; ; ) {
      try {
        return await answer(req, res)
      } catch (error) {
        const isMoving = isElsewhere(error) && Object.keys(databases.cells()).length > 0
        if (!isMoving || res.headersSent || Date.now() > end) throw error
        await databases.lookAgain()
        await pause(PAUSE_MS)
      }
    }
  }
}
