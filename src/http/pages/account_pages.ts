import express, { type Request, type Router } from 'express'
import type { Logger } from 'pino'
import { clientOf } from '../admission/client.ts'
import { readFields } from '../input/read_body.ts'
import { refusals } from '../refusals/errors.ts'
import type { AccountActions } from './account_page.ts'
import { answerRefusals } from './answer_refusals.ts'
import { confirmationPage } from './confirmation.ts'
import { fieldsOf } from './form.ts'
import { inscriptionPage } from './inscription.ts'
import { answerPage } from './page.ts'
import { resetPage } from './reset_mdp.ts'

const FORM_BYTES = 16 * 1024
const FORM_FIELDS = 10

/** Options for the pages. */
interface PagesOptions {
  accounts: AccountActions
  /** In characters: PASSWORD_MIN_LENGTH. */
  passwordMinLength: number
  log: Pick<Logger, 'warn' | 'debug'>
}

/** The pages that mails link to where there is no application (APP_URL). They are served at the root. */
export function accountPages({ accounts, passwordMinLength, log }: PagesOptions): Router {
  // A trailing slash would change the meaning of the form's relative address.
  const router = express.Router({ strict: true, caseSensitive: true })
  const readForm = readFields(FORM_BYTES, FORM_FIELDS)
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
    // Above the form or beside its fields.
    const show = (req: Request, faults: Record<string, string[]>) =>
      req.body ? page.show(fieldsOf(req.body), faults) : null
    router.use(`/${page.name}`, answerRefusals(log, show))
  }
  return router
}
