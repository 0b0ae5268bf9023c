/** Caller of a request, in the form that the database takes. */
export interface Caller {
  readonly userId: number
  readonly email: string
  readonly issuedAt: number
  /** When the token ends, in UNIX seconds. */
  readonly expiresAt: number
  /** Null where the request concerns no SIS. */
  readonly sisKey: string | null
  /** For an administrator `['admin']`, which the database turns into the whole catalogue. */
  readonly permissions: readonly string[]
  readonly sapeurId: number | null
}

/** A text that is the same only for callers who see the same: same account, SIS, permissions and sapeur. */
export function nameCaller(caller: Caller): string {
  const { userId, sisKey, permissions, sapeurId } = caller
  const name = names.get(caller) ?? JSON.stringify([userId, sisKey, permissions, sapeurId])
  names.set(caller, name)
  return name
}

const names = new WeakMap<Caller, string>()
