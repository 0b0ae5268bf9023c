import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, useTwoCells } from '../../db/cells/cells_fixture.ts'
import { startWorkerProgram, withinAMinute } from '../../faults/faults_fixture.ts'
import { type Dovecot, dovecotMissing, startDovecot } from '../../support/dovecot.ts'
import { killPrograms, type Program } from '../../support/program.ts'
import { useServers } from '../../support/servers.ts'
import { whole } from '../../support/whole.ts'
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
const late = { status: 502, body: { error: 'Serveur de messagerie injoignable' } }
const force = () => servers.data('/api/v2/alarmes?force=true', { as: 'admin@example.org', sis: 'val' })

describe.skipIf(missing !== null)('a mail in the instance’s mailbox for two cells', () => {
  let dovecot: Dovecot
  const startFirst = () => startWorkerProgram(cells.first().urls.worker, dovecot.port)
  const startSecond = () => startWorkerProgram(cells.second().urls.worker)
  const workers: Program[] = []
  const sessions = async (which: number) => {
    const found = await (which === 0 ? cells.first() : cells.second()).rows(
      "select pid from pg_stat_activity where usename = 'caserne_worker'",
    )
    return found.map(({ pid }) => pid)
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
    expect(await force()).toMatchObject(late)
    // However long ago it was read.
    await cells.first().rows("update jobs.reports set created_at = now() - interval '2 days'")
    expect(await force()).toMatchObject(late)
    workers.push(startSecond())
    await expect.poll(async () => (await force()).status, withinAMinute).toBe(200)
    expect((await force()).body.data).toContainEqual(expect.objectContaining({ adresse: 'Quai 6' }))
  })

  it('that cannot become an alarm there, or whose SIS is closed, keeps nobody waiting', async () => {
    await cells.second().rows(
      `create function app.refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
       create trigger refuse before insert on app.alarmes for each row when (new.adresse = 'Quai 7')
         execute function app.refuse()`,
    )
    await dovecot.deliver(both('Quai 7'))
    const began = performance.now()
    expect((await force()).status).toBe(200)
    await cells.second().rows('drop trigger refuse on app.alarmes; drop function app.refuse()')
    await cells.second().rows("select auth.close_sis('val')")
    await dovecot.deliver(both('Quai 8'))
    expect((await force()).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(8_000)
    await cells.second().rows("select auth.open_sis('val'); select jobs.take_reports()")
    const made = (await force()).body.data.map(({ adresse }: { adresse: string }) => adresse)
    expect(made).toEqual(expect.arrayContaining(['Quai 7', 'Quai 8']))
  })

  it('is not read for somebody without the right to see alarms', async () => {
    const asked = () => cells.first().rows("select asked_at::text from jobs.releves where sis_key = '*'")
    const before = await asked()
    const answer = await servers.data('/api/v2/alarmes?force=true', { as: 'nouveau@example.org', sis: 'val' })
    expect(answer.status).toBe(403)
    expect(await asked()).toEqual(before)
  })

  it('is said to be unreadable within its time while the accounts are frozen', async () => {
    cells.first().signal('SIGSTOP')
    const began = performance.now()
    expect(await force()).toMatchObject(late)
    expect(performance.now() - began).toBeLessThan(16_000)
    cells.first().signal('SIGCONT')
    await expect.poll(async () => (await force()).status, withinAMinute).toBe(200)
  }, 90_000)

  // .ci/run ends them more often; a hundred times by KILLS=100.
  const times = Number(process.env.KILLS ?? (whole ? 5 : 4))
  it(`makes one alarm in each, though a worker is killed at it ${times} times`, {
    timeout: 60_000 + times * 10_000,
  }, async () => {
    const starts = [startFirst, startSecond]
    for (let n = 0; n < times; n += 1) {
      await dovecot.deliver(both(`Pont ${n}`))
      await pause(Math.random() * 150)
      // One, the other, both.
      const killed = [[0], [1], [0, 1]][n % 3] ?? []
      const before = await Promise.all(killed.map(sessions))
      await Promise.all(killed.map((which) => workers[which]?.kill('SIGKILL')))
      for (const which of killed) workers[which] = starts[which]?.() as Program
      for (const [nth, which] of killed.entries()) {
        const isAnew = async () => (await sessions(which)).some((pid) => !before[nth]?.includes(pid))
        await expect.poll(isAnew, withinAMinute).toBe(true)
      }
    }
    const made = `select count(*)::int as alarmes, count(distinct adresse)::int as reports, count(intervention_id)::int as interventions
                    from app.alarmes where adresse like 'Pont %'`
    const all = [{ alarmes: times, reports: times, interventions: times }]
    for (const cell of [cells.first(), cells.second()])
      await expect.poll(() => cell.rows(made), { timeout: 90_000, interval: 200 }).toEqual(all)
  })

  it('is said to be unreadable while the accounts are away', async () => {
    await cells.first().stop()
    try {
      expect(await force()).toMatchObject(late)
    } finally {
      await cells.first().start()
    }
  })
})
