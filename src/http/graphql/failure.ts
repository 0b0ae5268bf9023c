import { DatabaseError } from 'pg'

/** An error on its way between threads, which lose its class and what stands beside its message. */
export interface Failure {
  name: string
  message: string
  stack: string | undefined
  code: string | undefined
  detail: string | undefined
  /** Whether the database said it. */
  database: boolean
}

/** An error as it can be sent. */
export function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { ...describeFailure(new Error(String(error))), stack: undefined }
  const { name, message, stack } = error
  const code = 'code' in error ? String(error.code) : undefined
  const detail = error instanceof DatabaseError ? error.detail : undefined
  return { name, message, stack, code, detail, database: error instanceof DatabaseError }
}

/** The error that was described, as good as new. */
export function reviveFailure({ name, message, stack, code, detail, database }: Failure): Error {
  const error = database ? new DatabaseError(message, 0, 'error') : new Error(message)
  return Object.assign(error, {
    name,
    ...(stack && { stack }),
    ...(code && { code }),
    ...(detail && { detail }),
  })
}
