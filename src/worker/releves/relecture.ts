import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ImapSession } from '../../mail/imap/imap.ts'
import { ImapError } from '../../mail/imap/imap_error.ts'
import type { Reader } from '../../mail/reading/message_reader.ts'
import { type Source, storeMessage, storeUnread } from './store_message.ts'

/** The payload of the job `relire_message`. */
export const Relecture = z.object({ sis_key: z.string(), id: z.int() })

// The answer of jobs.list_relectures.
const Wanted = z.array(z.object({ id: z.int(), uidvalidity: z.int(), uid: z.int() }))

// The answer of jobs.begin_relecture.
interface Kept {
  messagerie_id: string
  expediteurs: string[]
  contenu: Buffer
}

/**
 * Reads a message again from the text in the ledger; does nothing if another worker has done so meanwhile.
 */
export async function readKeptAgain(
  pool: pg.Pool,
  reader: Reader,
  { sis_key, id }: z.infer<typeof Relecture>,
  log: Logger,
): Promise<void> {
  const { rows } = await pool.query<Kept>('select * from jobs.begin_relecture($1, $2)', [sis_key, id])
  const [kept] = rows
  if (kept === undefined) return
  const source = { sis_key, messagerie_id: Number(kept.messagerie_id), expediteurs: kept.expediteurs }
  await storeMessage(pool, reader, source, { id, raw: kept.contenu, internalDate: null }, log)
}

/**
 * Fetches and reads again messages whose text the ledger does not keep: refused ones, whose senders are
 * checked against today's list, and withheld ones. A message that is gone or still withheld becomes `failed`.
 * @throws {ImapError} when the server does not answer; the messages wait for the next reading.
 */
export async function readFetchedAgain(
  pool: pg.Pool,
  reader: Reader,
  source: Source,
  session: ImapSession,
  log: Logger,
): Promise<void> {
  const { rows } = await pool.query('select jobs.list_relectures($1, $2) as wanted', [
    source.sis_key,
    source.messagerie_id,
  ])
  for (const { id, uid, uidvalidity } of Wanted.parse(rows[0]?.wanted)) {
    try {
      const found = await session.readAgain({ uid, uidvalidity: BigInt(uidvalidity) })
      if (found === null)
        await storeUnread(pool, source, id, 'Le message n’est plus dans la messagerie.', log)
      else await storeMessage(pool, reader, source, { id, ...found }, log)
    } catch (error) {
      if (!(error instanceof ImapError)) throw error
      // Without its place, because it delays no new message.
      if (error.reason !== 'message') throw new ImapError(error.reason, error.message)
      await storeUnread(pool, source, id, error.message, log)
    }
  }
}
