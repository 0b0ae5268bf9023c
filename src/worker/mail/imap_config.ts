/** Where one mailbox is and how it is read. `folder` and `moveTo` are plain names, not UTF-7. */
export type ImapConfig = {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  folder: string
  /** Folder that read messages go to; null leaves them where they are, flagged `\Seen`. */
  moveTo: string | null
  /** Silence, in milliseconds, after which the server counts as gone. 30 s unless told otherwise. */
  timeout?: number
}

/** The default of `timeout`. */
export const SILENCE = 30_000

/** What imapflow is told. */
export function clientOptions({ host, port, security, user, password, timeout = SILENCE }: ImapConfig) {
  return {
    host,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: { user, pass: password },
    logger: false as const,
    // IDLE from the moment the folder's lock is free; the lock keeps it off before that.
    autoIdleDelay: 0,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  }
}
