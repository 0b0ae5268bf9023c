import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { messagerieKey } from './messagerie_key.ts'

/** A watch over the mailboxes. */
interface Watch {
  stop(): Promise<void>
}

const EVERY_MS = 20_000
const SILENCE_MS = 180_000

// The answer of jobs.note_silences.
const Silences = z.array(
  z.object({
    messagerie_id: z.int(),
    sis_key: z.string(),
    /** null when the silence is over. */
    since: z.string().nullable(),
    error: z.string().nullable(),
    held: z.boolean(),
  }),
)

/**
 * Logs once when nobody could read a mailbox for three minutes, and once when that is over, whatever the
 * reason, even if the database does not answer. It does not use the queue, which may be what is broken.
 */
export function watchSilences(pool: Pool, log: Pick<Logger, 'warn' | 'info'>, everyMs = EVERY_MS): Watch {
  const database = databaseWatch(log)
  const look = async () => {
    try {
      const { rows } = await pool.query('select jobs.note_silences() as silences')
      database.answered()
      for (const silence of Silences.parse(rows[0]?.silences)) tell(log, silence)
    } catch (error) {
      database.failed(error)
    }
  }
  let looking: Promise<void> = look()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

function tell(log: Pick<Logger, 'warn' | 'info'>, silence: z.infer<typeof Silences>[number]): void {
  const { since, error, held } = silence
  const about = { messagerie: messagerieKey(silence), sis: silence.sis_key }
  if (since === null) {
    log.info(about, 'mailbox is read again, or no longer to be read')
    return
  }
  const reason = error ?? (held ? 'the worker that has it does not end its reading' : 'no worker has it')
  log.warn({ ...about, since, reason }, 'nobody could read a mailbox for three minutes')
}

function databaseWatch(log: Pick<Logger, 'warn' | 'info'>) {
  let since: number | null = null
  let said = false
  return {
    answered: () => {
      if (said) log.info('the database answers again')
      since = null
      said = false
    },
    failed: (error: unknown) => {
      since ??= Date.now()
      if (said || Date.now() - since < SILENCE_MS) return
      said = true
      log.warn({ reason: String(error) }, 'nobody could read any mailbox for three minutes: no database')
    },
  }
}
