import type { ErrorRequestHandler, RequestHandler } from 'express'
import { clientOf } from '../admission/client.ts'
import { refusals } from '../refusals/errors.ts'
import { fieldErrors } from '../refusals/field_errors.ts'
import { InvalidInput } from '../refusals/invalid_input.ts'
import type { Accounts } from '../sign_in/accounts.ts'
import { confirmationFaults } from './check_confirmation.ts'

const message = 'Successful login'

/** POST /login: answers `{message, accessToken, refreshToken, user}`, or 401. */
export function login(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    const { email, password } = req.body
    const session = await accounts.login(email, password, clientOf(req))
    if (session === null) throw refusals.wrongCredentials()
    res.json({ message, ...session })
  }
}

/** POST /refresh-token: answers like login. The token sent cannot be used again. */
export function refreshToken(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    const session = await accounts.refresh(req.body.token)
    if (session === null) throw refusals.refreshTokenExpired()
    res.json({ message, ...session })
  }
}

/** POST /register: makes an account and answers like login. */
export function register(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    const { name, email, password, token } = req.body
    const registration = { name, email, password, token: token || undefined }
    const session = await accounts.register(registration, clientOf(req), repetitionFaults(req.body))
    res.status(201).json({ message, ...session })
  }
}

/** After register: where the validator refused a field, adds all other faults of the registration. */
export function refuseRegistration(accounts: Accounts): ErrorRequestHandler {
  return async (error, req, _res, next) => {
    if (!(error instanceof InvalidInput)) return next(error)
    const body: Record<string, unknown> = { ...req.body }
    const faults = { ...repetitionFaults(body), ...fieldErrors(error.faults) }
    const sound = (field: string) => {
      const value = body[field]
      return typeof value === 'string' && value !== '' && !(field in faults) ? value : undefined
    }
    const [name, email, password, token] = ['name', 'email', 'password', 'token'].map(sound)
    await accounts.register({ name, email, password, token }, clientOf(req), faults)
  }
}

function repetitionFaults({ password, password_confirmation: confirmation }: Record<string, unknown>) {
  return confirmationFaults(password, confirmation, 'password_confirmation')
}

/** POST /logout: answers 204 for any token. */
export function logout(accounts: Accounts): RequestHandler {
  return async (req, res) => {
    await accounts.logout(req.body.token)
    res.status(204).end()
  }
}
