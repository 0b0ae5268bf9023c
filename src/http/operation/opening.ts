import type { Caller } from '../admission/caller.ts'

/**
 * The calls that open a request, by schema. They stand in FROM, so they run before the select list. request.open
 * takes the permissions of the token, which auth.check_session hands on; auth.open reads today's permissions.
 */
export const opened = {
  api: 'request.open($1, $3, auth.check_session($1, to_timestamp($2), $3, $4), $5)',
  auth: 'auth.open($1, to_timestamp($2), $3)',
}

/** The first parameters of a statement, which `opened` uses: who asks. */
export function identityOf(caller: Caller, schema: keyof typeof opened): unknown[] {
  const { userId, issuedAt, sisKey, permissions, sapeurId } = caller
  const account = [userId, issuedAt, sisKey]
  return schema === 'auth' ? account : [...account, permissions, sapeurId]
}

/** The statement that opens a request and reads nothing. */
export function opening(caller: Caller, schema: keyof typeof opened): { text: string; values: unknown[] } {
  return { text: `select from ${opened[schema]}`, values: identityOf(caller, schema) }
}
