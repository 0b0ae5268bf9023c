import type { RequestHandler } from 'express'
import type { Verify } from '../../auth/tokens.ts'
import { callerIn, readSession } from '../admission/access.ts'
import type { Caller } from '../admission/caller.ts'
import { clientOf } from '../admission/client.ts'
import { refusals } from '../refusals/errors.ts'
import type { Accounts } from '../sign_in/accounts.ts'
import { checkConfirmation } from './check_confirmation.ts'

const required = 'Ce champ est obligatoire.'

/** POST /confirmer-email: verifies an account and answers `{message, accessToken, user}`. */
export function confirmEmail(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    const session = await accounts.confirmEmail(req.body.token)
    if (session === null) throw refusals.badConfirmation()
    res.json({ message: 'Email validé', ...session })
  }
}

/** POST /resend-confirmation: mails to the e-mail in the body, or to the account whose token is sent. */
export function resendConfirmation(accounts: Accounts, verify: Verify): RequestHandler {
  return async (req, res) => {
    const header = req.get('authorization')
    const email = req.body?.email
    if (email === undefined && header === undefined) throw refusals.invalid({ email: [required] })
    await accounts.askMail(
      'confirmation',
      email ?? callerIn(await readSession(header, verify), null),
      clientOf(req),
    )
    res.json({
      message: 'Un email de confirmation a été envoyé si cette adresse attend encore d’être confirmée.',
    })
  }
}

/** POST /forgotten-password: answers the same for any address. */
export function forgottenPassword(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    await accounts.askMail('reinitialisation', req.body.email, clientOf(req))
    res.json({ message: 'Un email a été envoyé si cette adresse email existe.' })
  }
}

/** POST /reset-password: sets a new password with the token of a mail. */
export function resetPassword(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    const { token, password, password_confirmation: confirmation } = req.body
    checkConfirmation(password, confirmation, 'password_confirmation')
    if (!(await accounts.resetPassword(token, password))) throw refusals.badReset()
    res.json({ message: 'Mot de passe réinitialisé avec succès' })
  }
}

/**
 * POST /change-password: changes the password of the account whose token is sent or, without one, of the account with
 * the e-mail in the body. `password` is the current password, `current_password` another name of it. An account that
 * sent a token gets new tokens: all older ones have ended.
 */
export function changePassword(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    const message = 'Modification effectuée avec succès'
    const { email, password, current_password, new_password: next, new_password_confirmation } = req.body
    const who: Caller | string | undefined = res.locals.caller ?? email
    if (who === undefined) throw refusals.noToken()
    const current = password ?? current_password
    const absent = Object.entries({ password: current, new_password: next }).filter(
      ([, text]) => text === undefined,
    )
    if (absent.length > 0)
      throw refusals.invalid(Object.fromEntries(absent.map(([name]) => [name, [required]])))
    checkConfirmation(next, new_password_confirmation, 'new_password_confirmation')
    const passwords = { current, next }
    if (typeof who === 'string') {
      if (!(await accounts.changePassword(who, passwords, clientOf(req)))) throw refusals.wrongPassword()
      return void res.json({ message })
    }
    const session = await accounts.changeOwnPassword(who, passwords, clientOf(req))
    if (session === null) throw refusals.wrongPassword()
    const { accessToken, refreshToken } = session
    res.json({ message, accessToken, refreshToken })
  }
}
