import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import { startMailbox } from '../../src/demo/mailbox.ts'
import { sendAlarme } from '../../src/demo/send_alarme.ts'
import { Started } from '../../src/process/started.ts'
import { setInstanceMessagerie } from '../../src/worker/instance_messagerie.ts'
import { startWorker } from '../../src/worker/runner.ts'
import { login } from '../support/mail_servers.ts'
import { useReader } from '../support/reader.ts'
import { workerOptions } from '../support/worker_options.ts'
import { useBoard } from './board_fixture.ts'

const board = useBoard()
const reader = useReader()
const started = new Started()
const soon = { timeout: 30_000 }
let smtpPort = 0

// The whole way: SMTP, a mailbox, IMAP, a worker, the database, the stream, a browser.
beforeAll(async () => {
  const log = { info: () => {}, warn: () => {} }
  const directory = mkdtempSync(join(tmpdir(), 'caserne-board-'))
  started.add(directory, async () => rmSync(directory, { recursive: true, force: true }))
  const ports = { host: '127.0.0.1', imapPort: 0, smtpPort: 0 }
  const mailbox = started.add(await startMailbox({ ...ports, directory, ...login, log }), (each) =>
    each.close(),
  )
  smtpPort = mailbox.smtpPort
  const mailboxKey = randomBytes(32).toString('base64')
  const url = board.database.urls.worker
  const box = {
    host: '127.0.0.1',
    port: mailbox.imapPort,
    security: 'none' as const,
    user: login.user,
    password: login.password,
  }
  await setInstanceMessagerie(
    url,
    { ...box, folder: 'INBOX', moveTo: null, senders: [ALARM_CENTRE] },
    mailboxKey,
  )
  started.add(await startWorker({ ...workerOptions(url, mailboxKey), reader }), (each) => each.stop())
})
afterAll(() => started.stop())

it('an alarm that is mailed by SMTP appears on the board without reload, with its place and who comes', async () => {
  const admin = await board.database.as('admin')
  const read = async () =>
    (await admin.query('select last_success_at from jobs.releves')).rows[0]?.last_success_at
  await expect.poll(read, { timeout: 25_000 }).toBeTruthy()
  const { page, complaints } = await board.openAs('lecteur', '/tableau')
  await page.getByText('Aucune alarme en cours.').waitFor()
  await page.evaluate('globalThis.sameDocument = true')
  const adresse = '2854 Bassecourt, Rue du Courrier 7'
  await sendAlarme(
    { adresse, position: { e: 2_584_110, n: 1_243_760 }, description: 'Feu de poubelle' },
    smtpPort,
  )
  const card = page.getByRole('article').filter({ hasText: adresse })
  await card.waitFor(soon)
  const map = page.getByRole('img', { name: `Carte : Feu de poubelle, ${adresse}` })
  await map.waitFor(soon)
  await expect.poll(() => map.locator('circle.point').getAttribute('cx'), soon).toBe('258411')
  // The centre's report says who comes already.
  await expect.poll(() => card.locator('.comes').innerText(), soon).toMatch(/^viennent\s+[2-9]$/)
  expect(await page.evaluate('globalThis.sameDocument')).toBe(true)
  expect(complaints).toEqual([])
})
