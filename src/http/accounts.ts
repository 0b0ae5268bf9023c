import type { Pool } from 'pg'
import { z } from 'zod'
import type { KeyRing } from '../auth/keys.ts'
import { hashToken, newToken } from '../auth/opaque_token.ts'
import { Claims, signAccessToken } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import { query } from '../db/pool.ts'
import type { Caller } from './access.ts'
import { Guesses } from './guesses.ts'
import { networkOf, Throttle } from './throttle.ts'

/** What accounts are signed in, made and changed with. */
export interface AccountsOptions {
  config: Config
  auth: Pool
  /** A pool of its own, and small: a hash takes a processor for a tenth of a second. */
  passwords: Pool
  keys: KeyRing
}

/** Where a request comes from. */
export interface Client {
  address: string
  /** What it says it is: User-Agent. */
  appareil: string
}

/** What a sign-in answers, but for the refresh token. */
export interface SignedIn {
  accessToken: string
  user: Record<string, unknown>
}

export interface Registration {
  name: string
  email: string
  password: string
  /** Of an invitation. */
  token?: string | undefined
}

interface Answer {
  answer: unknown
}

const Session = z.object({
  user: z.record(z.string(), z.unknown()),
  issued_at: z.int(),
  claims: Claims,
})

/** What the authentication API and its pages do with accounts. Where credentials are wrong they answer null. */
export class Accounts {
  readonly #auth: Pool
  readonly #passwords: Pool
  readonly #keys: KeyRing
  readonly #config: Config
  readonly #guesses: Guesses
  readonly #mailsByAddress: Throttle

  constructor({ config, auth, passwords, keys }: AccountsOptions) {
    this.#auth = auth
    this.#passwords = passwords
    this.#keys = keys
    this.#config = config
    this.#guesses = new Guesses(auth, passwords, config)
    this.#mailsByAddress = new Throttle(auth, { name: 'mails', times: config.MAILS_PER_HOUR, seconds: 3600 })
  }

  /** The answer to a session that the database began. */
  async describe(session: unknown): Promise<SignedIn> {
    const { user, issued_at, claims } = Session.parse(session)
    return { accessToken: await signAccessToken(this.#keys, claims, issued_at), user }
  }

  /** @throws 429 */
  async login(email: string, password: string, client: Client) {
    const refreshToken = newToken()
    const session = await this.#guesses.guard(
      email,
      client.address,
      'select auth.login($1, $2, $3, $4, $5) as answer',
      [email, password, hashToken(refreshToken), client.appareil, this.#config.PASSWORD_COST],
    )
    return session === null ? null : { ...(await this.describe(session)), refreshToken }
  }

  /** Uses a refresh token up, for the next. */
  async refresh(token: string) {
    const next = newToken()
    const session = await this.#call('select auth.refresh_token($1, $2) as answer', [
      hashToken(token),
      hashToken(next),
    ])
    return session === null ? null : { ...(await this.describe(session)), refreshToken: next }
  }

  /** Ends the session of a refresh token, if there is one. */
  async logout(token: string): Promise<void> {
    await this.#call('select auth.logout($1) as answer', [hashToken(token)])
  }

  /** @throws 422 by field, 403 where an invitation is needed, 429. */
  async register({ name, email, password, token }: Registration, client: Client) {
    await this.#mailsByAddress.count(networkOf(client.address))
    const refreshToken = newToken()
    const { REGISTRATION, PASSWORD_MIN_LENGTH, PASSWORD_COST } = this.#config
    const session = await this.#hash('select auth.register($1, $2, $3, $4, $5, $6, $7, $8, $9) as answer', [
      name,
      email,
      password,
      token === undefined ? null : hashToken(token),
      REGISTRATION === 'invitation',
      PASSWORD_MIN_LENGTH,
      PASSWORD_COST,
      hashToken(refreshToken),
      client.appareil,
    ])
    return { ...(await this.describe(session)), refreshToken }
  }

  /** Verifies the account that the token was mailed to. */
  async confirmEmail(token: string): Promise<SignedIn | null> {
    const session = await this.#call('select auth.confirm_email($1) as answer', [hashToken(token)])
    return session === null ? null : await this.describe(session)
  }

  /**
   * Has a mail written to an address if it is an account's (nobody learns whether), or to the account that asks.
   * @throws 429, and 401 for an account that is disabled.
   */
  async askMail(
    genre: 'confirmation' | 'reinitialisation',
    to: string | Caller,
    client: Client,
  ): Promise<void> {
    await this.#mailsByAddress.count(networkOf(client.address))
    if (typeof to === 'string') return void (await this.#call('select auth.ask_mail($1, $2)', [genre, to]))
    await this.#call(
      "select auth.ask_mail($1, auth.get_me() ->> 'email') from auth.open($2, to_timestamp($3), null)",
      [genre, to.userId, to.issuedAt],
    )
  }

  /** @returns false when the token is not valid. @throws 422 when the password is weak; the token stays valid. */
  async resetPassword(token: string, password: string): Promise<boolean> {
    const { PASSWORD_MIN_LENGTH, PASSWORD_COST } = this.#config
    const email = await this.#hash('select auth.reset_password($1, $2, $3, $4) as answer', [
      hashToken(token),
      password,
      PASSWORD_MIN_LENGTH,
      PASSWORD_COST,
    ])
    if (email !== null) await this.#guesses.forgive(String(email))
    return email !== null
  }

  /**
   * Changes the password of the account that asks, or that has this e-mail.
   * @returns false when the current one is wrong. @throws 422 when the new one is weak, 429.
   */
  async changePassword(
    who: string | Caller,
    passwords: { current: string; next: string },
    client: Client,
  ): Promise<boolean> {
    const { PASSWORD_MIN_LENGTH, PASSWORD_COST } = this.#config
    const values = [passwords.current, passwords.next, PASSWORD_MIN_LENGTH, PASSWORD_COST]
    const [text, identity] =
      typeof who === 'string'
        ? ['select auth.change_password($5, $1, $2, $3, $4) as answer', [who]]
        : [
            'select auth.change_password(null, $1, $2, $3, $4) as answer from auth.open($5, to_timestamp($6), null)',
            [who.userId, who.issuedAt],
          ]
    const email = typeof who === 'string' ? who : who.email
    return (await this.#guesses.guard(email, client.address, text, [...values, ...identity])) !== null
  }

  #hash(text: string, values: unknown[]): Promise<unknown> {
    return ask(this.#passwords, text, values)
  }

  #call(text: string, values: unknown[]): Promise<unknown> {
    return ask(this.#auth, text, values)
  }
}

async function ask(pool: Pool, text: string, values: unknown[]): Promise<unknown> {
  const { rows } = await query<Answer>(pool, { text, values })
  return rows[0]?.answer ?? null
}
