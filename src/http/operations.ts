import type { Request, RequestHandler, Response } from 'express'
import type { Pool } from 'pg'
import { query } from '../db/pool.ts'
import type { Caller } from './access.ts'
import type { Operation } from './document.ts'
import { refusals } from './errors.ts'

/** How the data server reaches its database. */
export interface Database {
  pool: Pool
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

/** What needs Node besides the function: runs before it. */
export type Handler = (database: Database, asked: Asked) => Promise<void>

// Name and arguments of a statement, for a function of `api`.
interface Call {
  name: string
  text: string
}

// request.open stands in FROM, so it runs before the select list; auth.check_session says with which permissions.
const opened = 'request.open($1, $3, auth.check_session($1, to_timestamp($2), $3, $4), $5)'

/** The one statement of an operation: `select api.<id>(argument => …)` for the caller. */
export function statement(id: string, args: string[]): Call {
  const list = args.map((name, index) => `${name} => $${index + 6}`)
  return { name: id, text: `select api.${id}(${list.join(', ')})::text as json from ${opened}` }
}

/** Calls a function of `api` as the caller: its JSON as text, null when there is nothing to see. */
export async function callFunction(
  { pool, namedStatements }: Database,
  call: Call,
  caller: Caller,
  values: unknown[],
): Promise<string | null> {
  const named = namedStatements ? { name: call.name } : {}
  const { rows } = await query<{ json: string | null }>(pool, {
    ...named,
    text: call.text,
    values: [caller.userId, caller.issuedAt, caller.sisKey, caller.permissions, caller.sapeurId, ...values],
  })
  return rows[0]?.json ?? null
}

/** Names of the arguments that an operation passes to its function: parameters, then the body. */
export function argumentsOf(operation: Operation): string[] {
  const names = operation.parameters.filter((each) => !each['x-handler']).map((each) => each.name)
  return operation.hasBody ? [...names, 'body'] : names
}

/** Answers an operation of the data API: one statement, whose bytes go to the client as they are. */
export function runOperation(
  database: Database,
  operation: Operation,
  options: { handler: Handler | undefined; validateResponses: boolean },
): RequestHandler {
  const names = argumentsOf(operation)
  const call = statement(operation.id, names)
  return async (req, res) => {
    const asked = readInput(req, res)
    await options.handler?.(database, asked)
    const values = names.map((name) => (name === 'body' ? JSON.stringify(asked.body) : argument(asked, name)))
    const json = await callFunction(database, call, asked.caller, values)
    if (json === null) throw refusals.notFound(operation.notFound)
    res.status(operation.successStatus)
    // The validator of answers, in tests and development, wants an object.
    if (options.validateResponses) res.json({ data: JSON.parse(json) })
    else res.type('application/json').end(`{"data":${json}}`)
  }
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
