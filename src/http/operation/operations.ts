import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { DatabaseError, type QueryConfig } from 'pg'
import { query, type Repetition } from '../../db/pool.ts'
import { programVersion } from '../../process/program_version.ts'
import { type Caller, nameCaller } from '../admission/caller.ts'
import type { Database, Databases } from '../cells/databases.ts'
import { followingMoves } from '../cells/following_moves.ts'
import { readFrom } from '../cells/read_from.ts'
import type { Operation } from '../document/operation.ts'
import { refusals } from '../refusals/errors.ts'
import { followTrace } from '../watch/follow_trace.ts'
import { digest, knownStates, knownVersions } from './etag.ts'
import { type Once, onceStatement, readOnce } from './idempotency.ts'
import { type KeptAnswers, sendAnswer } from './kept_answers.ts'
import { answersKnown, answersUnbuilt } from './known_answers.ts'
import { identityOf, opening } from './open_request.ts'
import { badCursor, cutPage, linkTo, type Page, readPage, slicePage } from './paging.ts'
import { type Call, pathId, readingStatement, statement, writingStatement } from './statements.ts'
import { isTooLong, probe, sendWhole } from './whole_list.ts'

export type { Database }

/** The caller and the checked input of a request. */
export interface Asked {
  caller: Caller
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** The part of an operation that SQL cannot do. */
export interface Handler {
  /** Runs before the function, and may change its input. */
  before?(database: Database, asked: Asked, req: Request): Promise<void>
  /** Runs once the function has written, before its answer is sent. */
  after?(asked: Asked): void
  /** Sends an answer made from the function's JSON, instead of the JSON itself. */
  answer?(json: string, req: Request, res: Response, database: Database): void | Promise<void>
}

/** Opens a request and reads nothing. @throws 401 for a disabled account, 404 for an unknown SIS */
export async function openRequest({ pool, schema }: Database, caller: Caller): Promise<void> {
  await query(pool, opening(caller, schema), 'harmless')
}

// The row that the statement of an operation returns.
interface Found {
  /** The function's JSON as text; null when there is nothing to see, or when client or server know the state. */
  json: string | null
  /** The version of the record. */
  version?: string | null
  /** The state of the data that the answer is built from. */
  state?: string
}

/** Calls a function as the caller. @returns its JSON as text; null when there is nothing to see */
export async function callFunction(
  database: Database,
  call: Call,
  caller: Caller,
  values: unknown[],
  repetition: Repetition = 'harmful',
): Promise<string | null> {
  return (await run(database, prepare(database, call, caller, values), repetition)).json
}

async function run({ pool }: Database, statement: QueryConfig, repetition: Repetition): Promise<Found> {
  const { rows } = await query<Found>(pool, statement, repetition).catch((error: unknown) => {
    // A deadlock rolled back the whole statement. One more try succeeds, because the other transaction went on.
    if (error instanceof DatabaseError && error.code === '40P01')
      return query<Found>(pool, statement, repetition)
    throw error
  })
  return rows[0] ?? { json: null }
}

function prepare(
  { schema, namedStatements }: Database,
  call: Call,
  caller: Caller,
  values: unknown[],
  once: Once | null = null,
): QueryConfig {
  const all = [...identityOf(caller, schema), ...values]
  const { name, text } = once === null ? call : onceStatement(call, all.length)
  return followTrace({
    ...(namedStatements && { name }),
    text,
    values: once === null ? all : [...all, once.key, once.fingerprint],
  })
}

/** The names of the arguments that an operation passes to its function: parameters, place of the page, body. */
export function argumentsOf(operation: Operation): string[] {
  const names = operation.parameters.filter((each) => !each['x-handler']).map((each) => each.name)
  return [
    ...names,
    ...(operation.sort === null ? [] : ['apres', 'limite']),
    ...(operation.hasBody ? ['body'] : []),
  ]
}

/** Answers an operation with one statement, whose bytes go to the client as they are. */
export function runOperation(
  databases: Databases,
  operation: Operation,
  options: { handler: Handler | undefined; validateResponses: boolean; kept: KeptAnswers | null },
): RequestHandler {
  const { handler, validateResponses } = options
  const kept = handler?.answer === undefined ? options.kept : null
  const names = argumentsOf(operation)
  const call = statementOf(operation, names, databases.schema)
  const answer = async (req: Request, res: Response) => {
    const asked = readInput(req, res)
    const database = databases.of(asked.caller.sisKey)
    const once = database.schema === 'api' ? readOnce(req) : null
    await handler?.before?.(database, asked, req)
    const page = readPage(operation, asked.query)
    const whole = page === null && operation.sort !== null
    const key = kept?.keyOf(operation, asked.caller, req.originalUrl) ?? null
    const last = kept?.find(key)
    const known = [...knownStates(req.get('if-none-match')), ...(last === undefined ? [] : [last.tag.state])]
    const ask = (each: Page | null, states: string[]) => {
      const values = [...valuesOf(operation, names, asked, each), ...valuesOfRecords(operation, req, states)]
      return prepare(database, call, asked.caller, values, once)
    }
    const repetition = operation.method === 'get' ? 'harmless' : once === null ? 'harmful' : 'keyed'
    const read = ask(whole ? probe : page, known)
    const { found, used } = await readFrom(database, operation, async (each) => ({
      found: await run(each, read, repetition),
      used: each,
    })).catch((error: unknown) => {
      throw page?.after && isUnreadable(error) ? badCursor() : error
    })
    const { version, state = '' } = found
    if (found.json === null) {
      if (answersUnbuilt(req, res, operation, state)) return
      if (last?.tag.state !== state) throw refusals.notFound(operation.notFound)
      if (answersKnown(req, res, operation, last.tag)) return
      kept?.noteSentAgain()
      sendAnswer(res, last, validateResponses)
      return
    }
    handler?.after?.(asked)
    res.status(operation.successStatus)
    if (operation.successStatus === 204) return void res.end()
    if (whole && isTooLong(found.json)) {
      // Without known states, each of its pages is built.
      return await answerLong(req, res, used, operation, state, (each) => ask(each, []))
    }
    const { json, next } = paged(found.json, operation, page)
    const content = digest(nameCaller(asked.caller), req.originalUrl, json, next ?? '')
    const tag = { version: version ?? '', state, content }
    if (answersKnown(req, res, operation, tag)) return
    if (handler?.answer) return await handler.answer(json, req, res, database)
    const body = Buffer.from(operation.whole ? json : `{"data":${json}}`)
    const built = { tag, body, link: next === null ? null : linkTo(req.originalUrl, next) }
    kept?.keep(key, built)
    sendAnswer(res, built, validateResponses)
  }
  return operation.method === 'get' ? followingMoves(databases, answer) : answer
}

// Answers a list that is too long to be held.
async function answerLong(
  req: Request,
  res: Response,
  { pool }: Database,
  operation: Operation,
  state: string,
  ask: (page: Page) => QueryConfig,
): Promise<void> {
  // Its digest is not known before its end, so the state alone tells whether it is still the same.
  if (answersKnown(req, res, operation, { version: '', state, content: state || randomUUID() })) return
  res.type('application/json')
  if (res.locals.isHead) return void res.end()
  await sendWhole(res, pool, operation, async (client, page) => {
    const { rows } = await client.query<Found>(ask(page))
    return rows[0]?.json ?? '[]'
  })
}

function statementOf(operation: Operation, names: string[], schema: Database['schema']): Call {
  const { id, method, readsJson } = operation
  if (method !== 'get') return writingStatement(id, names, schema, operation.records)
  return readsJson ? readingStatement(id, names, schema, operation) : statement(id, names, schema)
}

function valuesOf(operation: Operation, names: string[], asked: Asked, page: Page | null): unknown[] {
  // One row more than the page shows whether another page follows.
  const own: Record<string, unknown> = {
    body: JSON.stringify(asked.body ?? null),
    ...(operation.sort !== null && {
      apres: page?.after ? JSON.stringify(page.after) : null,
      limite: page ? page.limit + 1 : null,
    }),
  }
  return names.map((name) => (name in own ? own[name] : argument(asked, name)))
}

// The parameters of a statement after the arguments of its function (readingStatement, writingStatement).
function valuesOfRecords(
  { method, readsJson, records, groups }: Operation,
  req: Request,
  states: string[],
): unknown[] {
  if (method === 'get' && !readsJson) return []
  const parameter = pathId(records)
  return [
    ...(parameter === null ? [] : [req.params[parameter]]),
    ...(groups === null ? [] : [digest(programVersion, req.originalUrl), states]),
    ...(method === 'get' || records.changed === null ? [] : [knownVersions(req.get('if-match'))]),
  ]
}

function paged(json: string, { sort }: Operation, page: Page | null): { json: string; next: string | null } {
  if (page === null) return { json, next: null }
  return sort === null ? slicePage(json, page) : cutPage(json, sort, page.limit)
}

// Class 22: the cursor holds a value that its column cannot have.
function isUnreadable(error: unknown): boolean {
  return error instanceof DatabaseError && /^22/.test(error.code ?? '')
}

function readInput(req: Request, res: Response): Asked {
  return { caller: res.locals.caller, path: res.locals.path, query: req.query, body: req.body }
}

function argument(asked: Asked, name: string): unknown {
  return asked.path[name] ?? asked.query[name] ?? null
}
