import express, { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import type { Verify } from '../../auth/tokens.ts'
import { type Caller, checkAccess } from '../access.ts'
import { refusals } from '../errors.ts'
import { type Database, openRequest } from '../operations.ts'
import { putSessionFirst } from '../precedence.ts'
import type { Answer } from './answer.ts'
import type { GraphqlEngine } from './engine.ts'
import { isNestedDeeper, limits } from './limits.ts'

// One question at a time: a batch would get round what one may cost.
const Body = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})
const badBody = 'Le corps doit être un objet JSON avec query, et au besoin variables et operationName.'

// Like an operation of the data API that anyone with a right in the SIS, or a sapeur of it, may ask.
const door = {
  permissions: [],
  needsSis: true,
  anonymous: false,
  needsSapeur: false,
  invalidStatus: 400,
}

/** `POST /graphql`: before a question is read, all is refused that the data API would refuse, and as it does. */
export function graphqlRouter(engine: GraphqlEngine, verify: Verify, database: Database): Router {
  const router = Router()
  router.use('/graphql', (req, res, next) => {
    if (req.path !== '/') throw refusals.unknownPath()
    if (req.method !== 'POST') throw refusals.methodNotAllowed('POST, OPTIONS')
    res.locals.operation = door
    next()
  })
  router.post(
    '/graphql',
    checkAccess(verify),
    express.json({ limit: limits.body, strict: false }),
    async (req, res) => send(res, await ask(engine, database, req, res.locals.caller)),
  )
  router.use('/graphql', putSessionFirst(database))
  return router
}

async function ask(engine: GraphqlEngine, database: Database, req: Request, caller: Caller): Promise<Answer> {
  if (req.is('application/json') === false) throw refusals.wrongMediaType()
  const fault = faultOf(req.body)
  if (fault !== null) {
    await openRequest(database, caller)
    return { status: 400, body: JSON.stringify({ errors: [{ message: fault }] }) }
  }
  const { query, variables, operationName } = Body.parse(req.body)
  return engine.ask({ caller, query, variables: variables ?? {}, operationName: operationName ?? null })
}

// Looked at before the body is, because what reads it goes as deep as that.
function faultOf(body: unknown): string | null {
  if (isNestedDeeper(body, limits.nesting))
    return `La requête demande trop : plus de ${limits.nesting} niveaux dans une variable.`
  return Body.safeParse(body).success ? null : badBody
}

function send(res: Response, { status, body }: Answer): void {
  res.status(status).type('application/json').end(body)
}
