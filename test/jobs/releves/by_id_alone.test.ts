import { describe, expect, it } from 'vitest'
import { listen } from '../../../src/db/listen.ts'
import { useDatabase } from '../../support/database.ts'
import { useJobs } from '../jobs_fixture.ts'

const database = useDatabase()
const { boxes, store, releve } = useJobs(database)

const call = async (text: string, values: unknown[]) =>
  (await (await database.as('worker')).query({ text, values, rowMode: 'array' })).rows[0]?.[0]
const admin = async (text: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(text, values)).rows

// The statements of a worker of release 0.1.0, with parameters of unknown type.
const statements: [string, unknown[]][] = [
  ['select jobs.lock_messagerie($1) as taken', []],
  ['select jobs.begin_releve($1) as releve', []],
  ['select jobs.list_relectures($1) as wanted', []],
  ['select jobs.rewind_releve($1)', []],
  ['select jobs.end_marquages($1, $2, $3, $4)', [7, [1], null]],
  ['select jobs.end_releve($1, $2, $3)', ['injoignable', false]],
  ['select jobs.pass_releve($1)', []],
  ['select jobs.ask_releve($1)', []],
  ['select jobs.unlock_messagerie($1)', []],
]

describe('a worker of release 0.1.0', () => {
  it('reads a mailbox whose id no other SIS has', async () => {
    const worker = await database.as('worker')
    await worker.query('select jobs.begin_worker()')
    expect(await call('select jobs.lock_messagerie($1)', [boxes.hs])).toBe(true)
    expect(await admin('select sis_key from jobs.baux')).toEqual([{ sis_key: 'hs' }])
    await store(null, { sis_key: 'hs', uidvalidity: '7', uid: 31, marquer: true })
    const { id } = await store(null, { sis_key: 'hs', uidvalidity: '7', uid: 32, marquer: true })
    await admin("update app.messages set etat = 'received', contenu = null where id = $1", [id])
    expect(await call('select jobs.begin_releve($1)', [boxes.hs])).toMatchObject({
      sis_key: 'hs',
      messagerie_id: boxes.hs,
      last_uid: 32,
      a_marquer: [31, 32],
    })
    expect(await call('select jobs.list_relectures($1)', [boxes.hs])).toEqual([
      { id, uidvalidity: 7, uid: 32 },
    ])
    await call('select jobs.end_marquages($1, $2, $3, $4)', [boxes.hs, 7, [31], null])
    expect(await admin('select uid::integer from jobs.marquages')).toEqual([{ uid: 32 }])
    await call('select jobs.rewind_releve($1)', [boxes.hs])
    expect(await releve('hs')).toMatchObject({ last_uid: '0' })
    await call('select jobs.end_releve($1, $2, $3)', [boxes.hs, 'refusé', true])
    expect(await releve('hs')).toMatchObject({ last_error: 'refusé', bloquee: true })
    await call('select jobs.ask_releve($1)', [boxes.hs])
    // The payload has the SIS too, which such a worker passes over.
    expect(
      await admin("select key, payload from graphile_worker._private_jobs where key like 'releve:hs:%'"),
    ).toEqual([{ key: `releve:hs:${boxes.hs}`, payload: { sis_key: 'hs', messagerie_id: boxes.hs } }])
    await call('select jobs.unlock_messagerie($1)', [boxes.hs])
    expect(await admin('select from jobs.baux')).toEqual([])
  })

  it('hears which mailbox it is to read from both releases', async () => {
    const worker = await database.as('worker')
    await listen(worker, 'caserne_releve')
    const heard: (string | undefined)[] = []
    worker.on('notification', ({ payload }) => heard.push(payload))
    await call('select jobs.pass_releve($1, $2)', ['hs', boxes.hs])
    await expect.poll(() => heard).toContain(`${boxes.hs}`)
    await call('select jobs.pass_releve($1)', [boxes['*']])
    await expect.poll(() => heard).toContain(`*:${boxes['*']}`)
  })

  it.each(statements)('is refused by name where several SIS have the id: %s', async (text, values) => {
    await admin(
      `insert into app.messageries (sis_key, id, host, port, utilisateur, mot_de_passe) overriding system value
       select sis, 7000, 'imap.example.org', 993, 'x', '' from unnest('{hs,test}'::text[]) as sis on conflict do nothing`,
    )
    await expect(call(text, [7000, ...values])).rejects.toMatchObject({
      code: 'PT409',
      message: 'Plusieurs SIS ont une messagerie 7000 : hs, test',
    })
  })

  it('does nothing for a mailbox that was removed', async () => {
    expect(await call('select jobs.lock_messagerie($1)', [987_654])).toBeNull()
    expect(await call('select jobs.begin_releve($1)', [987_654])).toBeNull()
    await call('select jobs.end_releve($1, $2, $3)', [987_654, null, false])
    await call('select jobs.ask_releve($1)', [987_654])
    expect(
      await admin("select from graphile_worker._private_jobs where payload ->> 'messagerie_id' = '987654'"),
    ).toEqual([])
  })
})
