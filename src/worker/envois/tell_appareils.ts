import type { Task } from 'graphile-worker'
import type { Pool } from 'pg'
import { z } from 'zod'
import { hashToken } from '../../auth/opaque_token.ts'
import { openText, sealedPlace } from '../../text/sealed_text.ts'
import { Ledger } from './ledger.ts'
import { linkTo, linkTokens } from './lien.ts'
import { type Outbound, Unanswered } from './outbound.ts'
import { Pace } from './pace.ts'
import { Abonnement, type PushMessages } from './push_messages.ts'
import { ServiceTurns } from './service_turns.ts'
import { judgeAnswer, judgeSilence, judgeUnreadable, type Verdict } from './verdict.ts'

/** Dependencies of the task `tell_appareils`. */
interface Telling {
  pool: Pool
  /** Null without a key that opens: browsers cannot be notified, and their rows wait. Mails are jobs of their own. */
  push(): Promise<PushMessages | null>
  outbound: Outbound
  /** MAILBOX_KEY, in base64. */
  key: string
  /** Address of the data server, for links, without a slash at its end. */
  base: string
  /** Ends the work between two devices. */
  stopping: AbortSignal
  /** How long a push service may take to answer; 10 s by default. */
  patienceMs?: number
}

const Payload = z.object({ sis_key: z.string(), lot: z.string(), alarme_id: z.int().optional() })
type Payload = z.infer<typeof Payload>

const Contenu = z.object({ titre: z.string(), texte: z.string(), lien: z.string().optional() })

// The answer of jobs.list_alarme_appareils.
const Appareils = z.array(z.object({ appareil_id: z.int(), sapeur_id: z.int() }))
// The answer of jobs.begin_alarme_envois.
const Begun = z.array(
  z.object({ id: z.int(), appareil_id: z.int(), tentatives: z.int(), abonnement: z.string() }),
)
// The answer of jobs.list_envois.
const Envois = z.array(
  z.object({ id: z.int(), tentatives: z.int(), contenu: Contenu, abonnement: z.string() }),
)

/** A message to hand over. */
interface Due {
  id: number
  tries: number
  /** Sealed. */
  abonnement: Buffer
  contenu: z.infer<typeof Contenu> & { lien: string }
}

const PAGE = 500
const AT_ONCE = 64
const PATIENCE_MS = 10_000
// A service usually answers within a tenth of a second.
const SILENT_MS = 3_000
// Subscriptions opened, and messages encrypted, before mails are read on.
const A_TURN = 4

/**
 * The task `tell_appareils`: tells the devices of a lot. For an alarm it first finds out whose they are. Each row of
 * the ledger is written before its message is handed over, and what the service answered right after, so that another
 * worker can go on where a killed one ended.
 */
export function tellAppareils(telling: Telling): Task {
  const turns = new ServiceTurns({ width: AT_ONCE, silentMs: SILENT_MS })
  const pace = new Pace(A_TURN)
  return async (given) => {
    const payload = Payload.parse(given)
    const { pool, stopping } = telling
    await tellLot(telling, { turns, pace }, payload)
    await pool.query('select jobs.resume_lot($1, $2)', [JSON.stringify(given), stopping.aborted])
  }
}

// State that the lots of a worker share.
interface Shared {
  turns: ServiceTurns
  pace: Pace
}

async function tellLot(telling: Telling, { turns, pace }: Shared, payload: Payload): Promise<void> {
  const { pool, key, stopping } = telling
  const push = await telling.push()
  const ledger = new Ledger(pool, payload.sis_key)
  const place = sealedPlace.abonnement(payload.sis_key)
  const lotName = `${payload.sis_key} ${payload.lot}`
  const told: Promise<void>[] = []
  const tell = async ({ id, tries, abonnement, contenu }: Due): Promise<void> => {
    if (push === null) return
    const opened = readAbonnement(openText(abonnement, key, place))
    if (opened === null) return ledger.note(id, judgeUnreadable('L’abonnement ne peut pas être déchiffré.'))
    const tried = await turns.run(new URL(opened.endpoint).origin, lotName, async () => {
      // The worker is stopping; this is no verdict on the service.
      if (stopping.aborted) return true
      await pace.step()
      const verdict = await handOver(telling, push, opened, { ...contenu, tag: payload.lot }, tries)
      ledger.note(id, verdict)
      return verdict.code !== null
    })
    if (!tried) ledger.note(id, judgeSilence('Le service ne répond pas.', tries))
  }
  try {
    for await (const page of pagesOf(telling, payload))
      for (const each of page) {
        await pace.step()
        const one = tell(each)
        // An error is thrown below, when all have ended.
        one.catch(() => undefined)
        told.push(one)
      }
  } finally {
    await Promise.all(told)
    await ledger.end()
  }
}

