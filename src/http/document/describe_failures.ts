import { refusals } from '../refusals/errors.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into before it is checked
type Json = any

const retryAfter = {
  'Retry-After': {
    description: 'Seconds after which to try again.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
}

/**
 * An answer that says in French why a request was refused.
 * @param refusal an example, with its sentence
 */
export const failure = (description: string, refusal: { body: unknown }, headers?: object) => ({
  description,
  ...(headers && { headers }),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: {
          error: { type: 'string', description: 'Why it was refused, in French.', examples: [refusal.body] },
          reference: { type: 'string', description: 'Id of this failure in the log; only with 500.' },
        },
      },
    },
  },
})

/** Failures by name: their status, and the operations that may meet them. */
const failures: Record<string, { status: number; meets: (operation: Json) => boolean; answer: object }> = {
  Malformed: {
    status: 400,
    meets: ({ requestBody }) => requestBody !== undefined,
    answer: failure('The body cannot be read.', refusals.notJson()),
  },
  TooLarge: {
    status: 413,
    meets: ({ requestBody }) => requestBody !== undefined,
    answer: failure('The body is too large.', refusals.tooLarge()),
  },
  WrongType: {
    status: 415,
    meets: ({ requestBody }) => requestBody !== undefined,
    answer: failure('The body has another type.', refusals.wrongMediaType()),
  },
  TooManyRequests: {
    status: 429,
    meets: () => true,
    answer: failure('Too many requests.', refusals.tooMany(5), retryAfter),
  },
  Failed: {
    status: 500,
    meets: () => true,
    answer: failure('The server failed; its log has the reference.', { body: 'Erreur interne' }),
  },
  Unavailable: {
    status: 503,
    meets: () => true,
    answer: failure(
      'The server is overloaded, or the database does not answer.',
      refusals.busy(),
      retryAfter,
    ),
  },
}

/** Adds to the operations of a document the failures that any operation of their kind may meet. */
export function describeFailures(document: Json): void {
  for (const [name, { answer }] of Object.entries(failures)) document.components.responses[name] = answer
  for (const item of Object.values<Json>(document.paths))
    for (const operation of Object.values<Json>(item))
      operation.responses = { ...met(operation), ...operation.responses }
}

function met(operation: Json): Json {
  const those = Object.entries(failures).filter(([, { meets }]) => meets(operation))
  return Object.fromEntries(
    those.map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
  )
}
