import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { cutLists, refuseDeep } from './bound_body.ts'
import type { Document } from './document.ts'
import { expressPath, findOperation } from './find_operation.ts'
import { answerDocument } from './handlers/answer_document.ts'
import { checkInput } from './input.ts'
import type { Operation } from './operation.ts'
import { tolerate } from './tolerate.ts'

const BODY_LIMIT = '1mb'

/** One API: its document, and the middleware that its requests pass. */
export interface Api {
  document: Document
  access: RequestHandler
  /** Handles a body once it is read. */
  read: RequestHandler[]
  run: (operation: Operation) => (RequestHandler | ErrorRequestHandler)[]
  after: ErrorRequestHandler[]
}

/** Mounts an API under its prefixes, middleware in the order in which requests pass it. */
export function mountApi(app: Express, { document, access, read, run, after }: Api, config: Config): void {
  const router = express.Router()
  router.get('/openapi.json', answerDocument(document.source))
  router.use(findOperation(document))
  router.use(headAsGet)
  router.use(access)
  router.use(express.json({ limit: BODY_LIMIT, reviver: trim }), refuseDeep, ...read)
  for (const operation of document.operations) {
    const check = checkInput(document.source, operation, config.VALIDATE_RESPONSES)
    const first = operation.tolerant ? tolerate(document.source, operation, check) : check
    const bound = cutLists(document.source, operation)
    router[operation.method](expressPath(operation.path), bound, first, ...run(operation))
  }
  for (const each of after) router.use(each)
  app.use(document.prefixes, router)
}

// Clients send texts with stray spaces. A password may begin or end with a space.
function trim(key: string, value: unknown): unknown {
  return typeof value === 'string' && !key.includes('password') ? value.trim() : value
}

// The documents have no HEAD: it is handled as a GET, whose body Node leaves out (RFC 9110, 9.3.2).
const headAsGet: RequestHandler = (req, res, next) => {
  res.locals.isHead = req.method === 'HEAD'
  if (res.locals.isHead) req.method = 'GET'
  next()
}
