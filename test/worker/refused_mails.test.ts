import { describe, expect, it } from 'vitest'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import type { Reader } from '../../src/mail/reading/message_reader.ts'
import { useDatabase } from '../support/database.ts'
import { mailServers } from '../support/mail_servers.ts'
import { soon, useMailbox } from './mail_fixture.ts'

const database = useDatabase()

// The step before any parsing of a mail (store_message.ts).
const explosive: Reader = {
  read: () => {
    throw new Error('A mail of an unlisted sender is being parsed.')
  },
  close: async () => undefined,
}

const evil = 'x@evil.example'
const user = ALARM_CENTRE.split('@')[0]
const domain = ALARM_CENTRE.split('@')[1]

/** Header lines that imitate a mail of the alarm centre. */
const forgeries = [
  `From: ${evil}`,
  'X-Nobody: at all',
  `From: "${ALARM_CENTRE}" <${evil}>`,
  `From: ${ALARM_CENTRE} <${evil}>`,
  `From: <${ALARM_CENTRE}> <${evil}>`,
  `From: ${evil} (${ALARM_CENTRE})`,
  `From: ${evil}, ${ALARM_CENTRE}`,
  `From: ${ALARM_CENTRE}, ${evil}`,
  `From: ${ALARM_CENTRE}\r\nFrom: ${evil}`,
  `From: ${evil}\r\nFrom: ${ALARM_CENTRE}`,
  `From: ${evil}\r\nSender: ${ALARM_CENTRE}\r\nReply-To: ${ALARM_CENTRE}\r\nReturn-Path: <${ALARM_CENTRE}>`,
  `From: =?utf-8?Q?=3C${user}=40${domain}=3E?= <${evil}>`,
  `From: =?utf-8?Q?${user}=40${domain}?=`,
  `From: groupe: ${ALARM_CENTRE};`,
  `From: groupe: ${evil}, ${ALARM_CENTRE};`,
  `From: "a\r\n <${ALARM_CENTRE}>" <${evil}>`,
  `From: c\u0435t@${domain}`,
  `From: \uFF43et@${domain}`,
  `From: ${user}@${domain}.evil.example`,
  `From: ${ALARM_CENTRE}@evil.example`,
  `From: "${ALARM_CENTRE}"@evil.example`,
  `From: ${user}+x@${domain}`,
  `From: ${'(x) '.repeat(2_000)}${ALARM_CENTRE}`,
  `${' '.repeat(9)}${evil}\r\nX: x\r\nFrom : ${evil}`,
]

const allowed = [
  `From: ${ALARM_CENTRE.toUpperCase()}`,
  `From: "La <Centrale>" <${ALARM_CENTRE}>`,
  `From: ${evil} <${ALARM_CENTRE}>\r\nSender: ${evil}`,
  `From:\r\n (CET JU) ${ALARM_CENTRE}`,
]

const query = async (text: string, values: unknown[]) =>
  (await (await database.as('admin')).query(text, values)).rows

describe.each(mailServers)('a worker that receives foreign mails from $name', (kind) => {
  const mailbox = useMailbox(kind, database)
  const name = kind.name.slice(0, 7)

  const letter = (head: string, at: number | string) =>
    Buffer.from(`${head}\r\nSubject: ${name} ${at}\r\n\r\nType: Feu\r\nAdresse: ${name} ${at}\r\nSIS: hs\r\n`)
  const rows = (sujet: string) =>
    query('select etat, raison, contenu from app.messages where strpos(sujet, $1) = 1 order by id', [sujet])

  it('refuses the mails without parsing them, and leaves them unchanged', async () => {
    for (const [at, head] of forgeries.entries()) mailbox.deliver(letter(head, `forged ${at}`))
    await mailbox.workIdle({ reader: explosive })
    expect(await rows(`${name} forged`)).toEqual(
      forgeries.map(() => ({ etat: 'refused', raison: 'Expéditeur non autorisé.', contenu: null })),
    )
    expect((await mailbox.seen()).map(([, seen]) => seen)).toEqual(forgeries.map(() => false))
    // The log would show an attempt to parse.
    mailbox.deliver(letter(`From: ${ALARM_CENTRE}`, 'boum'))
    await expect.poll(async () => (await mailbox.releve()).last_error, soon).toContain('unlisted sender')
  })

  it('reads mails of its senders, in any case, with a name, even when sent on their behalf', async () => {
    for (const [at, head] of allowed.entries()) mailbox.deliver(letter(head, `ok ${at}`))
    await mailbox.workIdle()
    const found = await query('select adresse from app.alarmes where strpos(adresse, $1) = 1 order by 1', [
      `${name} ok`,
    ])
    expect(found).toEqual(allowed.map((_, at) => ({ adresse: `${name} ok ${at}` })))
  })
})