function readAbonnement(text: string | null): Abonnement | null {
  const { data } = Abonnement.safeParse(text === null ? null : JSON.parse(text))
  return data !== undefined && URL.canParse(data.endpoint) ? data : null
}

async function handOver(
  { outbound, patienceMs = PATIENCE_MS }: Telling,
  push: PushMessages,
  abonnement: Abonnement,
  message: Parameters<PushMessages['write']>[1],
  tries: number,
): Promise<Verdict> {
  let request: Awaited<ReturnType<PushMessages['write']>>
  try {
    request = await push.write(abonnement, message)
  } catch {
    return judgeUnreadable('Les clés de l’abonnement ne sont pas valables.')
  }
  try {
    return judgeAnswer(
      await outbound.post(abonnement.endpoint, request.headers, request.body, patienceMs),
      tries,
    )
  } catch (error) {
    if (error instanceof Unanswered) return judgeSilence(error.message, tries)
    throw error
  }
}

function pagesOf(telling: Telling, payload: Payload): AsyncGenerator<Due[]> {
  const { alarme_id } = payload
  return alarme_id === undefined ? lotPages(telling, payload) : alarmePages(telling, payload, alarme_id)
}

async function* lotPages(
  { pool, base, stopping }: Telling,
  { sis_key, lot }: Payload,
): AsyncGenerator<Due[]> {
  let after = 0
  while (!stopping.aborted) {
    const { rows } = await pool.query('select jobs.list_envois($1, $2, $3, $4) as page', [
      sis_key,
      lot,
      after,
      PAGE,
    ])
    const page = Envois.parse(rows[0]?.page)
    yield page.map(({ id, tentatives, contenu, abonnement }) => ({
      id,
      tries: tentatives,
      abonnement: Buffer.from(abonnement, 'hex'),
      contenu: { ...contenu, lien: new URL(contenu.lien ?? '/tableau', base).href },
    }))
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.id
  }
}

async function* alarmePages(
  { pool, key, base, stopping }: Telling,
  { sis_key, lot }: Payload,
  alarme: number,
): AsyncGenerator<Due[]> {
  const { rows: described } = await pool.query('select jobs.describe_alarme($1, $2) as contenu', [
    sis_key,
    alarme,
  ])
  if (described[0]?.contenu == null) return
  const contenu = Contenu.parse(described[0].contenu)
  const tokenFor = linkTokens(key)
  const { rows: listed } = await pool.query('select jobs.list_alarme_appareils($1, $2) as appareils', [
    sis_key,
    alarme,
  ])
  const appareils = Appareils.parse(listed[0]?.appareils)
  for (let n = 0; n < appareils.length && !stopping.aborted; n += PAGE) {
    const page = appareils.slice(n, n + PAGE)
    const tokens = new Map(page.map(({ appareil_id: id }) => [id, tokenFor(sis_key, lot, id)]))
    const hashed = page.map(({ appareil_id, sapeur_id }) => ({
      appareil_id,
      sapeur_id,
      token_hash: hashToken(tokens.get(appareil_id) ?? '').toString('hex'),
    }))
    const { rows: begun } = await pool.query('select jobs.begin_alarme_envois($1, $2, $3) as begun', [
      sis_key,
      alarme,
      JSON.stringify(hashed),
    ])
    yield Begun.parse(begun[0]?.begun).map(({ id, appareil_id, tentatives, abonnement }) => ({
      id,
      tries: tentatives,
      abonnement: Buffer.from(abonnement, 'hex'),
      contenu: { ...contenu, lien: linkTo(base, sis_key, tokens.get(appareil_id) ?? '') },
    }))
  }
}
