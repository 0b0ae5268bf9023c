import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import type { MessagePlace } from '../../mail/imap/imap_error.ts'
import { type Envelope, readEnvelope } from '../../mail/mime/read_envelope.ts'
import type { Reader } from '../../mail/reading/message_reader.ts'
import { MESSAGE_LIMIT } from '../../mail/reading/reading_limits.ts'
import type { Outcome } from '../../mail/report/report.ts'
import { traced } from '../../process/tracing.ts'
import { storable } from '../../text/storable.ts'
import { type MessagerieKey, messagerieKey } from './messagerie_key.ts'

/** The mailbox that a message was read from. */
export interface Source {
  sis_key: string
  messagerie_id: number
  /** Senders whose mails are read. */
  expediteurs: string[]
  /** Messages that arrived before are ignored. */
  lire_depuis?: string | null
}

/** A message to store. */
interface Found {
  /** The bytes of the message; only its beginning if it is larger than MESSAGE_LIMIT. */
  raw: Buffer
  /** Size of the message in bytes, according to the server. */
  size?: number | undefined
  /** Used if the message has no date. */
  internalDate: Date | null
  /** Id of its row in the ledger, in a relecture: the row keeps its place in the mailbox. */
  id?: number
  /** UID of a new message. */
  uid?: number
  uidvalidity?: bigint
}

// This is the limit of the ledger's column. A message is stored whatever size its server claims.
const LARGEST = 2_147_483_647
// Characters. A reason may quote the message, which may be long.
const RAISON_LENGTH = 1_000

type Verdict = Outcome | { etat: 'refused'; raison: string }

/**
 * Stores one message and everything that follows from it in one transaction, as new or as a relecture, and
 * notes whether the mail must still be marked. Mails of unknown senders are not parsed and their content is
 * not stored: it stays in the mailbox.
 * @param note called with what was stored
 * @returns how to mark the message in the mailbox once it is stored.
 */
export async function storeMessage(
  pool: pg.Pool,
  reader: Reader,
  source: Source,
  message: Found,
  log: Logger,
  note?: (stored: Stored) => void,
): Promise<'seen' | 'untouched'> {
  const envelope = await readEnvelope(message.raw)
  const allowed =
    envelope.from !== null && source.expediteurs.some((each) => each.toLowerCase() === envelope.from)
  const row = { ...rowOf(source, message, envelope), marquer: allowed }
  const verdict: Verdict = !allowed
    ? { etat: 'refused', raison: 'Expéditeur non autorisé.' }
    : isOld(source, message, envelope)
      ? { etat: 'ignored', raison: 'Message arrivé avant la date « lire_depuis » de la messagerie.' }
      : await traced({ name: 'parse' }, () => reader.read(message.raw, source.sis_key))

  // A truncated message is useless.
  const kept = allowed && message.raw.length <= MESSAGE_LIMIT ? message.raw : null
  const stored = await store(pool, row, kept, verdict).catch((error: unknown) => {
    // The database refuses just this message, for example a date in the year 0. It is stored as failed.
    if (!(error instanceof pg.DatabaseError) || isPassing(error) || verdict.etat !== 'alarm') throw error
    log.warn(
      { err: error, messagerie: messagerieKey(source), uid: message.uid, id: message.id },
      'alarm not stored',
    )
    return store(pool, row, kept, {
      etat: 'failed',
      raison: `La base a refusé l’alarme (${error.code}).`,
    })
  })
  logStored(log, { messagerie: messagerieKey(source), uid: message.uid }, stored)
  note?.(stored)
  return allowed ? 'seen' : 'untouched'
}

// Decided by arrival, not by the Date header: a mail that was long under way is new. A relecture was asked
// for, so it is never old.
function isOld({ lire_depuis }: Source, { id, internalDate }: Found, envelope: Envelope): boolean {
  const arrived = internalDate ?? (envelope.date === null ? null : new Date(envelope.date))
  if (id !== undefined || arrived === null || !lire_depuis) return false
  return arrived < new Date(lire_depuis)
}

// The columns of app.messages, as functions of the database take them.
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

/** Stores that a relecture found nothing to read. */
export async function storeUnread(
  pool: pg.Pool,
  source: Source,
  id: number,
  raison: string,
  log: Logger,
): Promise<void> {
  const stored = await store(pool, { sis_key: source.sis_key, id }, null, { etat: 'failed', raison })
  logStored(log, { messagerie: messagerieKey(source) }, stored)
}

/** Stores a message that the mail server withholds, as failed and without content. */
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
    // In place of the hash of a content that nobody could read.
    sha256: createHash('sha256').update(`undelivered ${uidvalidity} ${uid}`).digest('hex'),
    expediteur: '',
    sujet: '',
    taille: 0,
  }
  const stored = await store(pool, row, null, { etat: 'failed', raison })
  logStored(log, { messagerie: messagerieKey(source), uid }, stored)
}

// One line per message, as a warning if somebody should look at it. A missing intervention is such a case.
function logStored(
  log: Logger,
  where: { messagerie: MessagerieKey; uid?: number | undefined },
  stored: Stored,
): void {
  const amiss = stored.etat === 'failed' || stored.refus !== undefined
  log[amiss ? 'warn' : 'info']({ ...where, ...stored }, 'message')
}

// Whether a database error has nothing to do with its input: connection, read only, rollback to repeat,
// resources, locks, shutdown, system (SQLSTATE classes, and one of its codes), or a closed SIS (PT503). The message is
// then read again.
function isPassing({ code = '' }: pg.DatabaseError): boolean {
  return /^(08|25006|40|53|55|57|58|PT503)/.test(code)
}

/**
 * The answer of jobs.store_message and jobs.store_relecture; nothing else for a message that was known already.
 */
export interface Stored {
  nouveau: boolean
  id?: number
  etat?: string
  raison?: string
  sis?: string[]
  /** By SIS key, why a wanted intervention could not be created. */
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
