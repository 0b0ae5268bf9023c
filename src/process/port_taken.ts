// What PORT moves (config.ts).
const derived = ['DATA_PORT', 'AUTH_PORT', 'MAILBOX_IMAP_PORT', 'MAILBOX_SMTP_PORT']

/** The error of a port that another program has. @param variable the setting by which to choose another. */
export function portTaken(port: number, variable: string): Error {
  const all = derived.includes(variable) ? ' (ou PORT=… pour les déplacer tous)' : ''
  return new Error(`Le port ${port} est déjà pris. Choisissez-en un autre : ${variable}=…${all}`)
}
