/** How far a folder was read: the last UID, which means something only under its UIDVALIDITY. */
export interface ImapCursor {
  uidvalidity: bigint | number | null
  uid: number
}

export interface ImapMessage {
  uid: number
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

/** Takes a message over, and says what to do with it in the mailbox. */
export type Handle = (message: ImapMessage) => Promise<'seen' | 'untouched'>
