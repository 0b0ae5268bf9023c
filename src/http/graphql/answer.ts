import type { Pool } from 'pg'
import { execute, isSafeError } from 'postgraphile/grafast'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'postgraphile/graphql'
import type { Caller } from '../access.ts'
import { badFilter, checkFilters } from './check_filters.ts'
import { checkLimits } from './check_limits.ts'
import { limits } from './limits.ts'
import { TIMED_OUT, withRequest } from './request_client.ts'

/** One request, as it came: who asks, and what. */
export interface Question {
  caller: Caller
  query: string
  variables: Record<string, unknown>
  operationName: string | null
}

/** What GraphQL answers: status and body. */
export interface Answer {
  status: number
  body: string
}

/** What questions are answered with. */
export interface Engine {
  schema: GraphQLSchema
  resolvedPreset: GraphileConfig.ResolvedPreset
  pool: Pool
  /** What a request may take. */
  seconds: number
  introspection: boolean
}

/**
 * Answers a question: 200 with all that was asked for, or 400 and what is wrong with it.
 * @throws what is not the question's fault: who asks is refused, or the database fails.
 */
export async function answer(engine: Engine, question: Question): Promise<Answer> {
  const prepared = prepare(engine, question)
  try {
    // Asked also for a question that is refused: an account that was disabled learns that first.
    return await withRequest(engine.pool, question.caller, engine.seconds, async (withPgClient) => {
      if (!('document' in prepared)) return refused(engine, prepared)
      const result = await execute({
        schema: engine.schema,
        document: prepared.document,
        variableValues: question.variables,
        operationName: question.operationName,
        contextValue: { withPgClient, pgSettings: null },
        resolvedPreset: engine.resolvedPreset,
        middleware: null,
      })
      if (!('data' in result || 'errors' in result)) throw new Error('GraphQL answered a stream')
      if (result.errors?.length) return refused(engine, result.errors.map(ownFault))
      return { status: 200, body: JSON.stringify({ data: result.data }) }
    })
  } catch (error) {
    const sentence = sentenceFor(error, engine.seconds)
    if (sentence === null) throw error
    return refused(engine, [new GraphQLError(sentence)])
  }
}

type Prepared = { document: DocumentNode } | readonly GraphQLError[]

function prepare({ schema, introspection }: Engine, question: Question): Prepared {
  try {
    const document = parse(question.query, { maxTokens: limits.tokens })
    const operation = getOperationAST(document, question.operationName)
    if (!operation) return [new GraphQLError('Quelle opération faut-il exécuter (operationName) ?')]
    if (operation.operation !== 'query') return [new GraphQLError('GraphQL ne sert ici qu’à lire (query).')]
    checkLimits(schema, document, operation, question.variables)
    const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
    const errors = validate(schema, document, rules, { maxErrors: 10 })
    if (errors.length > 0) return errors
    checkFilters(schema, document, operation, question.variables)
    return { document }
  } catch (error) {
    if (error instanceof RangeError) return [new GraphQLError('La requête est trop imbriquée.')]
    if (!(error instanceof GraphQLError)) throw error
    return [
      /tokens/.test(error.message)
        ? new GraphQLError(`La requête demande trop : plus de ${limits.tokens} mots.`)
        : error,
    ]
  }
}

// What the filters' plugin says of them: ignored, they would let everything through.
const forbidden = /are forbidden in filter argument input/

// An error with a cause is ours, unless Grafast meant it for the client: a cursor of another list, an empty filter.
function ownFault(error: GraphQLError): GraphQLError {
  const cause = error.originalError
  if (cause && forbidden.test(cause.message)) return new GraphQLError(badFilter)
  if (cause && !(cause instanceof GraphQLError) && !isSafeError(cause)) throw cause
  return error
}

function refused({ introspection }: Engine, errors: readonly GraphQLError[]): Answer {
  const told = errors.map(({ message, locations, path }) => ({
    // Where introspection is off, names are not to be guessed either.
    message: introspection ? message : message.replace(/ Did you mean .*\?$/, ''),
    ...(locations && { locations }),
    ...(path && { path }),
  }))
  return { status: 400, body: JSON.stringify({ errors: told }) }
}

// Class 22: a text that is no date, a number that its column does not take.
function sentenceFor(error: unknown, seconds: number): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === TIMED_OUT) return `La requête a pris plus de ${seconds} s : demandez-en moins.`
  return /^22/.test(code) ? 'Une valeur n’est pas admise.' : null
}
