import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import type { Verify } from '../../auth/tokens.ts'
import { currentWork } from '../../process/current_work.ts'
import { checkAccess } from '../admission/access.ts'
import type { Caller } from '../admission/caller.ts'
import { type Databases, noteMoved } from '../cells/databases.ts'
import type { Operation } from '../document/operation.ts'
import { readJson } from '../input/read_body.ts'
import { openRequest } from '../operation/open_request.ts'
import { putSessionFirst } from '../operation/precedence.ts'
import { refusals } from '../refusals/errors.ts'
import type { GraphqlEngine } from './engine.ts'
import { isNestedDeeper, limits, tooMuch } from './limits.ts'
import type { BytesAnswer } from './thread_messages.ts'

// One query per request: a batch would get round the limits of a query.
const Body = z.object({
  query: z.string(),
  variables: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((variables) => variables ?? {}),
  operationName: z
    .string()
    .nullish()
    .transform((name) => name ?? null),
})
const badBody = 'Le corps doit être un objet JSON avec query, et au besoin variables et operationName.'

// Described as an operation for checkAccess and the errors: open to any right in the SIS and to linked sapeurs.
const door = {
  id: 'graphql',
  permissions: [],
  needsSis: true,
  anonymous: false,
  needsSapeur: false,
  invalidStatus: 400,
} satisfies Partial<Operation>

/**
 * `POST /graphql`: before the query is read, it refuses everything that the data API would refuse, in the same way.
 */
export function graphqlRouter(engine: GraphqlEngine, verify: Verify, databases: Databases): Router {
  const router = Router()
  router.use('/graphql', (req, res, next) => {
    if (req.path !== '/') throw refusals.unknownPath()
    if (req.method !== 'POST') throw refusals.methodNotAllowed('POST, OPTIONS')
    res.locals.operation = door
    next()
  })
  router.post('/graphql', checkAccess(verify), readJson(limits.body, false), async (req, res) =>
    send(res, await ask(engine, databases, req, res.locals.caller)),
  )
  router.use('/graphql', noteMoved(databases))
  router.use('/graphql', putSessionFirst(databases))
  return router
}

async function ask(
  engine: GraphqlEngine,
  databases: Databases,
  req: Request,
  caller: Caller,
): Promise<BytesAnswer> {
  const database = databases.of(caller.sisKey)
  if (req.is('application/json') === false) throw refusals.wrongMediaType()
  // Before parsing, which recurses as deep as the body nests.
  const tooDeep = isNestedDeeper(req.body, limits.nesting)
  const parsed = tooDeep ? null : Body.safeParse(req.body)
  if (parsed?.success) {
    const question = { caller, work: currentWork()?.describe() ?? {}, ...parsed.data }
    return engine.ask(question, database.cell)
  }
  // A disabled account is reported first.
  await openRequest(database, caller, door)
  const message = tooDeep ? tooMuch('nesting', 'niveaux dans une variable') : badBody
  return { status: 400, body: Buffer.from(JSON.stringify({ errors: [{ message }] })) }
}

function send(res: Response, { status, body }: BytesAnswer): void {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  res.status(status).type('application/json').end(bytes)
}
