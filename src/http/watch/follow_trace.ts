import type { QueryConfig } from 'pg'
import { traceparent } from '../../process/tracing.ts'

/**
 * The statement with the trace that it belongs to, which jobs that it queues carry on (request.follow). It is unchanged
 * where nothing is traced.
 */
export function followTrace(statement: QueryConfig): QueryConfig {
  const trace = traceparent()
  if (trace === null) return statement
  const { name, text, values = [] } = statement
  const parameter = `$${values.length + 1}`
  const opening = /\b(request\.open|auth\.open|auth\.open_request)\((\$\d+)/g
  const followed = opening.test(text)
    ? text.replace(opening, `$1(request.follow(${parameter}, $2)`)
    : `${text} from request.follow(${parameter}, null)`
  return {
    ...statement,
    ...(name !== undefined && { name: `${name}, traced` }),
    text: followed,
    values: [...values, trace],
  }
}
