import express, { type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { Logger } from 'pino'
import type { Verify } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import { backlogOf } from '../db/pool.ts'
import { Metrics } from '../process/metrics.ts'
import { Readiness } from '../process/readiness.ts'
import { Admission, type Lane } from './admission/admission.ts'
import { admit, type Entrance, entrancesOf, graphqlEntrance, lienEntrance } from './admission/admit.ts'
import { crossOrigin } from './admission/cross_origin.ts'
import { authApi, type Issuer } from './auth_api.ts'
import type { Databases } from './cells/databases.ts'
import { type DataFoundation, dataApi } from './data_api.ts'
import { readDocument } from './document/document.ts'
import type { GraphqlEngine } from './graphql/engine.ts'
import { graphiqlRouter } from './graphql/graphiql.ts'
import { graphqlRouter } from './graphql/router.ts'
import { answerJwks } from './handlers/public.ts'
import { parseQuery } from './input/parse_query.ts'
import { mountApi } from './mount_api.ts'
import { accountPages } from './pages/account_pages.ts'
import { lienAlarmePage } from './pages/lien_alarme.ts'
import { answerErrors, refusals } from './refusals/errors.ts'
import { compressJson } from './server/compress.ts'
import { constantHeaders } from './server/constant_headers.ts'
import { cutSlowReaders } from './server/cut_slow_readers.ts'
import { inOrder } from './server/in_order.ts'
import { Accounts } from './sign_in/accounts.ts'
import { boardOptions } from './tableau/options.ts'
import { boardRouter } from './tableau/router.ts'
import { boardSession } from './tableau/session.ts'
import { answerHealth } from './watch/health.ts'
import { measureRequests, requestCounter } from './watch/measure_requests.ts'
import { logRequests } from './watch/request_log.ts'
import { traceRequests } from './watch/trace_requests.ts'

/** Dependencies of a server. */
interface Foundation {
  config: Config
  log: Logger
  verify: Verify
  /** For the data API. */
  api?: DataFoundation
  /** For GraphQL, which needs the data API too; without it there is no GraphQL. */
  graphql?: GraphqlEngine
  /** For the authentication API; without it another server signs people in. */
  issuer?: Issuer
  /** Registry for its figures. */
  metrics?: Metrics
  /** Whether the other parts of this process do their work. */
  readiness?: Readiness
}

/** The server of those APIs that the foundation has parts for. */
export function createApp(foundation: Foundation): Express {
  const { config, log, verify, api, graphql, issuer } = foundation
  const { metrics = new Metrics(), readiness = new Readiness() } = foundation
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.set('query parser', parseQuery).set('trust proxy', config.TRUST_PROXY)
  const admission = new Admission({ waitMs: config.OVERLOAD_WAIT_MS, log, metrics })
  const server = api ? 'data' : 'auth'
  const allow = crossOrigin(config.CORS_ORIGINS)
  const requests = requestCounter(metrics)
  const count = (operation: string) => requests.inc({ server, operation, status: 503 })
  app.use(
    inOrder([
      ...(api ? [lengthen] : []),
      admit(admission, entrancesTo(foundation), allow, count),
      cutSlowReaders(),
      traceRequests,
      logRequests(log, config.SERVER_TIMING),
      measureRequests(metrics, server),
      headers(allow, config.CORS_ORIGINS),
      compressJson,
    ]),
  )
  app.use(
    answerHealth(
      [api?.databases.of(null).pool, issuer?.auth].filter((pool) => pool !== undefined),
      readiness,
      () => api?.databases.cells() ?? {},
      boardOptions(config).demo ? api?.databases.of(null).pool : undefined,
    ),
  )
  if (api) mountApi(app, dataApi(config, verify, api, metrics), config)
  if (api) app.use(lienAlarmePage(api.databases, api.listener, log))
  if (api && graphql) app.use(graphqlRouter(graphql, verify, api.databases))
  if (api && graphql && config.GRAPHIQL) app.use(graphiqlRouter())
  if (issuer) {
    const accounts = new Accounts({ config, ...issuer, metrics, admission })
    app.get('/.well-known/jwks.json', answerJwks(issuer.keys))
    mountApi(app, authApi(config, verify, issuer, accounts), config)
    app.use(boardSession(accounts))
    if (config.APP_URL === undefined)
      app.use(accountPages({ accounts, passwordMinLength: config.PASSWORD_MIN_LENGTH, log }))
  }
  if (api) app.use(boardRouter(boardOptions(config)))
  app.use(() => {
    throw refusals.unknownPath()
  })
  // Twice: the validator of answers may refuse the answer of the first handler.
  app.use(answerErrors(log), answerErrors(log))
  return app
}

// Checks before anything is read. Requests that hash a password are checked when they do.
function entrancesTo({ api, graphql, issuer }: Foundation): Entrance[] {
  return [
    ...(api ? entrancesOf(readDocument('data'), laneTo(api.databases)) : []),
    ...(api ? [lienEntrance(laneTo(api.databases))] : []),
    ...(graphql ? [graphqlEntrance(graphql.backlog)] : []),
    ...(issuer
      ? entrancesOf(readDocument('auth'), () => ({ name: 'auth', backlogs: [backlogOf(issuer.auth)] }))
      : []),
  ]
}

// Requests wait for the pool of the cell where their SIS lives. Those that carry it in a token count with the server's
// own database.
function laneTo(databases: Databases): (sisKey: string | null) => Lane {
  return (sisKey) => {
    const pool = databases.poolOf(sisKey)
    return { name: 'api', backlogs: pool === null ? [] : [backlogOf(pool)] }
  }
}

// Addresses of calendars are short, because people copy them: /ics/… is the operation /ics/… of the data API.
const lengthen: RequestHandler = (req, _res, next) => {
  if (req.url.startsWith('/ics/')) req.url = `${readDocument('data').prefixes[0]}${req.url}`
  next()
}

// Sets the headers of every answer, and answers preflights.
function headers(allow: RequestHandler, origins: string[]): RequestHandler {
  const secure = helmet()
  const set = constantHeaders([secure, allow, forWhoAsked], origins)
  return (req, res, next) => {
    if (req.method === 'OPTIONS') secure(req, res, () => allow(req, res, next))
    else set(req, res, next)
  }
}

// No answer is kept by default. Answers that may be kept override this header.
const forWhoAsked: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store').vary('Sis-Key, Authorization, Origin, Accept-Encoding')
  next()
}
