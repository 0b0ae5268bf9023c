import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { inOrder } from '../../support/in_order.ts'
import { report, useJobs } from '../jobs_fixture.ts'

const database = useDatabase()
const { boxes, store, read } = useJobs(database)

const figures = async () => {
  const { rows } = await (await database.as('worker')).query('select jobs.messagerie_metrics() as figures')
  return rows[0].figures
}
const none = { received: 0, alarm: 0, ignored: 0, refused: 0, failed: 0 }

beforeEach(async () => {
  await (await database.as('admin')).query("delete from app.messageries where host = 'off.example.org'")
})

// The first test counts the jobs of a database that has received no other mail.
describe('the figures of mailboxes', inOrder, () => {
  it('shows how each mailbox is read, and the length of the queue', async () => {
    const admin = await database.as('admin')
    await admin.query(
      "insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe, active) values ('hs', 'off.example.org', 993, 'x', '', false)",
    )
    const [before] = (await figures()).messageries
    await store(report({ adresse: 'M 1' }))
    await store(null)
    await store(null, { etat: 'failed', sis_key: 'hs' })
    await admin.query(
      "update jobs.releves set last_success_at = now() - interval '10 minutes', active_since = now() - interval '1 day', advanced_at = null where messagerie_id = $1",
      [boxes['*']],
    )
    await admin.query('update jobs.releves set failures = 3 where messagerie_id = $1', [boxes['*']])
    const worker = await database.as('worker')
    await worker.query('select jobs.end_releve($1, $2, $3, true)', ['hs', boxes.hs, 'refusé'])
    await worker.query("select jobs.ask_releve('*', $1, now() - interval '5 s')", [boxes['*']])
    const { messageries, jobs } = await figures()
    expect(messageries).toEqual([
      {
        sis: '*',
        id: boxes['*'],
        host: 'imap.example.org',
        since_success: expect.any(Number),
        failures: 0,
        blocked: false,
        unread: true,
        messages: {
          ...before.messages,
          alarm: before.messages.alarm + 1,
          ignored: before.messages.ignored + 1,
        },
      },
      {
        sis: 'hs',
        id: boxes.hs,
        host: 'imap.example.org',
        since_success: expect.any(Number),
        failures: 1,
        blocked: true,
        unread: false,
        messages: { ...none, failed: 1 },
      },
    ])
    expect(messageries[0].since_success).toBeGreaterThanOrEqual(600)
    expect(messageries[0].since_success).toBeLessThan(660)
    expect(messageries[1].since_success).toBeLessThan(60)
    // A job due in an hour does not wait; the notice of the failed message does.
    expect(jobs).toEqual({ waiting: 2, oldest: expect.any(Number) })
    expect(jobs.oldest).toBeGreaterThanOrEqual(5)
  })

  it('counts a message in one state only, through all its changes', async () => {
    const again = { message_id: '<again@x>' }
    await store(null, { ...again, etat: 'refused' })
    await store(null, { ...again, etat: 'failed' })
    await store(null, { ...again, etat: 'failed' })
    const query = 'select etat, count(*)::integer as n from app.messages group by etat'
    const counted = Object.fromEntries((await read('*', query)).map(({ etat, n }) => [etat, n]))
    expect((await figures()).messageries[0].messages).toEqual({ ...none, ...counted })
  })
})
