import { randomUUID } from 'node:crypto'
import type { Response } from 'express'
import { sendBody } from '../server/compress.ts'
import type { Reply } from './ask.ts'
import type { Found } from './call_function.ts'
import type { Exchange } from './exchange.ts'
import type { KeptAnswer } from './kept_answers.ts'
import { answersKnown } from './known_answers.ts'
import { sendWhole } from './whole_list.ts'

/** Sends an answer as JSON. */
export function sendAnswer(
  res: Response,
  { body, link }: Pick<KeptAnswer, 'body' | 'link'>,
  validateResponses: boolean,
): void {
  if (link !== null) res.set('Link', link)
  // checkAnswer, in tests and development, needs an object.
  if (validateResponses) return void res.json(JSON.parse(body.plain.toString()))
  res.type('application/json')
  sendBody(res, body)
}

/** Sends a list that is too long to be held. */
export async function sendLong({ req, res, operation }: Exchange, reply: Reply): Promise<void> {
  const { state = '', source, statementOf } = reply
  // Its digest is not known before its end, so the state alone tells whether it is still the same.
  if (answersKnown(req, res, operation, { version: '', state, content: state || randomUUID() })) return
  res.type('application/json')
  if (res.locals.isHead) return void res.end()
  await sendWhole(res, source.pool, operation, async (client, page) => {
    const { rows } = await client.query<Found>(statementOf(page))
    return rows[0]?.json ?? '[]'
  })
}
