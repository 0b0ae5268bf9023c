import type pg from 'pg'
import type { Logger } from 'pino'
import type { ImapSession } from '../../mail/imap/imap.ts'
import type { ImapMessage } from '../../mail/imap/imap_cursor.ts'
import { type ImapError, withheldText } from '../../mail/imap/imap_error.ts'
import type { ImapMarks } from '../../mail/imap/mark_messages.ts'
import type { Reader } from '../../mail/reading/message_reader.ts'
import { readFetchedAgain } from './relecture.ts'
import type { Releve } from './releve.ts'
import { storeMessage, storeWithheld } from './store_message.ts'
import type { Withheld } from './withheld.ts'

/** A mailbox that is being read. */
export interface MessagerieReading {
  releve: Releve
  session: ImapSession
  /** Of this mailbox, from one reading to the next. */
  withheld: Withheld
}

/**
 * Takes into the ledger what is new in a mailbox, marks there what it took, and reads again what is to be fetched once more.
 * @throws {ImapError} when the server does not do its part; its `place`: the message that could not be fetched.
 */
export async function readMessagerie(
  pool: pg.Pool,
  reader: Reader,
  { releve, session, withheld }: MessagerieReading,
  log: Logger,
): Promise<void> {
  const { uidvalidity, last_uid: lastUid, a_marquer: toMark, messagerie_id: id } = releve
  const again = session.isBehind({ uidvalidity, uid: lastUid })
  if (again) await pool.query('select jobs.rewind_releve($1)', [id])
  const [uid, unmarked] = again ? [0, []] : [lastUid, toMark]
  await session.readNew(
    { uidvalidity, uid, withheld: withheld.long, unmarked },
    async (message) => {
      await passOver(pool, releve, withheld, message, log)
      return await storeMessage(pool, reader, releve, message, log)
    },
    (marks) => noteMarks(pool, releve, marks, log),
  )
  withheld.forget()
  await readFetchedAgain(pool, reader, releve, session, log)
}

/**
 * Notes that a reading failed at a message.
 * @returns whether the message was given up, which enters it as failed: the next ones need not wait for it.
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

// Before the message that follows them is stored, which moves the cursor beyond them.
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

// Until this is noted each reading marks them again, which harms nobody.
async function noteMarks(
  pool: pg.Pool,
  { messagerie_id: id }: Releve,
  { uidvalidity, uids, refusal }: ImapMarks,
  log: Logger,
): Promise<void> {
  if (refusal !== null) log.warn({ messagerie: id, uids }, refusal)
  await pool.query('select jobs.end_marquages($1, $2, $3, $4)', [id, uidvalidity, uids, refusal])
}
