import type { Outcome } from './report.ts'

/** An attachment, or the body of a mail that has no text body. `contentType` is lower-case, without parameters. */
export interface Attachment {
  filename: string
  contentType: string
  /** As the mail names it; '' or absent if it does not. */
  charset?: string
  /** Whether it is shown within the text of the mail, like a logo. */
  shown?: boolean
  content: Buffer
}

/**
 * A mail as parsers see it. `text` is the text body, the text form of an HTML-only mail, or ''; `subject` is decoded.
 */
export interface Mail {
  subject?: string
  text: string
  /** The text form of its HTML with the addresses of links (htmlText); absent if there is none. */
  linked?: string
  attachments: Attachment[]
}

/**
 * The format of one alarm centre. `parse` judges a mail by its content, and answers null when the mail is not
 * in this format. If it throws, the message is `failed`.
 */
export interface Parser {
  format: string
  /**
   * Whether it reads such an attachment; absent if it reads none. An attachment that no parser reads keeps a
   * mail from being `ignored`.
   */
  reads?: (attachment: Attachment) => boolean
  parse: (mail: Mail) => Promise<Outcome | null>
}
