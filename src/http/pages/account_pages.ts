import express, { type ErrorRequestHandler, type Router } from 'express'
import type { Logger } from 'pino'
import { isTold } from '../../db/outage.ts'
import { clientOf } from '../client.ts'
import { refusals, toRefusal } from '../errors.ts'
import type { AccountActions, AccountPage } from './account_page.ts'
import { confirmationPage } from './confirmation.ts'
import { fieldsOf } from './form.ts'
import { inscriptionPage } from './inscription.ts'
import { answerPage, sentencesPage } from './page.ts'
import { resetPage } from './reset_mdp.ts'

/** What the pages need. */
export interface PagesOptions {
  accounts: AccountActions
  /** In characters: PASSWORD_MIN_LENGTH. */
  passwordMinLength: number
  log: Pick<Logger, 'warn' | 'debug'>
}

/** The pages that mails link to where there is no application (APP_URL). They are served at the root. */
export function accountPages({ accounts, passwordMinLength, log }: PagesOptions): Router {
  // A trailing slash would change the meaning of the form's relative address.
  const router = express.Router({ strict: true, caseSensitive: true })
  const readForm = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 10 })
  for (const page of [
    confirmationPage(accounts),
    resetPage(accounts, passwordMinLength),
    inscriptionPage(accounts, passwordMinLength),
  ]) {
    router
      .route(`/${page.name}`)
      .get((req, res) => answerPage(res, page.show(fieldsOf(req.query))))
      .post(readForm, async (req, res) =>
        answerPage(res, await page.submit(fieldsOf(req.body), clientOf(req))),
      )
      .all(() => {
        throw refusals.methodNotAllowed('GET, HEAD, POST, OPTIONS')
      })
    router.use(`/${page.name}`, answerRefusals(page, log))
  }
  return router
}

// Shows a refusal above the form or beside its fields. Other errors go to the next handler.
function answerRefusals(page: AccountPage, log: PagesOptions['log']): ErrorRequestHandler {
  return (error, req, res, next) => {
    const refusal = toRefusal(error)
    if (refusal === null || res.headersSent) return next(error)
    const { status, body, headers } = refusal
    if (status >= 500)
      log[isTold(error) ? 'debug' : 'warn']({ err: error, requestId: req.id }, 'request refused')
    const faults = typeof body === 'string' ? { requete: [body] } : body
    const shown = req.body
      ? page.show(fieldsOf(req.body), faults)
      : sentencesPage(status, 'Cela n’a pas été possible', ...Object.values(faults).flat())
    answerPage(res, { ...shown, status }, headers)
  }
}
