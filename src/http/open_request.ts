import type { Caller } from './caller.ts'

/**
 * What opens a request. Both stand in FROM, so they run before the select list: request.open believes the token's permissions, which
 * auth.check_session hands on; auth.open reads those of today.
 */
export const opened = {
  api: 'request.open($1, $3, auth.check_session($1, to_timestamp($2), $3, $4), $5)',
  auth: 'auth.open($1, to_timestamp($2), $3)',
}

/** What `opened` is called with: who asks, as its first parameters. */
export function identityOf(caller: Caller, schema: keyof typeof opened): unknown[] {
  const { userId, issuedAt, sisKey, permissions, sapeurId } = caller
  const account = [userId, issuedAt, sisKey]
  return schema === 'auth' ? account : [...account, permissions, sapeurId]
}

/** The statement that opens a request and asks nothing. */
export function opening(caller: Caller, schema: keyof typeof opened): { text: string; values: unknown[] } {
  return { text: `select from ${opened[schema]}`, values: identityOf(caller, schema) }
}
