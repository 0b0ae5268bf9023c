import cors from 'cors'
import express, { type Express, type RequestHandler, type Router } from 'express'
import { middleware as openApiValidator } from 'express-openapi-validator'
import helmet from 'helmet'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { SigningKey } from '../auth/keys.ts'
import { tokenVerifier } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import { checkAccess } from './access.ts'
import { type Document, type Operation, readDocument } from './document.ts'
import { answerErrors, refusals } from './errors.ts'
import { pollMailboxes } from './handlers/list_alarmes.ts'
import { login, refreshToken } from './handlers/session.ts'
import { answerHealth } from './health.ts'
import { type Handler, runOperation } from './operations.ts'
import { putSessionFirst } from './precedence.ts'
import { logRequests } from './request_log.ts'

/** What the servers stand on. `api` is needed by the data server only. */
export interface Foundation {
  config: Config
  log: Logger
  key: SigningKey
  auth: Pool
  api?: Pool
}

const BODY_LIMIT = '1mb'

/** What operations of the data API need besides their function, by operationId. */
export const dataHandlers: Record<string, Handler> = { list_alarmes: pollMailboxes }

/** The authentication server: the authentication API under both its prefixes. */
export function createAuthApp(foundation: Foundation): Express {
  return createApp(foundation, [authApi(foundation)], [foundation.auth])
}

/** The data server: the data API, and the authentication API for clients that know one host only. */
export function createDataApp(foundation: Foundation & { api: Pool }): Express {
  return createApp(foundation, [dataApi(foundation), authApi(foundation)], [foundation.api, foundation.auth])
}

interface Api {
  document: Document
  access?: RequestHandler
  run: (operation: Operation) => RequestHandler
  after?: express.ErrorRequestHandler
}

function dataApi({ config, key, api }: Foundation & { api: Pool }): Api {
  const database = { pool: api, namedStatements: config.DATABASE_NAMED_STATEMENTS }
  return {
    document: readDocument('data'),
    access: checkAccess(tokenVerifier(key)),
    run: (operation) =>
      runOperation(database, operation, {
        handler: dataHandlers[operation.id],
        validateResponses: config.VALIDATE_RESPONSES,
      }),
    after: putSessionFirst(database),
  }
}

/** The operations of the authentication API, by operationId. */
export function authHandlers({
  auth,
  key,
}: Pick<Foundation, 'auth' | 'key'>): Record<string, RequestHandler> {
  return {
    login: login(auth, key),
    refresh_token: refreshToken(auth, key),
    list_sis: async (_req, res) => {
      const { rows } = await auth.query('select auth.list_sis() as data')
      res.json({ data: rows[0]?.data })
    },
    get_jwks: answerJwks(key),
  }
}

function answerJwks(key: SigningKey): RequestHandler {
  return (_req, res) => {
    res.set('Cache-Control', 'public, max-age=300').json({ keys: [key.publicJwk] })
  }
}

function authApi(foundation: Foundation): Api {
  const handlers = authHandlers(foundation)
  return {
    document: readDocument('auth'),
    run: (operation) => {
      const handler = handlers[operation.id]
      if (handler === undefined)
        throw new Error(`${operation.id} : aucun programme ne répond à cette opération`)
      return handler
    },
  }
}

function createApp(foundation: Foundation, apis: Api[], pools: Pool[]): Express {
  const { config, log, key } = foundation
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', 'extended')
  app.use(logRequests(log))
  app.use(helmet())
  app.use(crossOrigin(config.CORS_ORIGINS))
  app.use(noStore)
  app.use(answerHealth(pools))
  app.get('/.well-known/jwks.json', answerJwks(key))
  for (const api of apis) app.use(api.document.prefixes, createRouter(api, config))
  app.use(() => {
    throw refusals.unknownPath()
  })
  // Twice: the validator of answers may object to what the first says.
  app.use(answerErrors(log), answerErrors(log))
  return app
}

// Answers are for who asked, now; what may be kept says so itself.
const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store')
  next()
}

// One API, from its list of doors to its answers.
function createRouter({ document, access, run, after }: Api, config: Config): Router {
  const router = express.Router()
  router.use(findOperation(document))
  router.use(headAsGet)
  if (access) router.use(access)
  router.use(express.json({ limit: BODY_LIMIT }))
  router.use(
    openApiValidator({
      // biome-ignore lint/suspicious/noExplicitAny: the library's own type of a document is narrower than the standard
      apiSpec: document.source as any,
      validateRequests: { allowUnknownQueryParameters: true, coerceTypes: false, allErrors: true },
      ajvFormats: { mode: 'full' },
      validateResponses: config.VALIDATE_RESPONSES,
      validateSecurity: false,
      fileUploader: false,
    }),
  )
  for (const operation of document.operations) {
    router[operation.method](expressPath(operation.path), run(operation))
  }
  if (after) router.use(after)
  return router
}

// Which door is asked for: unknown paths and verbs are refused before anything else is looked at.
function findOperation({ operations }: Document): Router {
  const router = express.Router()
  for (const operation of operations) {
    router[operation.method](expressPath(operation.path), (_req, res, next) => {
      res.locals.operation = operation
      next('router')
    })
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const methods = operations.filter((each) => each.path === path).map((each) => each.method)
    const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    router.all(expressPath(path), () => {
      throw refusals.methodNotAllowed([...allowed, 'OPTIONS'].join(', '))
    })
  }
  return router.use(() => {
    throw refusals.unknownPath()
  })
}

function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

// The document has no HEAD: it is a GET, whose body Node leaves out (RFC 9110, 9.3.2).
const headAsGet: RequestHandler = (req, _res, next) => {
  if (req.method === 'HEAD') req.method = 'GET'
  next()
}

// One of the existing clients really sends access-control-allow-origin as a header of its requests.
function crossOrigin(origins: string[]): RequestHandler {
  return cors({
    origin: origins.includes('*') ? '*' : origins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['access-control-allow-origin', 'authorization', 'content-type', 'sis-key'],
    exposedHeaders: ['Link', 'Retry-After', 'ETag', 'X-Request-Id'],
    maxAge: 86_400,
  })
}
