import { z } from 'zod'
import type { KeyRing } from '../../auth/keys.ts'
import { Claims, signAccessToken } from '../../auth/tokens.ts'

/** The answer to a sign-in, without the refresh token. */
export interface SignedIn {
  accessToken: string
  user: Record<string, unknown>
}

const Session = z.object({
  user: z.record(z.string(), z.unknown()),
  issued_at: z.int(),
  claims: Claims,
})

/** Answers a session that the database began with its user and a signed access token. */
export async function describeSession(keys: KeyRing, session: unknown): Promise<SignedIn> {
  const { user, issued_at, claims } = Session.parse(session)
  return { accessToken: await signAccessToken(keys, claims, issued_at), user }
}
