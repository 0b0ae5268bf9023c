import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Dovecot, dovecotMissing, startDovecot } from '../support/dovecot.ts'
import { login, seenFlags } from '../support/mail_servers.ts'
import { killPrograms } from '../support/program.ts'
import { letter } from '../worker/mail_fixture.ts'
import { addMailboxes, startShortLeaseWorker, startWorkerProgram, withinAMinute } from './faults_fixture.ts'

const database = useDatabase()
const missing = dovecotMissing()

describe.skipIf(missing !== null)('a worker that ends at the worst moment', { timeout: 120_000 }, () => {
  let dovecot: Dovecot
  let began = new Date()
  let holding: pg.Client | undefined

  beforeEach(async () => {
    dovecot = await startDovecot()
    began = new Date()
  })

  afterEach(async () => {
    await killPrograms()
    await holding?.end()
    await dovecot.remove()
    const admin = await database.as('admin')
    await admin.query("delete from app.messageries where sis_key = 'hs'")
  })

  const rows = async (query: string, values: unknown[] = []) =>
    (await (await database.as('admin')).query(query, values)).rows
  const alarmes = async (adresse: string) =>
    (await rows('select from app.alarmes where adresse = $1', [adresse])).length
  const interventions = async (lieu: string) =>
    (await rows('select from app.interventions where lieu = $1', [lieu])).length
  const owed = async () => (await rows('select uid from jobs.marquages')).length
  const flags = async () => (await seenFlags(dovecot.port)).map(([, seen]) => seen)
  const report = (adresse: string) => letter(adresse, `Type: Feu\r\nAdresse: ${adresse}\r\nSIS: hs`)
  const blocked = async () =>
    (await rows("select from pg_locks where not granted and relation = 'app.intervention_groupes'::regclass"))
      .length
  const isIdle = async () =>
    (await rows('select from jobs.releves where last_success_at > $1', [began])).length > 0
  const storing = async () =>
    (
      await rows(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%store_message%'",
      )
    ).length

  /** Stops a worker just before it commits an alarm; the returned function lets it continue. */
  async function hold(): Promise<() => Promise<void>> {
    const client = new pg.Client(database.urls.admin)
    await client.connect()
    holding = client
    await client.query('begin')
    await client.query('lock table app.intervention_groupes in share row exclusive mode')
    return () => client.end()
  }

  it('leaves the flag of its mail to the next one, when it is killed between commit and flag', async () => {
    const worker = startWorkerProgram(database.urls.worker, dovecot.port)
    await expect.poll(isIdle, withinAMinute).toBe(true)
    const letGo = await hold()
    dovecot.deliver(report('Killed 1'))
    await expect.poll(blocked, withinAMinute).toBe(1)
    dovecot.freeze()
    await letGo()
    await expect.poll(() => alarmes('Killed 1'), withinAMinute).toBe(1)
    await worker.kill('SIGKILL')
    await dovecot.stop()
    await dovecot.restart()
    expect(await flags()).toEqual([false])
    expect(await owed()).toBe(1)
    startWorkerProgram(database.urls.worker, dovecot.port)
    await expect.poll(owed, withinAMinute).toBe(0)
    expect(await flags()).toEqual([true])
    expect([await alarmes('Killed 1'), await interventions('Killed 1')]).toEqual([1, 1])
  })

  it('stores an alarm once, when it is killed in a transaction that commits after its death', async () => {
    const worker = startWorkerProgram(database.urls.worker, dovecot.port)
    await expect.poll(isIdle, withinAMinute).toBe(true)
    const letGo = await hold()
    dovecot.deliver(report('Killed 2'))
    await expect.poll(blocked, withinAMinute).toBe(1)
    await worker.kill('SIGKILL')
    // PostgreSQL does not notice: the next worker handles the same message while the dead one's transaction
    // continues.
    startShortLeaseWorker(database.urls.worker)
    await expect.poll(storing, withinAMinute).toBe(2)
    await letGo()
    await expect.poll(flags, withinAMinute).toEqual([true])
    await expect.poll(owed, withinAMinute).toBe(0)
    expect([await alarmes('Killed 2'), await interventions('Killed 2')]).toEqual([1, 1])
  })

  it('loses its mailbox to another when it is frozen, and does no harm when it continues', async () => {
    const admin = await database.as('admin')
    await addMailboxes(admin, dovecot.port, [login.user])
    const frozen = startShortLeaseWorker(database.urls.worker)
    await expect.poll(isIdle, withinAMinute).toBe(true)
    const letGo = await hold()
    dovecot.deliver(report('Frozen 1'))
    await expect.poll(blocked, withinAMinute).toBe(1)
    frozen.child.kill('SIGSTOP')
    startShortLeaseWorker(database.urls.worker)
    await expect.poll(storing, withinAMinute).toBe(2)
    await letGo()
    await expect.poll(flags, withinAMinute).toEqual([true])
    frozen.child.kill('SIGCONT')
    dovecot.deliver(report('Frozen 2'))
    await expect.poll(flags, withinAMinute).toEqual([true, true])
    await frozen.says(/session of the mailbox locks lost/)
    await expect.poll(owed, withinAMinute).toBe(0)
    for (const adresse of ['Frozen 1', 'Frozen 2'])
      expect([await alarmes(adresse), await interventions(adresse)]).toEqual([1, 1])
  })
})
