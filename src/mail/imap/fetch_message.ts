import type { ImapFlow } from 'imapflow'
import { MESSAGE_LIMIT } from '../reading/reading_limits.ts'
import { isRefusal, type MessagePlace, undelivered } from './imap_error.ts'
import type { MailboxSettings } from './mailbox_settings.ts'

/** What a server has of one message. */
export interface Fetched {
  /** Of a message larger than MESSAGE_LIMIT its beginning. */
  raw: Buffer
  /** Bytes of the whole message, as the server says. */
  size: number | undefined
  internalDate: Date
}

/**
 * Fetches one message of the open folder, by BODY.PEEK[], which sets no flag. Not `fetchOne`: it takes the first FETCH line it is
 * sent, and that may be news of another message's flags; the message would then look vanished, and be lost.
 * @returns null when it is gone.
 * @throws {ImapError} `message` when the server refuses just this one.
 */
export async function fetchMessage(
  client: ImapFlow,
  settings: MailboxSettings,
  place: MessagePlace,
): Promise<Fetched | null> {
  // No more of it than tells that it is too large: others may be as large at the same time.
  const source = { start: 0, maxLength: MESSAGE_LIMIT + 1 }
  const query = { uid: true, size: true, source, internalDate: true }
  const found = await client.fetchAll(`${place.uid}`, query, { uid: true }).catch((error: unknown) => {
    throw isRefusal(error) ? undelivered(settings, place, error) : error
  })
  const message = found.find((each) => each.uid === place.uid && each.source !== undefined)
  // Dovecot has BODY[] NIL for one that another client removed.
  if (!message?.source) return null
  const { source: raw, size, internalDate } = message
  // Of a message that has bytes: it would look like one from nobody.
  if (raw.length === 0 && size !== undefined && size > 0) throw undelivered(settings, place, null)
  return { raw, size, internalDate: isUsual(internalDate) ? internalDate : new Date() }
}

// An instant that the ledger holds, whatever the server says.
function isUsual(date: unknown): date is Date {
  return date instanceof Date && date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 9999
}
