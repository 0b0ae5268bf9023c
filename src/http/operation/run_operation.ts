import type { Request, Response } from 'express'
import type { Operation } from '../document/operation.ts'
import { Body, unshared } from '../server/body.ts'
import { ask, questionOf } from './ask.ts'
import type { Database } from './database.ts'
import { knownStates } from './etag.ts'
import type { Handler } from './handler.ts'
import { readOnce } from './idempotency.ts'
import { judgeBuilt, judgeUnbuilt } from './judge.ts'
import type { KeptAnswers } from './kept_answers.ts'
import { sendAnswer, sendLong } from './send.ts'

/** Options for running an operation. */
interface RunOptions {
  schema: Database['schema']
  handler: Handler | undefined
  validateResponses: boolean
  /** Null if answers are not kept. */
  kept: KeptAnswers | null
}

/** Answers a request of one operation from a database. */
export type Run = (req: Request, res: Response, database: Database) => Promise<void>

/** Answers an operation with one statement, whose bytes go to the client as they are: ask, judge, send. */
export function runOperation(operation: Operation, options: RunOptions): Run {
  const { schema, handler, validateResponses } = options
  const question = questionOf(operation, schema)
  // Only JSON is kept, not what a handler makes of it.
  const kept = handler?.answer === undefined ? options.kept : null
  return async (req, res, database) => {
    const asked = { caller: res.locals.caller, path: res.locals.path, query: req.query, body: req.body }
    const once = schema === 'api' ? readOnce(req, operation) : null
    await handler?.before?.(database, asked, req)
    const exchange = { operation, req, res, asked, database, once }
    const key = kept?.keyOf(operation, asked.caller, req.originalUrl) ?? null
    const last = kept?.find(key)

    const known = [...knownStates(req.get('if-none-match')), ...(last === undefined ? [] : [last.tag.state])]
    const reply = await ask(exchange, question, known)

    if (reply.json === null) {
      const again = judgeUnbuilt(exchange, reply, last)
      if (again === null) return
      kept?.noteSentAgain()
      return sendAnswer(res, again, validateResponses)
    }
    handler?.after?.(asked)
    res.status(operation.successStatus)
    if (operation.successStatus === 204) return void res.end()
    if (reply.isLong) return await sendLong(exchange, reply)
    const built = judgeBuilt(exchange, reply, reply.json, reply.page)
    if (built === null) return

    if (handler?.answer) return await handler.answer(built.json, req, res, database)
    const text = operation.whole ? built.json : `{"data":${built.json}}`
    const body = new Body(unshared(Buffer.from(text)), key === null ? 'once' : 'kept')
    const answer = { tag: built.tag, link: built.link, body }
    kept?.keep(key, answer)
    sendAnswer(res, answer, validateResponses)
  }
}
