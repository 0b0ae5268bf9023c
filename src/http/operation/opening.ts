import type { Caller } from '../admission/caller.ts'
import type { Operation } from '../document/operation.ts'

/** Rights that an operation needs. */
export type Needs = Pick<Operation, 'permissions' | 'needsSapeur'>

/** The needs of whatever any right in the SIS opens. */
export const noNeeds: Needs = { permissions: [], needsSapeur: false }

/**
 * The calls that open a request, by schema. They stand in FROM, so they run before the select list. auth.open_request
 * opens it with what the account still holds of the rights of its token; auth.open reads all rights of today.
 */
export const opened = {
  api: ({ permissions, needsSapeur }: Needs) =>
    `auth.open_request($1, to_timestamp($2), $3, $4, $5, '{${permissions ?? ''}}', ${needsSapeur})`,
  auth: (_: Needs) => 'auth.open($1, to_timestamp($2), $3)',
}

/** The first parameters of a statement, which `opened` uses: who asks. */
export function identityOf(caller: Caller, schema: keyof typeof opened): unknown[] {
  const { userId, issuedAt, sisKey, sapeurId } = caller
  const account = [userId, issuedAt, sisKey]
  return schema === 'auth' ? account : [...account, permissionsOf(caller), sapeurId]
}

// As PostgreSQL writes an array. pg would write the same for each statement again.
function permissionsOf(caller: Caller): string {
  const written = arrays.get(caller) ?? `{${caller.permissions.map(quote).join()}}`
  arrays.set(caller, written)
  return written
}

const arrays = new WeakMap<Caller, string>()

function quote(permission: string): string {
  return `"${permission.replace(/["\\]/g, '\\$&')}"`
}

/** The statement that opens a request and reads nothing. */
export function opening(
  caller: Caller,
  schema: keyof typeof opened,
  needs: Needs = noNeeds,
): { text: string; values: unknown[] } {
  return { text: `select from ${opened[schema](needs)}`, values: identityOf(caller, schema) }
}
