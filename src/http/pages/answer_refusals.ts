import type { ErrorRequestHandler, Request } from 'express'
import type { Logger } from 'pino'
import { isTold } from '../../db/outage.ts'
import { toRefusal } from '../refusals/errors.ts'
import { answerPage, type Page, sentencesPage } from './page.ts'

/**
 * Answers refusals with pages. Other errors go to the next handler.
 * @param show the page of a request with its faults by field; null for a page of their sentences
 */
export function answerRefusals(
  log: Pick<Logger, 'warn' | 'debug'>,
  show: (req: Request, faults: Record<string, string[]>) => Page | null,
): ErrorRequestHandler {
  return (error, req, res, next) => {
    const refusal = toRefusal(error)
    if (refusal === null || res.headersSent) return next(error)
    const { status, body, headers } = refusal
    if (status >= 500)
      log[isTold(error) ? 'debug' : 'warn']({ err: error, requestId: req.id }, 'request refused')
    const faults = typeof body === 'string' ? { requete: [body] } : body
    const sentences = Object.values(faults).flat()
    const shown = show(req, faults) ?? sentencesPage(status, 'Cela n’a pas été possible', ...sentences)
    answerPage(res, { ...shown, status }, headers)
  }
}
