import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import type { MessagePlace } from '../../mail/imap/imap_error.ts'
import { type Envelope, readEnvelope } from '../../mail/mime/read_envelope.ts'
import type { Reader } from '../../mail/reading/message_reader.ts'
import { MESSAGE_LIMIT } from '../../mail/reading/reading_limits.ts'
import type { Outcome } from '../../mail/report/report.ts'
import { storable } from '../../text/storable.ts'

/** The mailbox that a message was read from. */
export interface Source {
  sis_key: string
  messagerie_id: number
  /** Addresses whose mails are read. */
  expediteurs: string[]
  /** What arrived before is ignored. */
  lire_depuis?: string | null
}

/** A message as it was found. */
export interface Found {
  /** Of a message larger than MESSAGE_LIMIT its beginning. */
  raw: Buffer
  /** Bytes of the message, as the server has it. */
  size?: number | undefined
  /** Stands in for the date that the message does not tell. */
  internalDate: Date | null
  /** Of its row in the ledger, where it is read again: the row then keeps its place in the mailbox. */
  id?: number
  /** Its place in the mailbox, where it is new. */
  uid?: number
  uidvalidity?: bigint
}

// Of the ledger's column: whatever size a server claims, its message is entered.
const LARGEST = 2_147_483_647
// Characters. A reason may name what stands in the message, however long.
const RAISON_LENGTH = 1_000

type Verdict = Outcome | { etat: 'refused'; raison: string }

/**
 * Takes one message into the ledger with all that follows from it, in one transaction: as new, or read again. It notes there
 * too whether the mail is still to be marked. Mails of senders who are not on the list are never parsed, nor is their content
 * kept: it stays in the mailbox.
 * @returns what to do with it in the mailbox, once this is settled.
 */
export async function storeMessage(
  pool: pg.Pool,
  reader: Reader,
  source: Source,
  message: Found,
  log: Logger,
): Promise<'seen' | 'untouched'> {
  const envelope = await readEnvelope(message.raw)
  const allowed =
    envelope.from !== null && source.expediteurs.some((each) => each.toLowerCase() === envelope.from)
  const row = { ...rowOf(source, message, envelope), marquer: allowed }
  const verdict: Verdict = !allowed
    ? { etat: 'refused', raison: 'Expéditeur non autorisé.' }
    : isOld(source, message, envelope)
      ? { etat: 'ignored', raison: 'Message arrivé avant la date « lire_depuis » de la messagerie.' }
      : await reader.read(message.raw, source.sis_key)

  // A part of a message is of no use to anybody.
  const kept = allowed && message.raw.length <= MESSAGE_LIMIT ? message.raw : null
  const stored = await store(pool, row, kept, verdict).catch((error: unknown) => {
    // The database does not want this very message (a date in the year 0, say): it is kept as failed.
    if (!(error instanceof pg.DatabaseError) || isPassing(error) || verdict.etat !== 'alarm') throw error
    log.warn(
      { err: error, messagerie: source.messagerie_id, uid: message.uid, id: message.id },
      'alarm not stored',
    )
    return store(pool, row, kept, {
      etat: 'failed',
      raison: `La base a refusé l’alarme (${error.code}).`,
    })
  })
  logStored(log, { messagerie: source.messagerie_id, uid: message.uid }, stored)
  return allowed ? 'seen' : 'untouched'
}

// By its arrival and not by its Date header: a mail that was long under way is new. What is read again is asked for.
function isOld({ lire_depuis }: Source, { id, internalDate }: Found, envelope: Envelope): boolean {
  const arrived = internalDate ?? (envelope.date === null ? null : new Date(envelope.date))
  if (id !== undefined || arrived === null || !lire_depuis) return false
  return arrived < new Date(lire_depuis)
}

// As the database's functions want it: columns of app.messages.
function rowOf(source: Source, message: Found, envelope: Envelope) {
  return {
    sis_key: source.sis_key,
    messagerie_id: source.messagerie_id,
    id: message.id,
    uidvalidity: message.uidvalidity?.toString(),
    uid: message.uid,
    message_id: envelope.messageId,
    sha256: envelope.sha256,
    corps: envelope.body,
    expediteur: envelope.from ?? '',
    sujet: envelope.subject,
    date: envelope.date ?? message.internalDate,
    taille: Math.min(message.size ?? envelope.size, LARGEST),
  }
}

/** Notes of a message that was to be read again that there was nothing to read. */
export async function storeUnread(
  pool: pg.Pool,
  { sis_key, messagerie_id }: Source,
  id: number,
  raison: string,
  log: Logger,
): Promise<void> {
  const stored = await store(pool, { sis_key, id }, null, { etat: 'failed', raison })
  logStored(log, { messagerie: messagerie_id }, stored)
}

/** Enters a message that the mail server does not hand over into the ledger, as failed and without content. */
export async function storeWithheld(
  pool: pg.Pool,
  source: Source,
  { uid, uidvalidity }: MessagePlace,
  raison: string,
  log: Logger,
): Promise<void> {
  const row = {
    sis_key: source.sis_key,
    messagerie_id: source.messagerie_id,
    uidvalidity: String(uidvalidity),
    uid,
    // Stands in for the hash of what nobody could read.
    sha256: createHash('sha256').update(`undelivered ${uidvalidity} ${uid}`).digest('hex'),
    expediteur: '',
    sujet: '',
    taille: 0,
  }
  const stored = await store(pool, row, null, { etat: 'failed', raison })
  logStored(log, { messagerie: source.messagerie_id, uid }, stored)
}

// One line a message; what somebody should look at, an intervention too that could not be made, stands out.
function logStored(
  log: Logger,
  where: { messagerie: number; uid?: number | undefined },
  stored: Stored,
): void {
  const amiss = stored.etat === 'failed' || stored.refus !== undefined
  log[amiss ? 'warn' : 'info']({ ...where, ...stored }, 'message')
}

// Whether a fault of the database has nothing to do with what it was given: connection, rollback to be repeated,
// resources, locks, shutdown, system (SQLSTATE classes). The message is then read again.
function isPassing({ code = '' }: pg.DatabaseError): boolean {
  return ['08', '40', '53', '55', '57', '58'].includes(code.slice(0, 2))
}

// What jobs.store_message and jobs.store_relecture answer; of a message that was known already nothing but that.
interface Stored {
  nouveau: boolean
  id?: number
  etat?: string
  raison?: string
  sis?: string[]
  /** By key of SIS, why an intervention that is wanted could not be made. */
  refus?: Record<string, string>
}

const calls = {
  new: 'select jobs.store_message($1, $2, $3) as stored',
  again: 'select jobs.store_relecture($1, $2, $3) as stored',
}

async function store(
  pool: pg.Pool,
  row: { sis_key: string; id?: number | undefined },
  raw: Buffer | null,
  verdict: Verdict,
): Promise<Stored> {
  const { etat, raison = '', report = null } = { raison: undefined, report: undefined, ...verdict }
  const { rows } = await pool.query(row.id === undefined ? calls.new : calls.again, [
    JSON.stringify({ ...row, etat, raison: oneLine(raison) }, storable),
    raw,
    report === null ? null : JSON.stringify(report),
  ])
  return rows[0]?.stored
}

function oneLine(text: string): string {
  return text.slice(0, RAISON_LENGTH).replace(/\p{Cc}+/gu, ' ')
}
