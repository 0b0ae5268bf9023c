import { expect, it } from 'vitest'
import { welcome } from '../../src/commands/welcome.ts'
import { readConfig } from '../../src/config.ts'

const close = async () => undefined
const listening = { data: { port: 4000, close }, auth: { port: 4001, close } }
const mailbox = { imapPort: 4143, smtpPort: 4025, append: () => 1, close }
const text = (HOST: string, box: typeof mailbox | null = null) =>
  welcome(readConfig({ HOST }), listening, 'postgresql://postgres:secret-7@127.0.0.1:5433/feu?sslkey=k', box)

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['::1', '[::1]'],
  ['caserne.example.org', 'caserne.example.org'],
])('prints for host %s the addresses at %s', (host, shown) => {
  expect(text(host)).toContain(`  Données            http://${shown}:4000/api/v2\n`)
  expect(text(host)).toContain(`  Authentification   http://${shown}:4001/api/v1\n`)
})

it('prints the address of the database, and no password', () => {
  expect(text('127.0.0.1')).toContain('  Base de données    postgresql://127.0.0.1:5433/feu\n')
  expect(text('127.0.0.1', mailbox)).not.toContain('secret-7')
})

it('prints each of the two commands on its own line, below its purpose', () => {
  const lines = text('127.0.0.1', mailbox).split('\n')
  expect(lines[lines.indexOf('  Les alarmes du SIS hs :') + 1]).toMatch(
    /^ {2}curl -s 'http:\/\/127\.0\.0\.1:4000\/api\/v2\/alarmes\?force=true' /,
  )
  expect(lines[lines.indexOf('  Une alarme de plus :') + 1]).toBe('  npm run alarm -- --sis hs')
})

it('omits the demo when it is not loaded', () => {
  expect(text('127.0.0.1')).not.toMatch(/curl|example\.org|Messagerie/)
})
