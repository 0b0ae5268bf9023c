import type { Request, Response } from 'express'
import type { Operation } from '../document/operation.ts'
import type { Database } from './database.ts'
import type { Asked } from './handler.ts'
import type { Once } from './idempotency.ts'

/** A request of an operation and its answer, as they pass from ask to judge to send. */
export interface Exchange {
  operation: Operation
  req: Request
  res: Response
  asked: Asked
  database: Database
  /** For a request that must be carried out once, however often it is sent. */
  once: Once | null
}
