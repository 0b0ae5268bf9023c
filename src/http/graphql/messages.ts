import type { Answer, Question } from './answer.ts'
import type { Failure } from './failure.ts'

/** What the thread of GraphQL is made with. */
export interface ThreadSettings {
  /** Address of the database, as caserne_api. */
  url: string
  /** How many requests it works on at once. */
  poolSize: number
  /** What a request may take. */
  seconds: number
  introspection: boolean
}

/** To the thread. */
export interface Request {
  id: number
  question: Question
}

/** From the thread: its first word is `ready` or `failed`, then one of the others for each request. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'answer'; id: number; answer: Answer }
  | { kind: 'failure'; id: number; failure: Failure }
  | { kind: 'warning'; details: object; message: string }
