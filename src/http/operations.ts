import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { DatabaseError, type Pool } from 'pg'
import { query } from '../db/pool.ts'
import type { Caller } from './access.ts'
import type { Operation } from './document.ts'
import { refusals } from './errors.ts'
import { identityOf, opened, opening } from './open_request.ts'
import { badCursor, cutPage, linkTo, type Page, readPage, slicePage } from './page.ts'

/** How a server reaches the functions of one schema. */
export interface Database {
  pool: Pool
  schema: 'api' | 'auth'
  /** Off behind a pooler in transaction mode. */
  namedStatements: boolean
}

/** What an operation was asked: checked input, by name. */
export interface Asked {
  caller: Caller
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** What needs Node besides the function. */
export interface Handler {
  /** Runs before it, and may change what is asked. */
  before?(database: Database, asked: Asked, req: Request): Promise<void>
  /** Answers with what the function gave, instead of sending it as it is. */
  answer?(json: string, req: Request, res: Response, database: Database): void | Promise<void>
}

// A statement that calls a function, and the name it is prepared under.
interface Call {
  name: string
  text: string
}

/** The one statement of an operation: `select <schema>.<id>(argument => …)` for the caller. */
export function statement(id: string, args: string[], schema: Database['schema'] = 'api'): Call {
  const first = schema === 'api' ? 6 : 4
  const list = args.map((name, index) => `${name} => $${index + first}`)
  return { name: id, text: `select ${schema}.${id}(${list.join(', ')})::text as json from ${opened[schema]}` }
}

/** Opens a request and asks nothing. @throws what stands in the caller's way: 401 when the account is disabled, 404 for an unknown SIS. */
export async function openRequest({ pool, schema }: Database, caller: Caller): Promise<void> {
  await query(pool, opening(caller, schema))
}

/** Calls a function as the caller: its JSON as text, null when there is nothing to see. */
export async function callFunction(
  { pool, schema, namedStatements }: Database,
  call: Call,
  caller: Caller,
  values: unknown[],
): Promise<string | null> {
  const named = namedStatements ? { name: call.name } : {}
  const statement = { ...named, text: call.text, values: [...identityOf(caller, schema), ...values] }
  const { rows } = await query<{ json: string | null }>(pool, statement).catch((error: unknown) => {
    // A deadlock took all of the statement back: once more, now that the other has gone on.
    if (error instanceof DatabaseError && error.code === '40P01')
      return query<{ json: string | null }>(pool, statement)
    throw error
  })
  return rows[0]?.json ?? null
}

/** Names of the arguments that an operation passes to its function: parameters, where the page begins, the body. */
export function argumentsOf(operation: Operation): string[] {
  const names = operation.parameters.filter((each) => !each['x-handler']).map((each) => each.name)
  return [
    ...names,
    ...(operation.sort === null ? [] : ['apres', 'limite']),
    ...(operation.hasBody ? ['body'] : []),
  ]
}

/** Answers an operation: one statement, whose bytes go to the client as they are. */
export function runOperation(
  database: Database,
  operation: Operation,
  options: { handler: Handler | undefined; validateResponses: boolean },
): RequestHandler {
  const names = argumentsOf(operation)
  const call = statement(operation.id, names, database.schema)
  return async (req, res) => {
    const asked = readInput(req, res)
    await options.handler?.before?.(database, asked, req)
    const page = readPage(operation, asked.query)
    // One row more tells whether there is a next page.
    const own: Record<string, unknown> = {
      body: JSON.stringify(asked.body ?? null),
      ...(operation.sort !== null && {
        apres: page?.after ? JSON.stringify(page.after) : null,
        limite: page ? page.limit + 1 : null,
      }),
    }
    const values = names.map((name) => (name in own ? own[name] : argument(asked, name)))
    const found = await callFunction(database, call, asked.caller, values).catch((error: unknown) => {
      throw page?.after && isUnreadable(error) ? badCursor() : error
    })
    if (found === null) throw refusals.notFound(operation.notFound)
    res.status(operation.successStatus)
    if (operation.successStatus === 204) return void res.end()
    if (options.handler?.answer) return await options.handler.answer(found, req, res, database)
    const { json, next } = paged(found, operation, page)
    if (next !== null) res.set('Link', linkTo(req.originalUrl, next))
    const body = operation.whole ? json : `{"data":${json}}`
    if (operation.cached && answersFromCache(req, res, body)) return
    // The validator of answers, in tests and development, wants an object.
    if (options.validateResponses) res.json(JSON.parse(body))
    else res.type('application/json').end(body)
  }
}

function paged(json: string, { sort }: Operation, page: Page | null): { json: string; next: string | null } {
  if (page === null) return { json, next: null }
  return sort === null ? slicePage(json, page) : cutPage(json, sort, page.limit)
}

// Class 22: a value of the cursor that its column does not take.
function isUnreadable(error: unknown): boolean {
  return error instanceof DatabaseError && /^22/.test(error.code ?? '')
}

// A list may be kept by who asked for it, and is asked for anew each time: RFC 9110, 13.1.2.
function answersFromCache(req: Request, res: Response, body: string): boolean {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  res.set({ ETag: etag, 'Cache-Control': 'private, no-cache' })
  if (!hasCopy(req, etag)) return false
  res.status(304).end()
  return true
}

/** Whether who asks has this already, by its ETag: RFC 9110, 13.1.2. */
export function hasCopy(req: Request, etag: string): boolean {
  const known = req.get('if-none-match')?.split(',') ?? []
  return known.some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*')
}

// The validator leaves path parameters there in their types; req.params has the texts.
interface Checked {
  openapi?: { pathParams: Record<string, unknown> }
}

function readInput(req: Request & Checked, res: Response): Asked {
  const path = req.openapi?.pathParams ?? req.params
  return { caller: res.locals.caller, path, query: req.query, body: req.body }
}

function argument(asked: Asked, name: string): unknown {
  return asked.path[name] ?? asked.query[name] ?? null
}
