import type { ImapFlow } from 'imapflow'
import { MESSAGE_LIMIT } from '../reading/reading_limits.ts'
import { isRefusal, type MessagePlace, undelivered } from './imap_error.ts'
import type { MailboxSettings } from './mailbox_settings.ts'

/** One message as the server has it. */
export interface Fetched {
  /** Only the beginning of a message larger than MESSAGE_LIMIT. */
  raw: Buffer
  /** Size of the whole message in bytes, according to the server. */
  size: number | undefined
  internalDate: Date
}

/**
 * Fetches one message of the open folder by BODY.PEEK[], which sets no flag. Not by imapflow's `fetchOne`: it
 * takes the first FETCH line that comes, which may be news of another message's flags. The message would then
 * look vanished, and be lost.
 * @returns null when the message is gone.
 * @throws {ImapError} `message` when the server refuses just this message.
 */
export async function fetchMessage(
  client: ImapFlow,
  settings: MailboxSettings,
  place: MessagePlace,
): Promise<Fetched | null> {
  // One byte more than the limit shows that a message is too large. Others may be as large at the same time.
  const source = { start: 0, maxLength: MESSAGE_LIMIT + 1 }
  const query = { uid: true, size: true, source, internalDate: true }
  const found = await client.fetchAll(`${place.uid}`, query, { uid: true }).catch((error: unknown) => {
    throw isRefusal(error) ? undelivered(settings, place, error) : error
  })
  const message = found.find((each) => each.uid === place.uid && each.source !== undefined)
  // Dovecot answers BODY[] NIL for a message that another client removed.
  if (!message?.source) return null
  const { source: raw, size, internalDate } = message
  // Empty although the message has bytes: it would look like a message without a sender.
  if (raw.length === 0 && size !== undefined && size > 0) throw undelivered(settings, place, null)
  return { raw, size, internalDate: isUsual(internalDate) ? internalDate : new Date() }
}

// Whether the ledger can store this instant; a server may send any.
function isUsual(date: unknown): date is Date {
  return date instanceof Date && date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 9999
}
