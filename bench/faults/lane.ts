import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import type { Dovecot } from '../../test/support/dovecot.ts'
import { type Program, startWorker } from '../program.ts'
import { connect } from '../setting.ts'
import { openDoor } from './door.ts'
import type { Fault } from './faults.ts'
import { composeLetter } from './letter.ts'

const MAIL_EVERY_MS = 500
/** How long mail comes before a fault begins. */
const BEFORE_MS = 2_000
const LOOK_MS = 250
/** How long mail still comes after the end of a fault. */
const AFTER_MS = 3_000
/** The longest that reading may pause after a fault. */
export const GOES_ON_MS = 15_000
/** After so long without progress, mails count as lost. */
const PATIENCE_MS = 60_000
// As in deploy/systemd.
const RESTART_MS = 2_000

/** Outcome of a fault. Times are in ms after its end. */
export interface Outcome {
  fault: string
  /** The longest time without a new alarm, until all mails are read. */
  goesOn: number
  allRead: number
  mails: number
  lost: number
  doubled: number
  /** Jobs that were due or held long after all mails were read. */
  leftJobs: number
  /** How often the worker ended, to be started again by its service manager. */
  ends: number
}

/** A database of its own with a mailbox, and a worker that a service manager would start again. */
export class Lane {
  readonly admin: string
  readonly client: pg.Client
  readonly #dovecot: Dovecot
  readonly #user: string
  readonly #key = randomBytes(32).toString('base64')
  #worker: Program | undefined
  #url = ''
  #ends = 0
  #stopped = false
  #mails = 0

  private constructor(admin: string, client: pg.Client, dovecot: Dovecot, user: string) {
    this.admin = admin
    this.client = client
    this.#dovecot = dovecot
    this.#user = user
  }

  static async open(admin: string, dovecot: Dovecot, user: string): Promise<Lane> {
    return new Lane(admin, await connect(admin), dovecot, user)
  }

  /** The process of the worker. */
  get workerPid(): number {
    return this.#worker?.pid ?? 0
  }

  /** Runs a fault while mails come, two a second. */
  async run(fault: Fault): Promise<Outcome> {
    const door = await openDoor(fault.port ?? Number(new URL(this.admin).port))
    this.#url = Object.assign(new URL(this.admin), { port: String(door.port) }).href
    await this.#start()
    try {
      return await this.#measure(fault, () => fault.run({ lane: this, door }))
    } finally {
      await this.#stop()
      door.close()
    }
  }

  async #measure(fault: Fault, during: () => Promise<void>): Promise<Outcome> {
    const lieu = `${fault.name} ${randomBytes(3).toString('hex')}`
    let mails = 0
    const coming = setInterval(() => this.#deliver(`${lieu} ${++mails}`), MAIL_EVERY_MS)
    await pause(BEFORE_MS)
    await during().catch((error: unknown) => {
      clearInterval(coming)
      throw error
    })
    const ended = performance.now()
    setTimeout(() => clearInterval(coming), AFTER_MS)
    const { goesOn, allRead } = await this.#follow(lieu, () => mails, ended)
    const { alarmes, adresses } = await this.#count(lieu)
    const quiet = await this.#until(async () => (await this.#leftJobs()) === 0)
    const leftJobs = Number.isFinite(quiet) ? 0 : await this.#leftJobs()
    const lost = mails - adresses
    return {
      fault: fault.name,
      goesOn,
      allRead,
      mails,
      lost,
      doubled: alarmes - adresses,
      leftJobs,
      ends: this.#ends,
    }
  }

  // Returns how long it takes until something is true; Infinity if it never is.
  async #until(isTrue: () => Promise<boolean>): Promise<number> {
    const since = performance.now()
    while (performance.now() - since < PATIENCE_MS) {
      if (await isTrue()) return performance.now() - since
      await pause(LOOK_MS)
    }
    return Number.POSITIVE_INFINITY
  }

  // How fast mails are read that have waited is a matter of the machine, but no pause must be long.
  async #follow(
    lieu: string,
    mails: () => number,
    since: number,
  ): Promise<Pick<Outcome, 'goesOn' | 'allRead'>> {
    let goesOn = 0
    for (let known = (await this.#count(lieu)).adresses; ; ) {
      if (known === mails() && performance.now() - since > AFTER_MS + MAIL_EVERY_MS)
        return { goesOn, allRead: performance.now() - since }
      const found = await this.#until(
        async () => (await this.#count(lieu)).adresses > known || known === mails(),
      )
      goesOn = Math.max(goesOn, found)
      if (!Number.isFinite(found)) return { goesOn, allRead: found }
      known = (await this.#count(lieu)).adresses
      if (known === mails()) await pause(LOOK_MS)
    }
  }

  #deliver(adresse: string): void {
    this.#mails += 1
    this.#dovecot.deliver(composeLetter(adresse), this.#user)
  }

  async #count(lieu: string): Promise<{ alarmes: number; adresses: number }> {
    const { rows } = await this.client.query(
      `select count(*)::integer as alarmes, count(distinct adresse)::integer as adresses
         from app.alarmes where adresse ^@ $1`,
      [`${lieu} `],
    )
    return rows[0]
  }

  // Without SMTP_URL mails wait in the queue.
  async #leftJobs(): Promise<number> {
    const { rows } = await this.client.query(
      `select count(*)::integer as n
         from graphile_worker.jobs
        where task_identifier not in ('send_mail', 'mail_envoi')
          and (locked_at < now() - interval '30 seconds'
               or locked_at is null and attempts < max_attempts and run_at < now() - interval '10 seconds')`,
    )
    return rows[0].n
  }

  async #start(): Promise<void> {
    this.#stopped = false
    this.#ends = 0
    await this.#launch()
    const began = (await this.client.query('select clock_timestamp() as now')).rows[0].now
    const read = async () =>
      (await this.client.query('select from jobs.releves where last_success_at > $1', [began])).rowCount === 1
    if ((await this.#until(read)) === Number.POSITIVE_INFINITY) throw new Error('the mailbox is not read')
  }

  async #launch(): Promise<void> {
    const { port, password } = this.#dovecot
    const worker = await startWorker(this.#url, this.#key, {
      IMAP_URL: `imap://${this.#user}:${password}@127.0.0.1:${port}/INBOX?security=none`,
      IMAP_SENDERS: ALARM_CENTRE,
      NODE_OPTIONS: `--import=${new URL('stall.mjs', import.meta.url).href}`,
    })
    this.#worker = worker
    void worker.ended.then(() => this.#launchAgain())
  }

  // A worker that does not start is started again, too.
  async #launchAgain(): Promise<void> {
    if (this.#stopped) return
    this.#ends += 1
    await pause(RESTART_MS)
    if (!this.#stopped) await this.#launch().catch(() => this.#launchAgain())
  }

  async #stop(): Promise<void> {
    this.#stopped = true
    const worker = this.#worker
    if (worker === undefined) return
    process.kill(worker.pid, 'SIGTERM')
    await worker.ended
  }
}
