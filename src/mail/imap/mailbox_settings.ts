import { z } from 'zod'

/** How the connection to a mail server is protected. */
export const Security = z.enum(['tls', 'starttls', 'none'])
export type Security = z.infer<typeof Security>

/** Where one mailbox is and how it is read. `folder` and `moveTo` are plain names, not UTF-7. */
export interface MailboxSettings {
  host: string
  port: number
  security: Security
  user: string
  password: string
  folder: string
  /** Folder that read messages go to; null leaves them where they are, flagged `\Seen`. */
  moveTo: string | null
  /** Addresses whose mails are read. */
  senders: string[]
  /** For who sets a mailbox: what arrived before is ignored (RFC 3339); absent: as it is, at first the day before. */
  since?: string | undefined
}
