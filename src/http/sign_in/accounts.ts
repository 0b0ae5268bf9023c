import type { Pool } from 'pg'
import { z } from 'zod'
import type { KeyRing } from '../../auth/keys.ts'
import { hashToken, newToken } from '../../auth/opaque_token.ts'
import type { Config } from '../../config.ts'
import { backlogOf, query } from '../../db/pool.ts'
import type { Metrics } from '../../process/metrics.ts'
import type { Admission, Lane } from '../admission/admission.ts'
import type { Caller } from '../admission/caller.ts'
import type { Client } from '../admission/client.ts'
import { networkOf, Throttle } from '../admission/throttle.ts'
import { refusals } from '../refusals/errors.ts'
import type { FieldErrors } from '../refusals/field_errors.ts'
import { followTrace } from '../watch/follow_trace.ts'
import { describeSession, type SignedIn } from './describe_session.ts'
import { Guesses } from './guesses.ts'

/** Options for `Accounts`. */
interface AccountsOptions {
  config: Config
  auth: Pool
  /** A small pool for statements that hash passwords: each hash takes a processor for a tenth of a second. */
  passwords: Pool
  keys: KeyRing
  metrics: Metrics
  admission: Admission
}

/** The fields of a new account. */
export interface Registration {
  name: string | undefined
  email: string | undefined
  password: string | undefined
  /** Token of an invitation. */
  token: string | undefined
}

/** A change of password: the current one and the new one. */
interface Passwords {
  current: string
  next: string
}

interface Answer {
  answer: unknown
  /** Only where null must not be an answer of a standby. */
  standby?: boolean
}

// A standby may not know a token yet: it must not call the token bad.
const STANDBY = 'pg_catalog.pg_is_in_recovery() as standby'

const Warnings = z.object({ avertissements: z.array(z.string()).optional() })
const Faults = z.object({ faults: z.record(z.string(), z.array(z.string())) })

/** Operations on accounts for the authentication API and its pages. Wrong credentials answer null. */
export class Accounts {
  readonly #auth: Pool
  readonly #passwords: Pool
  readonly #keys: KeyRing
  readonly #config: Config
  readonly #guesses: Guesses
  readonly #requireSlot: () => void
  readonly #mailsByAddress: Throttle

  constructor({ config, auth, passwords, keys, metrics, admission }: AccountsOptions) {
    this.#auth = auth
    this.#passwords = passwords
    this.#keys = keys
    this.#config = config
    const backlogs = [backlogOf(passwords)]
    const lane: Lane = { name: 'passwords', backlogs, waitMs: config.SIGN_IN_WAIT_MS }
    this.#requireSlot = () => admission.require(lane)
    this.#guesses = new Guesses(auth, passwords, config, metrics, this.#requireSlot)
    const mails = { name: 'mails', times: config.MAILS_PER_HOUR, seconds: 3600 }
    this.#mailsByAddress = new Throttle(auth, mails, metrics)
  }

