import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type Alarme, DemoClient } from './demo_client.ts'
import { type DemoSis, demoSis } from './demo_sis.ts'
import { planReponses } from './plan_reponses.ts'

export interface AnsweringOptions {
  /** `http://host:port` of the data server. */
  url: string
  /** Mean time between two answers to an alarm, in ms; shorter in tests. */
  gapMs?: number
  /** Time until a lost server is asked again, at first, in ms; shorter in tests. */
  retryMs?: number
  log: Pick<Logger, 'debug'>
}

// Fourteen answers take a minute and a half.
const GAP_MS = 7_000
// Older alarms are left as their report has them.
const YOUNG_MS = 30 * 60_000
const RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60_000
// The first three people of a SIS have accounts: people who try the demo answer for them.
const PLAYED = 3
// Officers who answer for the others, with intervention.modification.
const officers: Record<string, string> = { hs: 'chef@example.org', test: 'autre@example.org' }

const Sapeurs = z.array(z.object({ id: z.number(), nom_prenom: z.string() }))
const Absences = z.array(z.object({ sapeur_id: z.number(), debut: z.string(), fin: z.string() }))

/**
 * Has people of the demo answer its new alarms, one after another, by the REST API as any client does. What an alarm
 * got before a restart is not answered again. A lost server is asked again, and a refused account is left alone.
 */
export function answerAlarmes(options: AnsweringOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const following = Promise.all(demoSis.map((sis) => new Answering(sis, options, stopping.signal).run()))
  return {
    stop: async () => {
      stopping.abort()
      await following
    },
  }
}

/** The answers to the alarms of one SIS. */
class Answering {
  readonly #sis: DemoSis
  readonly #options: AnsweringOptions
  readonly #signal: AbortSignal
  readonly #begun = new Set<string>()
  readonly #running = new Set<Promise<void>>()

  constructor(sis: DemoSis, options: AnsweringOptions, signal: AbortSignal) {
    this.#sis = sis
    this.#options = options
    this.#signal = signal
  }

  async run(): Promise<void> {
    const { retryMs = RETRY_MS } = this.#options
    for (let wait = retryMs; !this.#signal.aborted; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      if (await this.#attempt(() => this.#isRefused())) return
      await pause(wait, undefined, { signal: this.#signal }).catch(() => undefined)
    }
  }

  // Follows the stream of alarms to its end, unless the account is refused.
  async #isRefused(): Promise<boolean> {
    const email = officers[this.#sis.key] ?? ''
    const client = await DemoClient.signIn(this.#options.url, this.#sis.key, email, this.#signal)
    if (client === null) return true
    try {
      for await (const alarme of client.alarmes()) this.#begin(client, alarme)
    } finally {
      await Promise.all(this.#running)
      await client.signOut()
    }
    return false
  }

  #begin(client: DemoClient, alarme: z.infer<typeof Alarme>): void {
    if (this.#begun.has(alarme.id) || Date.now() - Date.parse(alarme.date) > YOUNG_MS) return
    this.#begun.add(alarme.id)
    const work = this.#attempt(() => this.#answer(client, alarme)).then((done) => {
      // The next stream shows it again.
      if (!done) this.#begun.delete(alarme.id)
      this.#running.delete(work)
    })
    this.#running.add(work)
  }

  // Whether all that was planned is answered, or refused for good.
  async #answer(client: DemoClient, alarme: z.infer<typeof Alarme>): Promise<boolean> {
    const { gapMs = GAP_MS } = this.#options
    const sapeurs = await client.get('/sapeurs?actif=true', Sapeurs)
    const ids = new Map(sapeurs.map(({ id, nom_prenom }) => [nom_prenom, id]))
    const people = this.#sis.people
      .slice(PLAYED)
      .flatMap(([nom, prenom]) => ids.get(`${nom} ${prenom}`) ?? [])
    const absents = new Set(
      (await client.get('/disponibilites', Absences)).filter(goesOn).map(({ sapeur_id }) => sapeur_id),
    )
    for (const [nth, reponse] of planReponses(alarme, people, absents).entries()) {
      await pause(gapMs * (0.5 + ((nth * 3) % 5) / 4), undefined, { signal: this.#signal })
      const status = await client.post(`/alarmes/${alarme.id}/reponse`, reponse)
      if (status === 401 || status >= 500) return false
      // Too late, or gone.
      if (status >= 400) return true
    }
    return true
  }

  // If posting fails, log at debug level and go on.
  async #attempt(act: () => Promise<boolean>): Promise<boolean> {
    try {
      return await act()
    } catch (error) {
      if (!this.#signal.aborted) this.#options.log.debug({ reason: String(error) }, 'demo answers failed')
      return false
    }
  }
}

function goesOn({ debut, fin }: { debut: string; fin: string }): boolean {
  return Date.parse(debut) <= Date.now() && Date.now() < Date.parse(fin)
}
