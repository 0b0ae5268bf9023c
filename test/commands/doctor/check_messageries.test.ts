import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkInstanceMessagerie } from '../../../src/commands/doctor/check_messageries.ts'
import { readConfig } from '../../../src/config.ts'
import { login, type MailServer, mailServers } from '../../support/mail_servers.ts'
import { examineAlone } from './examine_alone.ts'

let server: MailServer
beforeAll(async () => {
  const [first] = mailServers
  if (first === undefined) throw new Error('there is no mail server')
  server = await first.start()
})
afterAll(() => server.remove())

const examine = (url: string) =>
  examineAlone(checkInstanceMessagerie, readConfig({ IMAP_URL: url, IMAP_SENDERS: 'cet@example.org' }))
const at = (folder = '') =>
  `imap://${login.user}:${login.password}@127.0.0.1:${server.port}/${folder}?security=none`

it('tells what the server of the instance’s mailbox shows', async () => {
  await server.deliver(Buffer.from('From: cet@example.org\r\nSubject: Alarme\r\n\r\nAlarme.\r\n'))
  expect(await examine(at())).toEqual([
    expect.stringMatching(
      /^ok: IMAP_URL, 127.0.0.1:\d+ \(sans chiffrement\) : login accepté, dossier « INBOX », 1 messages, IDLE, MOVE/,
    ),
  ])
})

it('finds an absent folder and an absent server at fault, without the password', async () => {
  expect(await examine(at('Absent'))).toEqual([
    expect.stringMatching(/^fault: IMAP_URL : Le dossier « Absent » ne s’ouvre pas/),
  ])
  const [fault = ''] = await examine('imaps://a:geheim@127.0.0.1:1')
  expect(fault).toMatch(/^fault: IMAP_URL : .*127\.0\.0\.1:1 est injoignable/)
  expect(fault).not.toContain('geheim')
})

it('says that the instance has no mailbox', async () => {
  expect(await examineAlone(checkInstanceMessagerie, readConfig({}))).toEqual([
    'unchecked: IMAP_URL n’est pas donné : l’instance n’a pas de messagerie',
  ])
})
