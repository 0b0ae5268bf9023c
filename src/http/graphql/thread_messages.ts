import type { Config } from '../../config.ts'
import type { DatabaseUrls } from '../../db/urls.ts'
import type { Question } from './answer.ts'
import type { SerializedError } from './serialize_error.ts'

/** Data that the thread of GraphQL starts with. */
export interface ThreadSettings {
  /** Address of the database, as caserne_api. */
  url: string
  /** Address of a standby, as caserne_api. */
  standbyUrl?: string | undefined
  /** Address of another cell, to make the schema from while the server's own database is away. */
  cellUrl?: string | undefined
  /** Requests that it handles at once. */
  poolSize: number
  /** Time limit of a request (withRequest). */
  seconds: number
  introspection: boolean
  /** Whether statements are prepared (Access). */
  namedStatements: boolean
  /** From how many ms on a statement is logged as slow; 0: none. */
  slowMs?: number
}

/** Settings of the thread by this configuration. @param urls addresses, as caserne_api */
export function threadSettings(config: Config, urls: Pick<DatabaseUrls, 'api' | 'read'>): ThreadSettings {
  return {
    url: urls.api,
    standbyUrl: urls.read,
    poolSize: config.GRAPHQL_POOL_SIZE,
    seconds: config.GRAPHQL_TIMEOUT_SECONDS,
    introspection: config.GRAPHQL_INTROSPECTION,
    namedStatements: config.DATABASE_NAMED_STATEMENTS,
    slowMs: config.SLOW_STATEMENT_MS,
  }
}

/** A message to the thread. */
export interface Request {
  id: number
  /** Which database to ask: that of the settings, its standby, or that of another cell, by its address. */
  from: 'standby' | 'primary' | { cell: string }
  question: Question
}

/** An answer of the thread. */
export interface BytesAnswer {
  status: number
  body: Uint8Array
}

/** A message from the thread: an answer or a failure for each request, and connections that broke while idle. */
export type Reply =
  | { kind: 'answer'; id: number; answer: BytesAnswer }
  | { kind: 'failure'; id: number; error: SerializedError }
  | { kind: 'connection'; reason: string }
  | { kind: 'slow'; details: Record<string, unknown> }
