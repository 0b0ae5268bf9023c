import type { MessagePlace } from './imap_error.ts'

/** How far a folder was read: the last UID, which means something only under its UIDVALIDITY. */
export interface ImapCursor {
  uidvalidity: bigint | number | null
  uid: number
  /** Messages that the server has long been withholding: they are left out when there are others. */
  withheld?: MessagePlace[]
  /** Messages below it that are still to be marked. */
  unmarked?: number[]
}

/** A message that is handed over. */
export interface ImapMessage {
  uid: number
  /** Those below it that were left out. */
  passedOver: number[]
  uidvalidity: bigint
  /** Of a message larger than MESSAGE_LIMIT its beginning. */
  raw: Buffer
  /** Bytes of the whole message, as the server says. */
  size: number | undefined
  internalDate: Date
}

/** `lastUid` is the new cursor, `read` the number of messages handed over. */
export interface ImapReading {
  uidvalidity: bigint
  lastUid: number
  read: number
}
