import { seal } from '../../mail/seal.ts'
import { callFunction } from '../operation/call_function.ts'
import type { Handler } from '../operation/handler.ts'
import { statement } from '../operation/statements.ts'

interface Place {
  host: string
  port: number
  security: string
  user: string
}

type Body = Partial<Place> & { password?: string }

const known = statement('messagerie_json', ['id'])

/**
 * Before a mailbox is written: seals its password, which only the worker opens. Server and user, for which it is
 * sealed, are written with it: a concurrent change could otherwise separate them.
 * @param readKey gives MAILBOX_KEY, in base64; called only when there is a password
 */
export function sealPassword(readKey: () => string): NonNullable<Handler['before']> {
  return async (database, asked) => {
    const { password, ...body } = asked.body as Body
    if (password === undefined) return
    const { caller, path } = asked
    const found = path.id === undefined ? '{}' : await callFunction(database, known, caller, [path.id])
    // The mailbox does not exist; the operation itself answers that.
    asked.body = body
    if (found === null) return
    const place = placeOf({ ...JSON.parse(found), ...body })
    const sealed = seal(password, readKey(), { ...place, sis: caller.sisKey ?? '' })
    asked.body = { ...body, ...place, password: sealed.toString('base64') }
  }
}

// Missing settings have their usual values.
function placeOf({
  host = '',
  user = '',
  security = 'tls',
  port = security === 'tls' ? 993 : 143,
}: Body): Place {
  return { host, port, security, user }
}
