import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Dovecot, dovecotMissing, startDovecot } from '../support/dovecot.ts'
import { killPrograms } from '../support/program.ts'
import { letter } from '../worker/mail_fixture.ts'
import { startWorkerProgram, withinAMinute } from './faults_fixture.ts'

const LOCKED_MS = 25_000
const RECOVERY_MS = 15_000

const database = useDatabase()
const missing = dovecotMissing()

describe.skipIf(missing !== null)('a table of the queue that is locked', { timeout: 150_000 }, () => {
  let dovecot: Dovecot
  beforeEach(async () => {
    dovecot = await startDovecot()
  })
  afterEach(async () => {
    await killPrograms()
    await dovecot.remove()
  })

  it('stops the reading of mail no longer than the lock, and no mail is lost or doubled', async () => {
    const admin = await database.as('admin')
    const worker = startWorkerProgram(database.urls.worker, dovecot.port)
    const read = async () =>
      (await admin.query('select from jobs.releves where last_success_at is not null')).rowCount
    await expect.poll(read, withinAMinute).toBe(1)

    const delivered: string[] = []
    const deliver = () => {
      const adresse = `Verrou ${delivered.length}`
      dovecot.deliver(letter(adresse, `Type: Feu\r\nAdresse: ${adresse}\r\nSIS: hs`))
      delivered.push(adresse)
    }
    const coming = setInterval(deliver, 500)
    await wait(2_000)
    const locking = new pg.Client(database.urls.admin)
    await locking.connect()
    await locking.query('begin')
    await locking.query('lock table jobs.releves in access exclusive mode')
    await wait(LOCKED_MS)
    await locking.query('commit')
    await locking.end()
    clearInterval(coming)

    const alarmes = async () => {
      const { rows } = await admin.query(
        "select adresse from app.alarmes where adresse like 'Verrou %' order by substr(adresse, 8)::integer",
      )
      return rows.map(({ adresse }) => adresse)
    }
    await expect.poll(alarmes, { timeout: RECOVERY_MS, interval: 250 }).toEqual(delivered)
    deliver()
    await expect.poll(alarmes, { timeout: RECOVERY_MS, interval: 250 }).toEqual(delivered)
    expect(await worker.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})
