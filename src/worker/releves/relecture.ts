import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ImapSession } from '../../mail/imap/imap.ts'
import { ImapError } from '../../mail/imap/imap_error.ts'
import type { Reader } from '../../mail/reading/message_reader.ts'
import { type Source, storeMessage, storeUnread } from './store_message.ts'

/** What the job `relire_message` says. */
export const Relecture = z.object({ sis_key: z.string(), id: z.int() })

// What jobs.list_relectures answers.
const Wanted = z.array(z.object({ id: z.int(), uidvalidity: z.int(), uid: z.int() }))

// What jobs.begin_relecture answers.
interface Kept {
  messagerie_id: string
  expediteurs: string[]
  contenu: Buffer
}

/** Reads a message again from the text that the ledger keeps; nothing when somebody has done so meanwhile. */
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
 * Reads again those messages of a mailbox whose text the ledger does not keep, from where they were: refused ones, whose senders
 * are judged by today's list, and ones that the server withheld. What is gone or withheld is `failed`.
 * @throws {ImapError} when the server does not answer: they wait for the next reading.
 */
export async function readFetchedAgain(
  pool: pg.Pool,
  reader: Reader,
  source: Source,
  session: ImapSession,
  log: Logger,
): Promise<void> {
  const { rows } = await pool.query('select jobs.list_relectures($1) as wanted', [source.messagerie_id])
  for (const { id, uid, uidvalidity } of Wanted.parse(rows[0]?.wanted)) {
    try {
      const found = await session.readAgain({ uid, uidvalidity: BigInt(uidvalidity) })
      if (found === null)
        await storeUnread(pool, source, id, 'Le message n’est plus dans la messagerie.', log)
      else await storeMessage(pool, reader, source, { id, ...found }, log)
    } catch (error) {
      if (!(error instanceof ImapError)) throw error
      // Without its place: it holds up no new message.
      if (error.reason !== 'message') throw new ImapError(error.reason, error.message)
      await storeUnread(pool, source, id, error.message, log)
    }
  }
}
