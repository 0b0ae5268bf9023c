import { describe, expect, it } from 'vitest'
import { MessageReader } from '../../src/mail/reading/message_reader.ts'
import { useDatabase } from '../support/database.ts'
import { bothMailServers } from '../support/mail_servers.ts'
import { useServers } from '../support/servers.ts'
import { alarm, soon, useMailbox } from './mail_fixture.ts'

const database = useDatabase()
const servers = useServers(database)

/** The addresses in a list of the data API that begin with a text. */
async function listed(path: string, adresse: string, sis = 'hs'): Promise<string[]> {
  const { body } = await servers.data(path, { as: 'commandant@example.org', sis })
  const places = body.data.map((each: { adresse?: string; lieu?: string }) => each.adresse ?? each.lieu)
  return places.filter((each: string) => each.startsWith(adresse)).sort()
}

describe.each(bothMailServers)('a worker that reads $name', (kind) => {
  const mailbox = useMailbox(kind, database)
  const name = kind.name.slice(0, 7)

  it('shows an alarm and its intervention before the next poll', async () => {
    // A reader of its own, which is ready by then, as in any worker.
    await mailbox.workIdle({ reader: new MessageReader() })
    const adresse = `2854 Bassecourt, Idle ${name}`
    mailbox.deliver(await alarm(adresse, { sis: ['hs', 'test'] }))
    await expect.poll(() => listed('/api/v2/alarmes', adresse), soon).toEqual([adresse])
    expect(await listed('/api/v2/interventions', adresse)).toEqual([adresse])
    expect(await listed('/api/v2/alarmes', adresse, 'test')).toEqual([adresse])
  })

  it('takes a mail delivered twice as one', async () => {
    await mailbox.workIdle()
    const adresse = `2854 Bassecourt, Twice ${name}`
    const mail = await alarm(adresse)
    mailbox.deliver(mail)
    mailbox.deliver(mail)
    const flags = async () => (await mailbox.seen()).map(([, seen]) => seen)
    await expect.poll(flags, soon).toEqual([true, true])
    expect(await listed('/api/v2/alarmes', adresse)).toEqual([adresse])
    expect(await listed('/api/v2/interventions', adresse)).toEqual([adresse])
  })

  it('flags a mail as seen only when all its consequences are committed', async () => {
    await mailbox.workIdle()
    const adresse = `2854 Bassecourt, Seen ${name}`
    const admin = await database.as('admin')
    await admin.query('begin')
    await admin.query('lock table app.intervention_groupes in share row exclusive mode')
    mailbox.deliver(await alarm(adresse))
    const waiting =
      "select from pg_locks where not granted and relation = 'app.intervention_groupes'::regclass"
    await expect.poll(async () => (await admin.query(waiting)).rowCount, soon).toBe(1)
    expect(await mailbox.seen()).toEqual([["Rapport d'alarme FEU BAT", false]])
    expect(await listed('/api/v2/alarmes', adresse)).toEqual([])
    await admin.query('commit')
    await expect.poll(mailbox.seen, soon).toEqual([["Rapport d'alarme FEU BAT", true]])
    expect(await listed('/api/v2/alarmes', adresse)).toEqual([adresse])
  })

  it('reads mail that arrived while no worker ran, and only once when it starts again', async () => {
    const adresse = `2854 Bassecourt, Later ${name}`
    mailbox.deliver(await alarm(`${adresse} 1`))
    const first = await mailbox.workIdle()
    await first.stop()
    mailbox.deliver(await alarm(`${adresse} 2`))
    await mailbox.work()
    await expect
      .poll(() => listed('/api/v2/alarmes', adresse), soon)
      .toEqual([`${adresse} 1`, `${adresse} 2`])
  })

  it('shares a mailbox with another worker: each mail is read once, without delay', async () => {
    await mailbox.workIdle()
    await mailbox.work()
    const adresse = `2854 Bassecourt, Two ${name}`
    const expected: string[] = []
    for (let n = 0; n < 6; n += 1) {
      expected.push(`${adresse} ${n}`)
      mailbox.deliver(await alarm(`${adresse} ${n}`))
      await expect.poll(() => listed('/api/v2/alarmes', adresse), soon).toEqual(expected)
    }
    expect(await listed('/api/v2/interventions', adresse)).toEqual(expected)
  })

  it('answers a requested relève, whichever of two workers gets the job', async () => {
    await mailbox.workIdle()
    await mailbox.work()
    for (let n = 0; n < 6; n += 1) {
      const ask = { as: 'commandant@example.org', sis: 'hs' }
      expect((await servers.data('/api/v2/alarmes?force=true', ask)).status).toBe(200)
    }
  })

  it('leaves a mailbox to the other worker when it stops', async () => {
    const first = await mailbox.workIdle()
    await mailbox.work()
    await first.stop()
    await mailbox.ask()
    const adresse = `2854 Bassecourt, Stop ${name}`
    mailbox.deliver(await alarm(adresse))
    await expect.poll(() => listed('/api/v2/alarmes', adresse), soon).toEqual([adresse])
  })

  it('continues when the database ends the session that holds its mailboxes', async () => {
    await mailbox.workIdle()
    const admin = await database.as('admin')
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name = 'caserne locks'`,
    )
    expect(rowCount).toBe(1)
    const adresse = `2854 Bassecourt, Lock ${name}`
    mailbox.deliver(await alarm(adresse))
    await expect.poll(() => listed('/api/v2/alarmes', adresse), soon).toEqual([adresse])
  })
})
