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

/** `lastUid` is the new cursor, `read` the number of messages handed over. */
export interface ImapReading {
  uidvalidity: bigint
  lastUid: number
  read: number
}
