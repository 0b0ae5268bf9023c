import type { Request, Response } from 'express'
import type { Caller } from '../admission/caller.ts'
import type { Database } from './database.ts'

/** The caller and the checked input of a request. */
export interface Asked {
  caller: Caller
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** The part of an operation that SQL cannot do. */
export interface Handler {
  /** Runs before the function, and may change its input. */
  before?(database: Database, asked: Asked, req: Request): Promise<void>
  /** Runs once the function has written, before its answer is sent. */
  after?(asked: Asked): void
  /** Sends an answer made from the function's JSON, instead of the JSON itself. */
  answer?(json: string, req: Request, res: Response, database: Database): void | Promise<void>
}
