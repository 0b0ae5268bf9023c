import type { ImapFlow } from 'imapflow'
import type { ImapAnswers } from './imap_answers.ts'
import { isRefusal, unmarkable } from './imap_error.ts'
import type { MailboxSettings } from './mailbox_settings.ts'

/** Messages that were marked, or a French sentence why the server refuses. */
export interface ImapMarks {
  uidvalidity: bigint
  uids: number[]
  refusal: string | null
}

/** Number of messages that one command marks. A read mail looks new at most while this many others are read. */
export const MARKED_AT_ONCE = 25

// Flags messages of the open folder `\Seen`, or moves them to the configured folder. Messages that are gone
// count as marked.
async function markMessages(
  client: ImapFlow,
  settings: MailboxSettings,
  uids: number[],
): Promise<Pick<ImapMarks, 'refusal'>> {
  const { moveTo } = settings
  const range = uids.join(',')
  const marking: Promise<unknown> = moveTo
    ? client.messageMove(range, moveTo, { uid: true })
    : client.messageFlagsAdd(range, ['\\Seen'], { uid: true })
  const answer = await marking.catch((error: unknown) => {
    if (isRefusal(error)) return false
    throw error
  })
  return { refusal: answer ? null : unmarkable(settings) }
}

/**
 * Marks messages, several by one command, and removes them from their list. @throws {ImapError} when the
 * server does not answer.
 */
export async function markAll(
  client: ImapFlow,
  settings: MailboxSettings,
  answers: ImapAnswers,
  { uidvalidity, uids }: Pick<ImapMarks, 'uidvalidity' | 'uids'>,
  onMarked: (marks: ImapMarks) => Promise<void>,
): Promise<void> {
  while (uids.length > 0) {
    const some = uids.splice(0, MARKED_AT_ONCE)
    const answer = await answers.ask(markMessages(client, settings, some))
    await onMarked({ uidvalidity, uids: some, ...answer })
  }
}
