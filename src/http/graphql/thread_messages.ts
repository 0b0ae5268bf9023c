import type { Answer, Question } from './answer.ts'
import type { SerializedError } from './serialize_error.ts'

/** What the thread of GraphQL is made with. */
export interface ThreadSettings {
  /** Address of the database, as caserne_api. */
  url: string
  /** How many requests it works on at once. */
  poolSize: number
  /** Time of a request: see withRequest. */
  seconds: number
  introspection: boolean
}

/** To the thread. */
export interface Request {
  id: number
  question: Question
}

/** From the thread: an answer or a failure for each request; and what belongs in the log. */
export type Reply =
  | { kind: 'answer'; id: number; answer: Answer }
  | { kind: 'failure'; id: number; error: SerializedError }
  | { kind: 'warning'; details: object; message: string }
