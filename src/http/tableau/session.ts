import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { clientOf } from '../admission/client.ts'
import { Refusal, refusals } from '../refusals/errors.ts'
import type { Accounts } from '../sign_in/accounts.ts'

const COOKIE = 'caserne_session'
const PATH = '/tableau/session'
// The lifetime of a refresh token, in milliseconds.
const LIFETIME = 30 * 24 * 60 * 60 * 1_000

const required = 'Ce champ est obligatoire.'
const Credentials = z.object({
  email: z.string(required).trim().min(1, required).max(255),
  password: z.string(required).min(1, required).max(1024),
})

/**
 * The session of the board. Its refresh token is in a cookie that no script can read, and that requests of other sites
 * do not carry. Answers hold the access token only.
 */
export function boardSession(accounts: Accounts): Router {
  const router = Router()
  router.use(PATH, refuseOtherSites)
  router.post(PATH, express.json({ limit: '16kb' }), async (req, res) => {
    const { data, error } = Credentials.safeParse(req.body ?? {})
    if (error) throw refusals.invalid(z.flattenError(error).fieldErrors, 401)
    const session = await accounts.login(data.email, data.password, clientOf(req))
    if (session === null) throw refusals.wrongCredentials()
    answer(req, res, session)
  })
  router.post(`${PATH}/renouvellement`, async (req, res) => {
    const token = tokenOf(req)
    if (token === '') return void res.status(204).end()
    const session = await accounts.refresh(token)
    // The cookie stays: another page may have just been given the next token.
    if (session === null) throw refusals.refreshTokenExpired()
    answer(req, res, session)
  })
  router.delete(PATH, async (req, res) => {
    await accounts.logout(tokenOf(req))
    res.clearCookie(COOKIE, options(req)).status(204).end()
  })
  router.all([PATH, `${PATH}/renouvellement`], () => {
    throw refusals.methodNotAllowed('POST, DELETE')
  })
  return router
}

// Browsers say where a request comes from. Other clients do not, and have no cookie either.
const refuseOtherSites: RequestHandler = (req, _res, next) => {
  const site = req.get('sec-fetch-site') ?? 'same-origin'
  if (site !== 'same-origin' && site !== 'none')
    throw new Refusal(403, 'Requête refusée : elle vient d’un autre site')
  next()
}

function answer(
  req: Request,
  res: Response,
  { accessToken, refreshToken, user }: { accessToken: string; refreshToken: string; user: unknown },
): void {
  res.cookie(COOKIE, refreshToken, { ...options(req), maxAge: LIFETIME }).json({ accessToken, user })
}

function options(req: Request) {
  return { httpOnly: true, sameSite: 'strict', secure: req.secure, path: PATH } as const
}

function tokenOf(req: Request): string {
  const [, token = ''] = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(req.get('cookie') ?? '') ?? []
  return token
}