  /** Signs an account in. @throws 429 after too many failures */
  async login(email: string, password: string, client: Client) {
    const refreshToken = newToken()
    const session = await this.#guesses.guard(
      email,
      client.address,
      'select auth.login($1, $2, $3, $4, $5) as answer',
      [email, password, hashToken(refreshToken), client.appareil, this.#config.PASSWORD_COST],
    )
    return session === null ? null : { ...(await describeSession(this.#keys, session)), refreshToken }
  }

  /** Exchanges a refresh token for new tokens; it cannot be used again. */
  async refresh(token: string) {
    const next = newToken()
    const session = await this.#call(`select auth.refresh_token($1, $2) as answer, ${STANDBY}`, [
      hashToken(token),
      hashToken(next),
    ])
    return session === null ? null : { ...(await describeSession(this.#keys, session)), refreshToken: next }
  }

  /** Ends the session of a refresh token, if there is one. */
  async logout(token: string): Promise<void> {
    await this.#call(`select auth.logout($1) as answer, ${STANDBY}`, [hashToken(token)])
  }

  /**
   * Makes an account and signs it in.
   * @param faults faults that are known already. With them no account is made: only further faults are looked for.
   *   The registration leaves the faulty fields out.
   * @throws 422 with all faults by field, 403 where an invitation is needed, 429
   */
  async register(registration: Registration, client: Client, faults: FieldErrors = {}) {
    const { REGISTRATION, PASSWORD_MIN_LENGTH, PASSWORD_COST } = this.#config
    const { name = null, email = null, password = null, token } = registration
    const invitation = token === undefined ? null : hashToken(token)
    // Without an e-mail or an invitation the answer reveals nothing, so the attempt is not counted.
    if (email !== null || invitation !== null) await this.#mailsByAddress.count(networkOf(client.address))
    const refused = Object.keys(faults).length > 0
    if (!refused) this.#requireSlot()
    const refreshToken = newToken()
    const text = 'select auth.register($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as answer'
    const identity = [name, email, password, invitation, REGISTRATION === 'invitation']
    const answer = await ask(refused ? this.#auth : this.#passwords, text, [
      ...identity,
      PASSWORD_MIN_LENGTH,
      PASSWORD_COST,
      hashToken(refreshToken),
      client.appareil,
      refused,
    ])
    const found = Faults.safeParse(answer)
    if (found.success) throw refusals.invalid({ ...found.data.faults, ...faults })
    return { ...(await describeSession(this.#keys, answer)), ...Warnings.parse(answer), refreshToken }
  }

  /** Verifies the account that the token was mailed to. */
  async confirmEmail(token: string): Promise<SignedIn | null> {
    const session = await this.#call(`select auth.confirm_email($1) as answer, ${STANDBY}`, [
      hashToken(token),
    ])
    return session === null ? null : await describeSession(this.#keys, session)
  }

  /**
   * Queues a mail to an address, if an account has it, or to the account that asks. The answer does not reveal which.
   * @throws 429; 401 for a disabled account
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

  /**
   * Sets a new password with the token of a mail.
   * @returns false when the token is not valid. @throws 422 for a weak password; the token stays valid
   */
  async resetPassword(token: string, password: string): Promise<boolean> {
    const { PASSWORD_MIN_LENGTH, PASSWORD_COST } = this.#config
    const email = await this.#hash(`select auth.reset_password($1, $2, $3, $4) as answer, ${STANDBY}`, [
      hashToken(token),
      password,
      PASSWORD_MIN_LENGTH,
      PASSWORD_COST,
    ])
    if (email !== null) await this.#guesses.forgive(String(email))
    return email !== null
  }

  /**
   * Changes the password of the account that asks, and signs it in again.
   * @returns the new tokens; null when the current password is wrong. @throws 422 for a weak new password, 429
   */
  async changeOwnPassword(caller: Caller, passwords: Passwords, client: Client) {
    const refreshToken = newToken()
    const session = await this.#guesses.guard(
      caller.email,
      client.address,
      'select auth.change_password(null, $1, $2, $3, $4, $5, $6) as answer from auth.open($7, to_timestamp($8), null)',
      [...this.#change(passwords), hashToken(refreshToken), client.appareil, caller.userId, caller.issuedAt],
    )
    return session === null ? null : { ...(await describeSession(this.#keys, session)), refreshToken }
  }

  /**
   * Changes the password of the account that has this e-mail.
   * @returns false when the current password is wrong. @throws 422 for a weak new password, 429
   */
  async changePassword(email: string, passwords: Passwords, client: Client): Promise<boolean> {
    const text = 'select auth.change_password($5, $1, $2, $3, $4, null, null) as answer'
    const values = [...this.#change(passwords), email]
    return (await this.#guesses.guard(email, client.address, text, values)) !== null
  }

  #change({ current, next }: Passwords): unknown[] {
    return [current, next, this.#config.PASSWORD_MIN_LENGTH, this.#config.PASSWORD_COST]
  }

  async #hash(text: string, values: unknown[]): Promise<unknown> {
    this.#requireSlot()
    return await ask(this.#passwords, text, values)
  }

  #call(text: string, values: unknown[]): Promise<unknown> {
    return ask(this.#auth, text, values)
  }
}

async function ask(pool: Pool, text: string, values: unknown[]): Promise<unknown> {
  const { rows } = await query<Answer>(pool, followTrace({ text, values }))
  const { answer = null, standby = false } = rows[0] ?? {}
  if (answer === null && standby) throw refusals.busy()
  return answer
}
