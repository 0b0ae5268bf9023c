import type { MessagePlace } from './imap_error.ts'

/** How far a folder was read: the last UID. A UID is meaningful only under its UIDVALIDITY. */
export interface ImapCursor {
  uidvalidity: bigint | number | null
  uid: number
  /** Messages that the server has withheld for long. They are left out while there are others. */
  withheld?: MessagePlace[]
  /** Messages below the cursor that are not marked yet. */
  unmarked?: number[]
}

/** A message as `handle` gets it. */
export interface ImapMessage {
  uid: number
  /** Messages below it that were left out. */
  passedOver: number[]
  uidvalidity: bigint
  /** Only the beginning of a message larger than MESSAGE_LIMIT. */
  raw: Buffer
  /** Size of the whole message in bytes, according to the server. */
  size: number | undefined
  internalDate: Date
}

/** `lastUid` is the new cursor, `read` the number of messages passed to `handle`. */
export interface ImapReading {
  uidvalidity: bigint
  lastUid: number
  read: number
}
