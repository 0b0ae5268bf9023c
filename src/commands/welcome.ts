import type { Config } from '../config.ts'
import type { Mailbox } from '../demo/mailbox.ts'
import type { Listening } from '../http/server/listening.ts'
import { serverUrl } from './server_url.ts'

/** The text that `caserne start` prints at the end: addresses and, with the demo, accounts and a working command. */
export function welcome(
  config: Config,
  { data, auth }: Partial<Record<'auth' | 'data', Listening>>,
  databaseUrl: string,
  mailbox: Mailbox | null,
): string {
  const dataUrl = serverUrl(config, data)
  const lines = [
    '',
    `  Caserne est prête.`,
    `  Tableau            ${dataUrl}/`,
    `  Données            ${dataUrl}/api/v2`,
    `  Authentification   ${serverUrl(config, auth)}/api/v1`,
    `  Base de données    ${withoutLogin(databaseUrl)}`,
  ]
  if (mailbox !== null) lines.push(...demoLines(dataUrl, mailbox))
  return `${[...lines, '', '  Ctrl-C pour arrêter.', ''].join('\n')}\n`
}

// Analysts need host, port and database, and use logins of their own.
function withoutLogin(databaseUrl: string): string {
  const { protocol, host, pathname } = new URL(databaseUrl)
  return `${protocol}//${host}${pathname}`
}

function demoLines(dataUrl: string, mailbox: Mailbox): string[] {
  const accounts = 'admin commandant chef sapeur lecteur autre nouveau'.split(' ')
  const login = `curl -s ${dataUrl}/api/v1/login -H 'Content-Type: application/json' -d '{"email":"commandant@example.org","password":"caserne-demo"}'`
  const token = `$(${login} | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')`
  return [
    `  Messagerie         IMAP ${mailbox.imapPort}, SMTP ${mailbox.smtpPort}`,
    '',
    `  Comptes (mot de passe caserne-demo) : ${accounts.map((name) => `${name}@example.org`).join(', ')}`,
    '',
    '  Les alarmes du SIS hs :',
    // force=true waits for the first mails, which may not have been read yet.
    `  curl -s '${dataUrl}/api/v2/alarmes?force=true' -H 'Sis-Key: hs' -H "Authorization: Bearer ${token}"`,
    '',
    '  Une alarme de plus :',
    `  ${mailbox.smtpPort === 4025 ? '' : `MAILBOX_SMTP_PORT=${mailbox.smtpPort} `}npm run alarm -- --sis hs`,
  ]
}
