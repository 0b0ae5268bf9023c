import type pg from 'pg'
import type { Logger } from 'pino'
import type { ImapSession } from '../../mail/imap/imap.ts'
import type { ImapMessage } from '../../mail/imap/imap_cursor.ts'
import { type ImapError, withheldText } from '../../mail/imap/imap_error.ts'
import type { ImapMarks } from '../../mail/imap/mark_messages.ts'
import type { Reader } from '../../mail/reading/message_reader.ts'
import { traced } from '../../process/tracing.ts'
import type { Arrivals } from './arrivals.ts'
import { messagerieKey } from './messagerie_key.ts'
import { readFetchedAgain } from './relecture.ts'
import type { Releve } from './releve.ts'
import { storeMessage, storeWithheld } from './store_message.ts'
import type { Withheld } from './withheld.ts'

/** A mailbox during its reading. */
interface MessagerieReading {
  releve: Releve
  session: ImapSession
  /** The mailbox's withheld messages, kept between readings. */
  withheld: Withheld
  /** Measures how long mails take. */
  arrivals: Arrivals
}

/**
 * Stores new messages of a mailbox in the ledger, marks them in the mailbox, and fetches again those whose
 * relecture was asked for.
 * @throws {ImapError} when the server fails; its `place` is the message that could not be fetched.
 */
export async function readMessagerie(
  pool: pg.Pool,
  reader: Reader,
  { releve, session, withheld, arrivals }: MessagerieReading,
  log: Logger,
): Promise<void> {
  const { uidvalidity, last_uid: lastUid, a_marquer: toMark, sis_key, messagerie_id } = releve
  const again = session.isBehind({ uidvalidity, uid: lastUid })
  if (again) await pool.query('select jobs.rewind_releve($1, $2)', [sis_key, messagerie_id])
  const [uid, unmarked] = again ? [0, []] : [lastUid, toMark]
  await session.readNew(
    { uidvalidity, uid, withheld: withheld.long, unmarked },
    async (message) => {
      await passOver(pool, releve, withheld, message, log)
      const attributes = { 'caserne.sis': releve.sis_key, 'caserne.uid': message.uid }
      return await traced({ name: 'message', kind: 'CONSUMER', attributes }, (span) =>
        arrivals.follow(releve.sis_key, message.internalDate, (note) =>
          storeMessage(pool, reader, releve, message, log, (stored) => {
            note(stored)
            span.setAttributes({
              'caserne.etat': stored.etat ?? 'known',
              'caserne.alarmes': stored.sis ?? [],
            })
          }),
        ),
      )
    },
    (marks) => noteMarks(pool, releve, marks, log),
  )
  withheld.forget()
  await readFetchedAgain(pool, reader, releve, session, log)
}

/**
 * Notes that a reading failed at a message.
 * @returns whether the message was given up and stored as failed, so that the next ones need not wait.
 */
export async function noteWithheld(
  pool: pg.Pool,
  releve: Releve,
  withheld: Withheld,
  error: ImapError,
  log: Logger,
): Promise<boolean> {
  const { place } = error
  if (place === undefined || !withheld.note(place, error)) return false
  await storeWithheld(pool, releve, place, withheldText(releve, place.uid, error), log)
  return true
}

// Called before the message that follows them is stored, because that moves the cursor beyond them.
async function passOver(
  pool: pg.Pool,
  releve: Releve,
  withheld: Withheld,
  { passedOver, uidvalidity }: ImapMessage,
  log: Logger,
): Promise<void> {
  for (const uid of passedOver) {
    const text = withheldText(releve, uid, withheld.why(uid))
    await storeWithheld(pool, releve, { uid, uidvalidity }, text, log)
  }
}

// Until this is noted, each reading marks them again, which does no harm.
async function noteMarks(
  pool: pg.Pool,
  releve: Releve,
  { uidvalidity, uids, refusal }: ImapMarks,
  log: Logger,
): Promise<void> {
  if (refusal !== null) log.warn({ messagerie: messagerieKey(releve), uids }, refusal)
  const values = [releve.sis_key, releve.messagerie_id, uidvalidity, uids, refusal]
  await pool.query('select jobs.end_marquages($1, $2, $3, $4, $5)', values)
}
