import type { Outcome } from './report.ts'

/** An attachment, or the body of a mail that has no text body. `contentType` is lower-case, without parameters. */
export interface Attachment {
  filename: string
  contentType: string
  /** As the mail names it; '' or absent when it does not. */
  charset?: string
  /** Shown within the text of the mail, as a logo is. */
  shown?: boolean
  content: Buffer
}

/** What a parser sees of a mail. `text` is the text body, or the text form of an HTML-only mail, or ''. */
export interface Mail {
  text: string
  attachments: Attachment[]
}

/**
 * One alarm centre's format. `parse` answers null when the mail is not in this format, judged by its content; it
 * may throw, which makes the message `failed`.
 */
export interface Parser {
  format: string
  /** Whether it reads such an attachment; absent: none. What nobody reads keeps a mail from being `ignored`. */
  reads?: (attachment: Attachment) => boolean
  parse: (mail: Mail) => Promise<Outcome | null>
}
