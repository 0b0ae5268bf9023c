import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Dovecot, dovecotMissing, startDovecot } from '../support/dovecot.ts'
import { login } from '../support/mail_servers.ts'
import { killPrograms, runProgram } from '../support/program.ts'
import { letter } from '../worker/mail_fixture.ts'
import { addMailboxes, mailboxKey, startWorkerProgram, withinAMinute } from './faults_fixture.ts'

const LOCKED_MS = 25_000
const STALLED_MS = 10_000
const RECOVERY_MS = 15_000

const database = useDatabase()
const missing = dovecotMissing()

describe.skipIf(missing !== null)('the reading of mail goes on by itself', { timeout: 180_000 }, () => {
  let dovecot: Dovecot
  let began = new Date()
  beforeEach(async () => {
    dovecot = await startDovecot()
    began = new Date()
  })
  afterEach(async () => {
    await killPrograms()
    await dovecot.remove()
    await (await database.as('admin')).query("delete from app.messageries where sis_key = 'hs'")
  })

  const read = async () =>
    (await (await database.as('admin')).query('select from jobs.releves where last_success_at > $1', [began]))
      .rowCount
  const alarmes = async (lieu: string) => {
    const { rows } = await (await database.as('admin')).query(
      'select adresse from app.alarmes where strpos(adresse, $1) = 1 order by length(adresse), adresse',
      [lieu],
    )
    return rows.map(({ adresse }) => adresse)
  }

  /** Two mails a second come before and during a fault. Each of them, and one after it, becomes one alarm in time. */
  async function expectAllRead(lieu: string, fault: () => Promise<unknown>): Promise<void> {
    const delivered: string[] = []
    const deliver = () => {
      const adresse = `${lieu} ${delivered.length}`
      dovecot.deliver(letter(adresse, `Type: Feu\r\nAdresse: ${adresse}\r\nSIS: hs`))
      delivered.push(adresse)
    }
    const coming = setInterval(deliver, 500)
    try {
      await wait(2_000)
      await fault()
    } finally {
      clearInterval(coming)
    }
    const inTime = { timeout: RECOVERY_MS, interval: 250 }
    await expect.poll(() => alarmes(lieu), inTime).toEqual(delivered)
    deliver()
    await expect.poll(() => alarmes(lieu), inTime).toEqual(delivered)
  }

  it('after a lock of jobs.releves', async () => {
    const worker = startWorkerProgram(database.urls.worker, dovecot.port)
    await expect.poll(read, withinAMinute).toBe(1)
    await expectAllRead('Verrou', async () => {
      const locking = new pg.Client(database.urls.admin)
      await locking.connect()
      await locking.query('begin')
      await locking.query('lock table jobs.releves in access exclusive mode')
      await wait(LOCKED_MS)
      await locking.query('commit')
      await locking.end()
    })
    expect(await worker.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  })

  it('after a stall of the event loop', async () => {
    await addMailboxes(await database.as('admin'), dovecot.port, [login.user])
    const args = [database.urls.worker, mailboxKey, String(STALLED_MS)]
    const worker = runProgram(args, {}, { script: 'test/faults/stalling_worker.ts' })
    await expect.poll(read, withinAMinute).toBe(1)
    await expectAllRead('Arrêt', async () => {
      worker.child.kill('SIGUSR2')
      await worker.says(/stall over/)
    })
  })
})
