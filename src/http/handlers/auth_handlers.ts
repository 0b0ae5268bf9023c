import type { RequestHandler } from 'express'
import type { KeyRing } from '../../auth/keys.ts'
import type { Verify } from '../../auth/tokens.ts'
import type { Database } from '../operation/database.ts'
import type { Accounts } from '../sign_in/accounts.ts'
import {
  changePassword,
  confirmEmail,
  forgottenPassword,
  resendConfirmation,
  resetPassword,
} from './account.ts'
import { createInvitation, useToken } from './invitations.ts'
import { answerJwks, answerLatestVersion, listSis } from './public.ts'
import { login, logout, refreshToken, register } from './session.ts'

/** Handlers of operations of the authentication API that need more than their SQL function, by operationId. */
export function authHandlers(
  accounts: Accounts,
  verify: Verify,
  keys: KeyRing,
  database: Database,
): Record<string, RequestHandler> {
  return {
    login: login(accounts),
    refresh_token: refreshToken(accounts),
    register: register(accounts),
    logout: logout(accounts),
    confirm_email: confirmEmail(accounts),
    resend_confirmation: resendConfirmation(accounts, verify),
    forgotten_password: forgottenPassword(accounts),
    reset_password: resetPassword(accounts),
    change_password: changePassword(accounts),
    create_invitation: createInvitation(database),
    use_token: useToken(database, keys),
    list_sis: listSis(database),
    get_latest_version: answerLatestVersion,
    get_jwks: answerJwks(keys),
  }
}
