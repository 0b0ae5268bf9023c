import { z } from 'zod'

/** How the connection to a mail server is protected. */
export const Security = z.enum(['tls', 'starttls', 'none'])
export type Security = z.infer<typeof Security>

/** Place of a mailbox and the way to read it. `folder` and `moveTo` are plain names, not UTF-7. */
export interface MailboxSettings {
  host: string
  port: number
  security: Security
  user: string
  password: string
  folder: string
  /** Folder for read messages; null leaves them in place, flagged `\Seen`. */
  moveTo: string | null
  /** Senders whose mails are read. */
  senders: string[]
  /**
   * When a mailbox is set: messages that arrived before this instant (RFC 3339) are ignored. Without it the
   * stored instant stays; at first it is the day before.
   */
  since?: string | undefined
}
