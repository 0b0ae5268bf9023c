import type { Config } from './config.ts'
import type { Mailbox } from './demo/mailbox.ts'
import type { Listening } from './http/serve.ts'

/** What the start command says when all is up: addresses and, with the demo, accounts and a command that works. */
export function welcome(
  config: Config,
  { data, auth }: Partial<Record<'auth' | 'data', Listening>>,
  mailbox: Mailbox | null,
): string {
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST
  const dataUrl = `http://${host}:${data?.port}`
  const lines = [
    '',
    `  Caserne est prête.`,
    `  Données            ${dataUrl}/api/v2`,
    `  Authentification   http://${host}:${auth?.port}/api/v1`,
  ]
  if (mailbox !== null) lines.push(...demoLines(dataUrl, mailbox))
  return `${[...lines, '', '  Ctrl-C pour arrêter.', ''].join('\n')}\n`
}

function demoLines(dataUrl: string, mailbox: Mailbox): string[] {
  const accounts = 'admin commandant chef sapeur lecteur autre nouveau'.split(' ')
  const login = `curl -s ${dataUrl}/api/v1/login -H 'Content-Type: application/json' -d '{"email":"commandant@example.org","password":"caserne-demo"}'`
  const token = `$(${login} | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')`
  return [
    `  Messagerie         IMAP ${mailbox.imapPort}, SMTP ${mailbox.smtpPort}`,
    '',
    `  Comptes (mot de passe caserne-demo) : ${accounts.map((name) => `${name}@example.org`).join(', ')}`,
    `  Les alarmes du SIS hs, et une de plus :`,
    '',
    `  curl -s ${dataUrl}/api/v2/alarmes -H 'Sis-Key: hs' -H "Authorization: Bearer ${token}"`,
    '',
    '  npm run alarm -- --sis hs',
  ]
}
