import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkSmtp } from '../../../src/commands/doctor/check_smtp.ts'
import { readConfig } from '../../../src/config.ts'
import { type SmtpServer, startSmtp } from '../../support/smtp.ts'
import { examineAlone } from './examine_alone.ts'

let server: SmtpServer
beforeAll(async () => {
  server = await startSmtp({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, answer) =>
      password === 'geheim' ? answer(null, { user: username }) : answer(new Error('535 wrong')),
  })
})
afterAll(() => server.stop())

const examine = (url: string) =>
  examineAlone(checkSmtp, readConfig({ SMTP_URL: url, MAIL_FROM: 'caserne@feu.example' }))
const at = (login: string) => `smtp://${login}127.0.0.1:${server.port}?security=none`

it('tries connection and login, and sends nothing', async () => {
  const name = `127.0.0.1:${server.port} (sans chiffrement)`
  expect(await examine(at(''))).toEqual([`ok: ${name} : répond`])
  expect(await examine(at('a:geheim@'))).toEqual([`ok: ${name} : accepte le login`])
  expect(server.received).toEqual([])
})

it('finds a refused login and an absent server at fault, without the password', async () => {
  const [refused = ''] = await examine(at('a:falsch@'))
  expect(refused).toMatch(/^fault: 127.0.0.1:\d+ \(sans chiffrement\) : .*login/i)
  expect(refused).not.toContain('falsch')
  expect(await examine('smtp://127.0.0.1:1?security=none')).toEqual([
    expect.stringMatching(/^fault: 127.0.0.1:1 .*ECONNREFUSED/),
  ])
})

it('says that mails wait without a server', async () => {
  expect(await examine('')).toEqual([
    'unchecked: SMTP_URL n’est pas donné : les mails attendent dans la file',
  ])
})

it('draws attention to the sender of the examples', async () => {
  const config = readConfig({ SMTP_URL: at('') })
  expect(await examineAlone(checkSmtp, config)).toContainEqual(
    expect.stringMatching(/^warning: MAIL_FROM est /),
  )
})
