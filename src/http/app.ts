import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { KeyRing } from '../auth/keys.ts'
import type { Verify } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import { readMailboxKey } from '../process/secrets.ts'
import { checkAccess } from './access.ts'
import { Accounts } from './accounts.ts'
import { cutLists, refuseDeep } from './bound_body.ts'
import { compressJson } from './compress.ts'
import { explainConstraints } from './constraints.ts'
import { crossOrigin } from './cross_origin.ts'
import { type Document, type Operation, readDocument } from './document.ts'
import { answerErrors, refusals } from './errors.ts'
import { expressPath, findOperation } from './find_operation.ts'
import type { GraphqlEngine } from './graphql/engine.ts'
import { graphiqlRouter } from './graphql/graphiql.ts'
import { graphqlRouter } from './graphql/router.ts'
import { answerDocument } from './handlers/answer_document.ts'
import { authHandlers } from './handlers/auth_handlers.ts'
import { answerComplet } from './handlers/create_intervention_complet.ts'
import { answerExport, chooseTable } from './handlers/export_statistiques.ts'
import { askReleve } from './handlers/list_alarmes.ts'
import { messageRaw } from './handlers/message_raw.ts'
import { sealPassword } from './handlers/messageries.ts'
import { getMobileVersion } from './handlers/mobile_version.ts'
import { answerJwks } from './handlers/public.ts'
import { refuseRegistration } from './handlers/session.ts'
import { getSisLogo, readLogo } from './handlers/sis_logo.ts'
import { answerRapport } from './handlers/statistique_rapport.ts'
import { watchAlarmes } from './handlers/watch_alarmes.ts'
import { answerHealth } from './health.ts'
import { checkInput, missingAsEmpty, reduceBody } from './input.ts'
import type { AlarmStreams } from './live/alarm_streams.ts'
import type { Listener } from './live/listener.ts'
import { type Database, type Handler, runOperation } from './operations.ts'
import { accountPages } from './pages/account_pages.ts'
import { putSessionFirst } from './precedence.ts'
import { logRequests } from './request_log.ts'
import { addReceived, tolerate } from './tolerate.ts'

/** What the servers stand on. */
export interface Foundation {
  config: Config
  log: Logger
  verify: Verify
  /** For the data API. */
  api?: DataFoundation
  /** For GraphQL, beside the data API; without it there is none. */
  graphql?: GraphqlEngine
  /** For the authentication API; without it nobody can be signed in here, another server does that. */
  issuer?: Issuer
}

/** What the data API stands on: its pool, and what hears of new alarms and shows them. */
export interface DataFoundation {
  pool: Pool
  listener: Listener
  streams: AlarmStreams
}

/** What accounts are signed in with. */
export interface Issuer {
  keys: KeyRing
  auth: Pool
  /** As auth, for statements that hash passwords: a small pool, so that these do not keep others waiting. */
  passwords: Pool
}

const BODY_LIMIT = '1mb'

/** What operations of the data API need besides their function, by operationId. */
export function dataHandlers(
  config: Pick<Config, 'MAILBOX_KEY' | 'DATA_DIR'>,
  { listener, streams }: Pick<DataFoundation, 'listener' | 'streams'>,
): Record<string, Handler> {
  const messagerie: Handler = { before: sealPassword(() => readMailboxKey(config)) }
  return {
    list_alarmes: { before: askReleve(listener) },
    watch_alarmes: watchAlarmes(streams),
    create_intervention_complet: { before: addReceived, answer: answerComplet },
    create_messagerie: messagerie,
    update_messagerie: messagerie,
    get_message_raw: messageRaw(),
    create_sis_logo: { before: readLogo },
    export_statistiques: { before: chooseTable, answer: answerExport },
    get_statistique_rapport: { answer: answerRapport },
  }
}

/** The operations of the data API that anyone may ask: they have no caller to open a request for. */
export const publicRoutes: Record<string, (database: Database) => RequestHandler> = {
  get_mobile_version: getMobileVersion,
  get_sis_logo: getSisLogo,
}

