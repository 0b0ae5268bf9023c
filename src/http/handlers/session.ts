import type { RequestHandler } from 'express'
import type { Accounts } from '../accounts.ts'
import { refusals } from '../errors.ts'
import { checkConfirmation } from './check_confirmation.ts'
import { clientOf } from './client_of.ts'

const message = 'Successful login'

/** POST /login: `{message, accessToken, refreshToken, user}`, or 401. */
export function login(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    const { email, password } = req.body
    const session = await accounts.login(email, password, clientOf(req))
    if (session === null) throw refusals.wrongCredentials()
    res.json({ message, ...session })
  }
}

/** POST /refresh-token: as login; the token handed in is used up. */
export function refreshToken(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    const session = await accounts.refresh(req.body.token)
    if (session === null) throw refusals.refreshTokenExpired()
    res.json({ message, ...session })
  }
}

/** POST /register: as login, for the account that it makes. */
export function register(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    const { name, email, password, password_confirmation: confirmation, token } = req.body
    checkConfirmation(password, confirmation, 'password_confirmation')
    const session = await accounts.register(
      { name, email, password, token: token || undefined },
      clientOf(req),
    )
    res.status(201).json({ message, ...session })
  }
}

/** POST /logout: 204, whatever the token. */
export function logout(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    await accounts.logout(req.body.token)
    res.status(204).end()
  }
}
