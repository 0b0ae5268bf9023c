import { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { clientOf } from '../admission/client.ts'
import { readJson } from '../input/read_body.ts'
import { Refusal, refusals } from '../refusals/errors.ts'
import type { Accounts } from '../sign_in/accounts.ts'

// Browsers take a cookie of the first name over HTTPS only, so nobody can plant one in the clear. Over HTTP it has the
// second, which is still read over HTTPS for the sessions that servers began before this name.
const SECURE_COOKIE = '__Secure-caserne_session'
const COOKIE = 'caserne_session'
const PATH = '/tableau/session'
const BYTES = 4 * 1024
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
  router.post(PATH, readJson(BYTES), async (req, res) => {
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
    for (const name of [SECURE_COOKIE, COOKIE]) clear(req, res, name)
    res.status(204).end()
  })
  router.all([PATH, `${PATH}/renouvellement`], () => {
    throw refusals.methodNotAllowed('POST, DELETE')
  })
  return router
}

// Browsers say where a request comes from: by Sec-Fetch-Site, or over HTTP by Origin. Other clients need not, as long
// as they have no cookie.
const refuseOtherSites: RequestHandler = (req, _res, next) => {
  const site = req.get('sec-fetch-site')
  const origin = req.get('origin')
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : origin !== undefined
        ? URL.parse(origin)?.host === req.host
        : req.get('cookie') === undefined
  if (!isOwn) throw new Refusal(403, 'Requête refusée : elle vient d’un autre site')
  next()
}

function answer(
  req: Request,
  res: Response,
  { accessToken, refreshToken, user }: { accessToken: string; refreshToken: string; user: unknown },
): void {
  if (req.secure && readCookie(req, COOKIE) !== null) clear(req, res, COOKIE)
  res
    .cookie(req.secure ? SECURE_COOKIE : COOKIE, refreshToken, { ...options(req), maxAge: LIFETIME })
    .json({ accessToken, user })
}

function clear(req: Request, res: Response, name: string): void {
  if (readCookie(req, name) !== null) res.clearCookie(name, options(req))
}

function options(req: Request) {
  return { httpOnly: true, sameSite: 'strict', secure: req.secure, path: PATH } as const
}

function tokenOf(req: Request): string {
  return (req.secure ? readCookie(req, SECURE_COOKIE) : null) ?? readCookie(req, COOKIE) ?? ''
}

function readCookie(req: Request, name: string): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(req.get('cookie') ?? '')?.[1] ?? null
}
