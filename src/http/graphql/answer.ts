import { execute, isSafeError } from 'postgraphile/grafast'
import { GraphQLError, type GraphQLSchema } from 'postgraphile/graphql'
import { repeatable } from '../../db/pool.ts'
import type { Caller } from '../admission/caller.ts'
import { badFilter } from './check_filters.ts'
import type { Asked, Checked, Documents } from './documents.ts'
import { tooMuch } from './limits.ts'
import { type Access, TIMED_OUT, withRequest } from './request_client.ts'

/** One request: who asks, and what. */
export interface Question extends Asked {
  caller: Caller
  /** Fields of the request's log lines. */
  work?: Record<string, unknown>
}

/** An answer of GraphQL: status and body. */
export interface Answer {
  status: number
  body: string
}

/** State that all requests share. */
export interface Setup extends Access {
  schema: GraphQLSchema
  documents: Documents
  resolvedPreset: GraphileConfig.ResolvedPreset
  introspection: boolean
}

/**
 * Answers a query: 200 with its result, or 400 with its faults.
 * @throws refusals of the caller and failures of the database
 */
export async function answer(setup: Setup, question: Question): Promise<Answer> {
  const { schema, resolvedPreset } = setup
  const checked = check(setup, question)
  try {
    // Opened for a faulty query too: a disabled account is reported first.
    // Nothing is written, so a request whose connection breaks can be answered again.
    return await repeatable('harmless', () =>
      withRequest(setup, question.caller, async (withPgClient) => {
        if ('faults' in checked) return refuse(setup, checked.faults)
        const result = await execute({
          schema,
          document: checked.document,
          variableValues: question.variables,
          operationName: question.operationName,
          contextValue: { withPgClient, pgSettings: null },
          resolvedPreset,
          middleware: null,
          outputDataAsString: true,
        })
        if (!('data' in result || 'errors' in result)) throw new Error('GraphQL answered a stream')
        if (result.errors?.length) return refuse(setup, result.errors.map(faultOf))
        return { status: 200, body: `{"data":${result.data}}` }
      }),
    )
  } catch (error) {
    const sentence = sentenceFor(error, setup.seconds)
    if (sentence === null) throw error
    return refuse(setup, [new GraphQLError(sentence)])
  }
}

function check({ documents }: Setup, question: Question): Checked {
  try {
    return documents.read(question)
  } catch (error) {
    if (error instanceof RangeError) return { faults: [new GraphQLError('La requête est trop imbriquée.')] }
    if (!(error instanceof GraphQLError)) throw error
    const tooLong = error.message.endsWith('tokens. Parsing aborted.')
    return { faults: [tooLong ? new GraphQLError(tooMuch('tokens', 'mots')) : error] }
  }
}

// The filter plugin refuses filters that would match everything, but does not mark its error as safe to show.
const forbidden = /are forbidden in filter argument input/

// An error in a field is the query's fault if Grafast marks it so (a cursor of another list), otherwise the server's.
function faultOf(error: GraphQLError): GraphQLError {
  const { originalError: cause, nodes = null, path = null } = error
  if (cause && forbidden.test(cause.message)) return new GraphQLError(badFilter, { nodes, path })
  if (cause && !(cause instanceof GraphQLError) && !isSafeError(cause)) throw cause
  return error
}

function refuse({ introspection }: Setup, faults: readonly GraphQLError[]): Answer {
  const told = faults.map(({ message, locations, path }) => ({
    // Without introspection, error messages must not suggest names.
    message: introspection ? message : message.replace(/ Did you mean .*\?$/, ''),
    ...(locations && { locations }),
    ...(path && { path }),
  }))
  return { status: 400, body: JSON.stringify({ errors: told }) }
}

// Class 22: a text that is no date, or a number out of the range of its column.
function sentenceFor(error: unknown, seconds: number): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === TIMED_OUT) return `La requête a pris plus de ${seconds} s : demandez-en moins.`
  return /^22/.test(code) ? 'Une valeur n’est pas admise.' : null
}
