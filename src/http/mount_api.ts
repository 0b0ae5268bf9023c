import type { ErrorRequestHandler, Express, RequestHandler } from 'express'
import type { Config } from '../config.ts'
import type { Document } from './document/document.ts'
import type { Operation } from './document/operation.ts'
import { operationFinder } from './document/operation_finder.ts'
import { answerDocument } from './handlers/answer_document.ts'
import { checkInput } from './input/check_input.ts'
import { readJson } from './input/read_body.ts'
import { reduceBody } from './input/reduce_body.ts'
import { tolerate } from './input/tolerate.ts'
import { inOrder } from './server/in_order.ts'

/** One API: its document, and the middleware that its requests pass. */
export interface Api {
  document: Document
  access: RequestHandler
  /** Handles a body once it is read. */
  read: RequestHandler[]
  run: (operation: Operation) => (RequestHandler | ErrorRequestHandler)[]
  after: ErrorRequestHandler[]
}

/** Mounts an API under its prefixes. */
export function mountApi(app: Express, api: Api, config: Config): void {
  const { document } = api
  const find = operationFinder(document)
  const chains = new Map(document.operations.map((operation) => [operation, chainOf(api, operation, config)]))
  app.get(
    document.prefixes.map((prefix) => `${prefix}/openapi.json`),
    answerDocument(document.source),
  )
  app.use(document.prefixes, (req, res, next) => {
    const { operation, params } = find(req.method, req.path)
    res.locals.operation = operation
    res.locals.isHead = req.method === 'HEAD'
    if (res.locals.isHead) req.method = 'GET'
    req.params = params
    chains.get(operation)?.(req, res, next)
  })
}

// Middleware in the order in which the requests of an operation pass it.
function chainOf(
  { document: { source }, access, read, run, after }: Api,
  operation: Operation,
  config: Config,
): RequestHandler {
  const check = checkInput(source, operation, config.VALIDATE_RESPONSES)
  return inOrder([
    access,
    // An operation without a body reads none.
    ...(operation.bodyLimit > 0 ? [readJson(operation.bodyLimit)] : []),
    ...read,
    ...(operation.tolerant ? [tolerate(source, operation, check)] : [reduceBody(source, operation), check]),
    ...run(operation),
    ...after,
  ])
}
