import type { RequestHandler } from 'express'
import type { KeyRing } from '../../auth/keys.ts'
import { hashToken, newToken } from '../../auth/opaque_token.ts'
import { callFunction } from '../operation/call_function.ts'
import type { Database } from '../operation/database.ts'
import { digest, writeTag } from '../operation/etag.ts'
import { statement } from '../operation/statements.ts'
import { describeSession } from '../sign_in/describe_session.ts'

const create = statement('create_invitation', ['body', 'token_hash'], 'auth')
const use = statement('use_token', ['token_hash'], 'auth')

/** POST /invitations: answers the record and, only this once, its token. */
export function createInvitation(database: Database): RequestHandler {
  return async (req, res) => {
    const token = newToken()
    const values = [JSON.stringify(req.body), hashToken(token)]
    const invitation = JSON.parse((await callFunction(database, create, res.locals.caller, values)) ?? 'null')
    // An invitation never changes until it is taken or withdrawn, so its version is always 1.
    const tag = { version: '1', state: '', content: digest(token) }
    res
      .status(201)
      .set('ETag', writeTag(tag))
      .json({ data: { ...invitation, token } })
  }
}

/** POST /use-token: gives the account that asks the roles of an invitation, and a new access token with them. */
export function useToken(database: Database, keys: KeyRing): RequestHandler {
  return async (req, res) => {
    const session = await callFunction(database, use, res.locals.caller, [hashToken(req.body.token)])
    res.json({
      message: 'Invitation acceptée',
      ...(await describeSession(keys, JSON.parse(session ?? 'null'))),
    })
  }
}
