import { afterEach, describe, expect, it } from 'vitest'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import { MessageReader } from '../../src/mail/reading/message_reader.ts'
import { seal } from '../../src/mail/seal.ts'
import { useDatabase } from '../support/database.ts'
import { endlessMails } from '../support/endless_mails.ts'
import { hostileMails } from '../support/hostile_mails.ts'
import { login, type MailServer, mailServers } from '../support/mail_servers.ts'
import { file } from '../support/raw_mail.ts'
import { alarm, capture, mailboxKey, soon, useMailbox } from './mail_fixture.ts'

const database = useDatabase()

const query = async (text: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(text, values)).rows
const alarmesAt = (adresse: string) => query('select sis_key from app.alarmes where adresse = $1', [adresse])

/** The rows of the ledger for the mails of one server, in their order of arrival. */
const ledgerOf = (since: number) =>
  query(
    'select etat, raison, sujet, message_id, taille, contenu is not null as kept from app.messages where id > $1 order by id',
    [since],
  )
const last = async () => Number((await query('select coalesce(max(id), 0) as id from app.messages'))[0]?.id)

// Mails that take long to deliver here, or that the demo's server itself does not survive.
const tooMuchFor = ({ name }: { name: string }) =>
  name === 'the built-in mailbox' ? / 10 MB|a million|^zero|10,000 deep/ : / 10 MB|a million|^zero/

describe.each(mailServers)('a worker that receives hostile mails from $name', (kind) => {
  const mailbox = useMailbox(kind, database)
  const name = kind.name.slice(0, 7)

  it('keeps header fields to one line, and to the length that the ledger allows', async () => {
    const since = await last()
    const long = (end: string) => `<${'a'.repeat(700)}${name}${end}@x>`
    const injected = [
      'From: =?utf-8?Q?a=0D=0ABcc=3A_x=00?= <cet@alarme.example.org>',
      `Subject: =?utf-8?Q?${name}=0D=0ABcc:_x@y=00?= fin`,
      `Message-ID: <${name}=0D=00@x>`,
      'Content-Type: text/plain; name="=?utf-8?Q?a=00=0D=0Ab?="',
      '\r\nBonjour',
    ]
    mailbox.deliver(Buffer.from(injected.join('\r\n')))
    const half = `${'a'.repeat(997)}\u{1F525}`
    for (const id of [long('1'), long('2'), long('1')]) {
      const head = [
        `From: ${ALARM_CENTRE}`,
        `Message-ID: ${id}`,
        `Subject: ${half}`,
        `X-Copy: ${Math.random()}`,
      ]
      mailbox.deliver(Buffer.from(`${head.join('\r\n')}\r\n\r\nBonjour\r\n`))
    }
    mailbox.deliver(await alarm(`Header ${name}`))
    await mailbox.workIdle()
    expect(await alarmesAt(`Header ${name}`)).toEqual([{ sis_key: 'hs' }])
    const [first, second, third, ...others] = await ledgerOf(since)
    expect(first).toMatchObject({
      etat: 'failed',
      sujet: `${name} Bcc: x@y  fin`,
      message_id: `<${name}=0D=00@x>`,
    })
    expect([second?.sujet.length, third?.sujet.length]).toEqual([998, 998])
    expect(second?.message_id).not.toBe(third?.message_id)
    expect(second?.message_id).toMatch(/^<a{399}… [0-9a-f]{64}$/)
    expect(others.map(({ etat }) => etat)).toEqual(['alarm'])
    expect((await mailbox.seen()).map(([, seen]) => seen)).toEqual([true, true, true, true, true])
  })
})

describe.each(mailServers.filter(({ absent }) => absent === null).slice(-1))('a worker', (kind) => {
  const mailbox = useMailbox(kind, database)
  const others: MailServer[] = []
  afterEach(async () => {
    await query("delete from app.messageries where sis_key = 'hs'")
    for (const other of others.splice(0)) await other.remove()
  })

  it('records each hostile mail with its reason, logs one line about it, and reads the next', async () => {
    const since = await last()
    const lean = hostileMails.filter(({ name }) => !tooMuchFor(kind).test(name))
    const mails = [...lean, ...endlessMails.slice(0, kind.name === 'Dovecot' ? 1 : 0)]
    // The same mail from the next test would be a known message to the ledger.
    const mark = Buffer.from('X-Test: each\r\n')
    for (const { make } of mails) mailbox.deliver(Buffer.concat([mark, await make()]))
    mailbox.deliver(Buffer.alloc(0))
    mailbox.deliver(await alarm('Next'))
    const { lines, log } = capture()
    await mailbox.work({ reader: new MessageReader({ milliseconds: 3_000, megabytes: 600 }), log })
    await expect.poll(() => alarmesAt('Next'), { ...soon, timeout: 60_000 }).toEqual([{ sis_key: 'hs' }])
    const rows = await ledgerOf(since)
    expect(rows.map(({ etat }) => etat)).toEqual([
      // The database stores an alarm without a SIS of this instance as failed.
      ...mails.map(({ etat }) => (etat === 'alarm' ? expect.stringMatching(/alarm|failed/) : etat)),
      'refused',
      'alarm',
    ])
    for (const [at, { raison }] of mails.entries())
      if (raison) expect(rows[at]?.raison.replaceAll(/\s/g, ' ')).toMatch(raison)
    // The last line is logged just after the message is stored.
    await expect.poll(() => lines.map(({ msg }) => msg), soon).toEqual(rows.map(() => 'message'))
    expect(lines.map(({ level }) => level)).toEqual(rows.map(({ etat }) => (etat === 'failed' ? 40 : 30)))
  }, 90_000)

  it('reads other mailboxes while it is busy with an endless mail', async () => {
    const since = await last()
    const other = await kind.start()
    others.push(other)
    const place = { sis: 'hs', host: '127.0.0.1', port: other.port, security: 'none', user: login.user }
    await query(
      `insert into app.messageries (sis_key, host, port, securite, utilisateur, mot_de_passe, dossier, expediteurs)
       select 'hs', host, $1, securite, utilisateur, $2, dossier, expediteurs
         from app.messageries where sis_key = '*'`,
      [other.port, seal(login.password, mailboxKey, place)],
    )
    // Longer than the other mailbox's alarm takes, however busy the machine.
    await mailbox.workIdle({ reader: new MessageReader({ milliseconds: 12_000, megabytes: 600 }) })
    for (const { make } of endlessMails.slice(0, 1)) mailbox.deliver(await make())
    other.deliver(await alarm('Other mailbox'))
    const etats = async () => (await ledgerOf(since)).map(({ etat }) => etat)
    await expect.poll(etats, soon).toEqual(['alarm'])
    await expect.poll(etats, soon).toEqual(['alarm', 'failed'])
  })

  it('fetches no more of a message than it would read, and keeps only its header', async () => {
    const since = await last()
    const large = file(Buffer.alloc(28_000_000, 'a'))
    mailbox.deliver(Buffer.concat([Buffer.from('Subject: Trop\r\nMessage-ID: <trop@x>\r\n'), large]))
    mailbox.deliver(await alarm('After the large one'))
    await mailbox.work()
    await expect.poll(() => alarmesAt('After the large one'), soon).toEqual([{ sis_key: 'hs' }])
    expect((await ledgerOf(since))[0]).toEqual({
      etat: 'failed',
      raison: 'Le message est trop grand (plus de 36 Mo).',
      sujet: 'Trop',
      message_id: '<trop@x>',
      taille: large.length + 37,
      kept: false,
    })
  })
})