/** A server of the APIs that there is a foundation for: the authentication API under both its prefixes, the data API. */
export function createApp(foundation: Foundation): Express {
  const { config, log, verify, api, graphql, issuer } = foundation
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.set('query parser', 'extended').set('trust proxy', config.TRUST_PROXY)
  app.use(logRequests(log))
  app.use(helmet())
  app.use(crossOrigin(config.CORS_ORIGINS))
  app.use(compressJson())
  app.use(forWhoAsked)
  app.use(answerHealth([api?.pool, issuer?.auth].filter((pool) => pool !== undefined)))
  if (api) mount(app, dataApi(config, verify, api), config)
  if (api && graphql) app.use(graphqlRouter(graphql, verify, dataDatabase(config, api.pool)))
  if (api && graphql && config.GRAPHIQL) app.use(graphiqlRouter())
  if (issuer) {
    const accounts = new Accounts({ config, ...issuer })
    app.get('/.well-known/jwks.json', answerJwks(issuer.keys))
    mount(app, authApi(config, verify, issuer, accounts), config)
    if (config.APP_URL === undefined)
      app.use(accountPages({ accounts, passwordMinLength: config.PASSWORD_MIN_LENGTH, log }))
  }
  app.use(() => {
    throw refusals.unknownPath()
  })
  // Twice: the validator of answers may object to what the first says.
  app.use(answerErrors(log), answerErrors(log))
  return app
}

interface Api {
  document: Document
  access: RequestHandler
  /** What is done about a body once it is read. */
  read: RequestHandler[]
  run: (operation: Operation) => (RequestHandler | ErrorRequestHandler)[]
  after: ErrorRequestHandler[]
}

function dataDatabase(config: Config, pool: Pool): Database {
  return { pool, schema: 'api', namedStatements: config.DATABASE_NAMED_STATEMENTS }
}

function dataApi(config: Config, verify: Verify, api: DataFoundation): Api {
  const database = dataDatabase(config, api.pool)
  const document = readDocument('data')
  const handlers = dataHandlers(config, api)
  return {
    document,
    access: checkAccess(verify),
    read: [],
    run: (operation) => [
      reduceBody(document.source, operation),
      publicRoutes[operation.id]?.(database) ??
        runOperation(database, operation, {
          handler: handlers[operation.id],
          validateResponses: config.VALIDATE_RESPONSES,
        }),
    ],
    after: [explainConstraints(database), putSessionFirst(database)],
  }
}

function authApi(config: Config, verify: Verify, issuer: Issuer, accounts: Accounts): Api {
  const namedStatements = config.DATABASE_NAMED_STATEMENTS
  const database: Database = { pool: issuer.auth, schema: 'auth', namedStatements }
  const handlers = authHandlers(accounts, verify, issuer.keys, database)
  return {
    document: readDocument('auth'),
    access: checkAccess(verify),
    read: [missingAsEmpty],
    run: (operation) => [
      handlers[operation.id] ??
        runOperation(database, operation, {
          handler: undefined,
          validateResponses: config.VALIDATE_RESPONSES,
        }),
      ...(operation.id === 'register' ? [refuseRegistration(accounts)] : []),
    ],
    after: [putSessionFirst(database)],
  }
}

// Answers are for who asked, now; what may be kept says so itself.
const forWhoAsked: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store').vary('Sis-Key, Authorization, Origin, Accept-Encoding')
  next()
}

// One API, from its list of doors to its answers.
function mount(app: Express, { document, access, read, run, after }: Api, config: Config): void {
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

// Texts come in with stray spaces; a password may begin or end with one.
function trim(key: string, value: unknown): unknown {
  return typeof value === 'string' && !key.includes('password') ? value.trim() : value
}

// The document has no HEAD: it is a GET, whose body Node leaves out (RFC 9110, 9.3.2).
const headAsGet: RequestHandler = (req, res, next) => {
  res.locals.isHead = req.method === 'HEAD'
  if (res.locals.isHead) req.method = 'GET'
  next()
}
