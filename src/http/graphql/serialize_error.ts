import { DatabaseError } from 'pg'

/** An error as posted between threads; structured cloning would lose its class, `code` and `detail`. */
export interface SerializedError {
  name: string
  message: string
  stack: string | undefined
  code: string | undefined
  detail: string | undefined
  /** Whether it comes from the database. */
  fromDatabase: boolean
}

/** An error as it can be posted. */
export function serializeError(thrown: unknown): SerializedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message, stack } = error
  const code = 'code' in error ? String(error.code) : undefined
  const fromDatabase = error instanceof DatabaseError
  return { name, message, stack, code, detail: fromDatabase ? error.detail : undefined, fromDatabase }
}

/** The error again, in its class as far as errors.ts distinguishes classes. */
export function deserializeError(serialized: SerializedError): Error {
  const { name, message, stack, code, detail, fromDatabase } = serialized
  const error = fromDatabase ? new DatabaseError(message, 0, 'error') : new Error(message)
  return Object.assign(error, {
    name,
    ...(stack && { stack }),
    ...(code && { code }),
    ...(detail && { detail }),
  })
}
