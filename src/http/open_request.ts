import type { Caller } from './access.ts'

/**
 * What opens a request. Both stand in FROM, so they run before the select list: request.open believes the token's permissions, which
 * auth.check_session hands on; auth.open reads those of today.
 */
export const opened = {
  api: 'request.open($1, $3, auth.check_session($1, to_timestamp($2), $3, $4), $5)',
  auth: 'auth.open($1, to_timestamp($2), $3)',
}

const identities = {
  api: (caller: Caller): unknown[] => [...identities.auth(caller), caller.permissions, caller.sapeurId],
  auth: (caller: Caller): unknown[] => [caller.userId, caller.issuedAt, caller.sisKey],
}

/** What `opened` is called with: who asks, as its first parameters. */
export function identityOf(caller: Caller, schema: keyof typeof opened): unknown[] {
  return identities[schema](caller)
}

/** The statement that opens a request and asks nothing. */
export function opening(caller: Caller, schema: keyof typeof opened): { text: string; values: unknown[] } {
  return { text: `select from ${opened[schema]}`, values: identityOf(caller, schema) }
}
