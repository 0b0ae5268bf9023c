import { DatabaseError, type QueryConfig } from 'pg'
import type { Operation } from '../document/operation.ts'
import { argumentsOf, valuesOf, valuesOfRecords } from './arguments.ts'
import { type Found, prepare, readRow } from './call_function.ts'
import type { Database } from './database.ts'
import type { Exchange } from './exchange.ts'
import { badCursor, type Page, readPage } from './paging.ts'
import { readFrom } from './read_from.ts'
import { type Call, readingStatement, statement, writingStatement } from './statements.ts'
import { isTooLong, probe } from './whole_list.ts'

/** The one statement of an operation, and the names of its function's arguments. */
interface Question {
  call: Call
  names: string[]
}

/** The answer of the database. */
export interface Reply extends Found {
  page: Page | null
  /** Whether it is only the beginning of a list that is too long to be held. */
  isLong: boolean
  /** The database that answered: that of the SIS, or its standby. */
  source: Database
  /** The statement that reads one page of a long list. */
  statementOf(page: Page): QueryConfig
}

/** The question that an operation puts to the functions of a schema. */
export function questionOf(operation: Operation, schema: Database['schema']): Question {
  const names = argumentsOf(operation)
  const { id, method, readsJson } = operation
  if (method !== 'get') return { names, call: writingStatement(id, names, schema, operation) }
  return {
    names,
    call: readsJson
      ? readingStatement(id, names, schema, operation)
      : statement(id, names, schema, operation),
  }
}

/** Asks the database. @param states the states of which client or server have the answer: it is not built for them */
export async function ask(exchange: Exchange, question: Question, states: string[]): Promise<Reply> {
  const { operation, asked, database, once } = exchange
  const page = readPage(operation, asked.query)
  const isWhole = page === null && operation.sort !== null
  const read = fill(exchange, question, isWhole ? probe : page, states)
  const repetition = operation.method === 'get' ? 'harmless' : once === null ? 'harmful' : 'keyed'
  const { found, source } = await readFrom(database, operation, async (each) => ({
    found: await readRow(each, read, repetition),
    source: each,
  })).catch((error: unknown) => {
    throw page?.after && isUnreadable(error) ? badCursor() : error
  })
  return {
    ...found,
    page,
    isLong: isWhole && found.json !== null && isTooLong(found.json),
    source,
    // Without known states, each page is built.
    statementOf: (each) => fill(exchange, question, each, []),
  }
}

function fill(
  { operation, req, asked, database, once }: Exchange,
  { call, names }: Question,
  page: Page | null,
  states: string[],
): QueryConfig {
  const values = [...valuesOf(operation, names, asked, page), ...valuesOfRecords(operation, req, states)]
  return prepare(database, call, asked.caller, values, once)
}

// Class 22: the cursor holds a value that its column cannot have.
function isUnreadable(error: unknown): boolean {
  return error instanceof DatabaseError && /^22/.test(error.code ?? '')
}
