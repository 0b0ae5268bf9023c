import { seal } from '../../seal.ts'
import type { Handler } from '../operations.ts'

/**
 * Before a mailbox is written: its password goes to the database sealed, as the worker opens it.
 * @param readKey gives MAILBOX_KEY, in base64; asked when there is a password.
 */
export function sealPassword(readKey: () => string): NonNullable<Handler['before']> {
  return async (_database, asked) => {
    const body = asked.body as { password?: string }
    if (body.password === undefined) return
    asked.body = { ...body, password: seal(body.password, readKey()).toString('base64') }
  }
}
