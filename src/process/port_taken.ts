// The settings whose defaults follow from PORT (config.ts).
const derived = ['DATA_PORT', 'AUTH_PORT', 'MAILBOX_IMAP_PORT', 'MAILBOX_SMTP_PORT']

/** The error for a port that another program uses. @param variable the setting that chooses another port. */
export function portTaken(port: number, variable: string): Error {
  const all = derived.includes(variable) ? ' (ou PORT=… pour les déplacer tous)' : ''
  return new Error(`Le port ${port} est déjà pris. Choisissez-en un autre : ${variable}=…${all}`)
}
