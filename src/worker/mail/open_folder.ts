import type { ImapFlow, MailboxObject } from 'imapflow'
import type { ImapAnswers } from './imap_answers.ts'

/**
 * The UIDs above one in the open folder, in order. All of them before anything else is asked: a command inside imapflow's fetch iteration
 * would wait for itself.
 * @throws {ImapError} when the server does not answer.
 */
export async function uidsAbove(client: ImapFlow, answers: ImapAnswers, uid: number): Promise<number[]> {
  const uids = await answers.ask(client.search({ uid: `${uid + 1}:*` }, { uid: true }))
  // `n:*` always holds the last message, even below n.
  return uids.filter((each) => each > uid).sort((a, b) => a - b)
}

/** Whether the open folder still has a message. @throws {ImapError} when the server does not answer. */
export async function isThere(client: ImapFlow, answers: ImapAnswers, uid: number): Promise<boolean> {
  await answers.ask(client.noop().then(() => true as const))
  const uids = await answers.ask(client.search({ uid: `${uid}` }, { uid: true }))
  return uids.includes(uid)
}

/** The open folder as imapflow knows it; undefined when there is none. */
export function openIn(client: ImapFlow): MailboxObject | undefined {
  return client.mailbox || undefined
}
