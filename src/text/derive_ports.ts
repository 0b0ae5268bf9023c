// The settings from which the ports follow.
interface Ports {
  PORT: number
  DATA_PORT?: number | undefined
  AUTH_PORT?: number | undefined
  MAILBOX_SMTP_PORT?: number | undefined
  MAILBOX_IMAP_PORT?: number | undefined
}

/** All ports. One number moves all four, so that two checkouts run side by side; 0 means "any free port" for each. */
export function derivePorts(env: Ports) {
  const beside = (offset: number) => (env.PORT === 0 ? 0 : env.PORT + offset)
  return {
    DATA_PORT: env.DATA_PORT ?? env.PORT,
    AUTH_PORT: env.AUTH_PORT ?? beside(1),
    MAILBOX_SMTP_PORT: env.MAILBOX_SMTP_PORT ?? beside(25),
    MAILBOX_IMAP_PORT: env.MAILBOX_IMAP_PORT ?? beside(143),
  }
}
