/** Caller of a request, in the form that the database takes. */
export interface Caller {
  userId: number
  email: string
  issuedAt: number
  /** When the token ends, in UNIX seconds. */
  expiresAt: number
  /** Null where the request concerns no SIS. */
  sisKey: string | null
  /** For an administrator `['admin']`, which the database turns into the whole catalogue. */
  permissions: string[]
  sapeurId: number | null
}

/** A text that is the same only for callers who see the same: same account, SIS, permissions and sapeur. */
export function nameCaller({ userId, sisKey, permissions, sapeurId }: Caller): string {
  return JSON.stringify([userId, sisKey, permissions, sapeurId])
}
