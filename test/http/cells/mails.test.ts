import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, useTwoCells } from '../../db/cells/cells_fixture.ts'
import { startWorkerProgram, withinAMinute } from '../../faults/faults_fixture.ts'
import { type Dovecot, dovecotMissing, startDovecot } from '../../support/dovecot.ts'
import { killPrograms, type Program } from '../../support/program.ts'
import { useServers } from '../../support/servers.ts'
import { letter } from '../../worker/mail_fixture.ts'

// The instance's mailbox is read by the worker of `principale`; `val` lives in `sud`, whose worker makes its alarms.
const cells = useTwoCells()
const servers = useServers({
  get urls() {
    return cells.first().urls
  },
})
const missing = dovecotMissing()
const both = (adresse: string) => letter(adresse, `Type: Feu\r\nAdresse: ${adresse}\r\nSIS: hs, val`)
const force = () => servers.data('/api/v2/alarmes?force=true', { as: 'admin@example.org', sis: 'val' })

describe.skipIf(missing !== null)('a mail in the instance’s mailbox for two cells', () => {
  let dovecot: Dovecot
  const startFirst = () => startWorkerProgram(cells.first().urls.worker, dovecot.port)
  const startSecond = () => startWorkerProgram(cells.second().urls.worker)
  const workers: Program[] = []
  const isWorking = async (which: number) => {
    const sessions = "select count(*)::int as n from pg_stat_activity where usename = 'caserne_worker'"
    const [{ n } = {}] = await (which === 0 ? cells.first() : cells.second()).rows(sessions)
    return Number(n) > 0
  }

  beforeAll(async () => {
    dovecot = await startDovecot()
    await cells.first().rows("select auth.add_sis('val', 'SIS du Val', 'SIS Val', false, 'sud')")
    await eventually(cells.second(), 'select sis_key from request.homes', [{ sis_key: 'val' }])
    await servers.signIn('admin@example.org')
    workers.push(startFirst(), startSecond())
    const read = 'select count(last_success_at)::int as read from jobs.releves'
    await eventually(cells.first(), read, [{ read: 1 }])
  }, 120_000)
  afterAll(async () => {
    await killPrograms()
    await dovecot?.remove()
  })

  it('is there when a SIS of the other cell has it read at once', async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      await dovecot.deliver(both(`Quai ${n}`))
      const { status, body } = await force()
      expect([status, body.data.map(({ adresse }: { adresse: string }) => adresse)]).toEqual([
        200,
        expect.arrayContaining([`Quai ${n}`]),
      ])
    }
  })

  it('is not taken for read while the worker of that cell is away', { timeout: 60_000 }, async () => {
    await workers.pop()?.kill('SIGKILL')
    await dovecot.deliver(both('Quai 6'))
    const late = { status: 502, body: { error: 'Serveur de messagerie injoignable' } }
    expect(await force()).toMatchObject(late)
    workers.push(startSecond())
    await expect.poll(async () => (await force()).status, withinAMinute).toBe(200)
    expect((await force()).body.data).toContainEqual(expect.objectContaining({ adresse: 'Quai 6' }))
  })

  // .ci/run ends them more often; a hundred times by KILLS=100.
  const times = Number(process.env.KILLS ?? (process.env.CI ? 12 : 4))
  it(`makes one alarm in each, though a worker is killed at it ${times} times`, {
    timeout: 60_000 + times * 10_000,
  }, async () => {
    const starts = [startFirst, startSecond]
    for (let n = 0; n < times; n += 1) {
      await dovecot.deliver(both(`Pont ${n}`))
      await pause(Math.random() * 150)
      // One, the other, both.
      const killed = [[0], [1], [0, 1]][n % 3] ?? []
      await Promise.all(killed.map((which) => workers[which]?.kill('SIGKILL')))
      for (const which of killed) workers[which] = starts[which]?.() as Program
      for (const which of killed) await expect.poll(() => isWorking(which), withinAMinute).toBe(true)
    }
    const made = `select count(*)::int as alarmes, count(distinct adresse)::int as reports, count(intervention_id)::int as interventions
                    from app.alarmes where adresse like 'Pont %'`
    const all = [{ alarmes: times, reports: times, interventions: times }]
    for (const cell of [cells.first(), cells.second()])
      await expect.poll(() => cell.rows(made), { timeout: 90_000, interval: 200 }).toEqual(all)
  })

  it('is said to be unreadable while the accounts are away', async () => {
    await cells.first().stop()
    expect((await force()).status).toBe(502)
    await cells.first().start()
  })
})
