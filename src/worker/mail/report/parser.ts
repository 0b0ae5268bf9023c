import type { Outcome } from './report.ts'

/** An attachment, or the body of a mail that has no text body. `contentType` is lower-case, without parameters. */
export interface Attachment {
  filename: string
  contentType: string
  /** As the mail names it; '' or absent when it does not. */
  charset?: string
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
  parse: (mail: Mail) => Promise<Outcome | null>
}
