import { createHash, randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { SigningKey } from '../../auth/keys.ts'
import { Claims, signAccessToken } from '../../auth/tokens.ts'
import { refusals } from '../errors.ts'

const SignedIn = z.object({ user: z.record(z.string(), z.unknown()), claims: Claims })

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** POST /login: `{message, accessToken, refreshToken, user}`, or 401. */
export function login(pool: Pool, key: SigningKey): RequestHandler {
  return async (req, res) => {
    const refreshToken = newRefreshToken()
    const { email, password } = req.body
    // PostgreSQL's texts have no NUL: nobody is called so.
    if (email.includes('\0') || password.includes('\0')) throw refusals.wrongCredentials()
    const { rows } = await pool.query('select auth.login($1, $2, $3) as session', [
      email,
      password,
      sha256(refreshToken),
    ])
    if (rows[0]?.session == null) throw refusals.wrongCredentials()
    res.json(await describe(rows[0].session, refreshToken, key))
  }
}

/** POST /refresh-token: as login; the token handed in is used up. */
export function refreshToken(pool: Pool, key: SigningKey): RequestHandler {
  return async (req, res) => {
    const next = newRefreshToken()
    const { rows } = await pool.query('select auth.rotate_refresh_token($1, $2) as session', [
      sha256(req.body.token),
      sha256(next),
    ])
    if (rows[0]?.session == null) throw refusals.refreshTokenExpired()
    res.json(await describe(rows[0].session, next, key))
  }
}

// 256 bits; only its hash is stored.
function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

async function describe(session: unknown, refreshToken: string, key: SigningKey): Promise<object> {
  const { user, claims } = SignedIn.parse(session)
  const accessToken = await signAccessToken(key, claims)
  return { message: 'Successful login', accessToken, refreshToken, user }
}
