import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../../src/db/listen.ts'
import { useDatabase } from '../../support/database.ts'
import { report, useJobs } from '../jobs_fixture.ts'

const database = useDatabase()
const { boxes, store, read, releve } = useJobs(database)

async function call(text: string, values: unknown[]) {
  const worker = await database.as('worker')
  return (await worker.query({ text, values, rowMode: 'array' })).rows
}

// As before the first reading.
beforeEach(async () => {
  await (await database.as('admin')).query(
    `delete from graphile_worker._private_jobs;
     delete from app.messages;
     update jobs.releves
        set uidvalidity = null, last_uid = 0, started_at = null, finished_at = null, last_success_at = null,
            last_error = null, last_error_at = null, failures = 0, next_try_at = null`,
  )
})

describe('a reading', () => {
  it('begins with the settings of the mailbox and the read position', async () => {
    const [[begun] = []] = await call('select jobs.begin_releve($1, $2)', ['*', boxes['*']])
    expect(begun).toEqual({
      messagerie_id: boxes['*'],
      sis_key: '*',
      host: 'imap.example.org',
      port: 993,
      securite: 'tls',
      utilisateur: 'x',
      mot_de_passe: Buffer.from('sealed').toString('base64'),
      dossier: 'INBOX',
      dossier_traite: null,
      expediteurs: ['cet@example.org'],
      lire_depuis: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      uidvalidity: null,
      last_uid: 0,
      a_marquer: [],
    })
    await store(null, { uidvalidity: '9', uid: 41 })
    const [[again] = []] = await call('select jobs.begin_releve($1, $2)', ['*', boxes['*']])
    expect(again).toMatchObject({ uidvalidity: 9, last_uid: 41 })
  })

  it('ends with an error that stays visible after the next success', async () => {
    await call('select jobs.begin_releve($1, $2)', ['hs', boxes.hs])
    await call('select jobs.end_releve($1, $2, $3, false)', ['hs', boxes.hs, 'Le serveur est injoignable.'])
    const failed = await releve('hs')
    expect(failed).toMatchObject({ last_error: 'Le serveur est injoignable.', last_success_at: null })
    expect(failed.last_error_at >= failed.started_at && failed.finished_at >= failed.started_at).toBe(true)
    await call('select jobs.begin_releve($1, $2)', ['hs', boxes.hs])
    await call('select jobs.end_releve($1, $2, $3, false)', ['hs', boxes.hs, null])
    const well = await releve('hs')
    expect(well).toMatchObject({
      last_error: 'Le serveur est injoignable.',
      last_error_at: failed.last_error_at,
    })
    expect(well.last_success_at > well.last_error_at).toBe(true)
  })

  it('of a mailbox that is switched off or deleted does not begin, and counts as ended', async () => {
    const admin = await database.as('admin')
    await admin.query('update app.messageries set active = false where id = $1', [boxes.hs])
    expect(await call('select jobs.begin_releve($1, $2)', ['hs', boxes.hs])).toEqual([[null]])
    const { started_at, finished_at } = await releve('hs')
    expect(finished_at >= started_at).toBe(true)
    expect(await call('select jobs.begin_releve($1, $2)', ['hs', 987_654])).toEqual([[null]])
    await admin.query('update app.messageries set active = true where id = $1', [boxes.hs])
  })
})

it('a relève is one job per mailbox in the queue, however often it is asked for', async () => {
  for (let times = 0; times < 3; times += 1) {
    await call('select jobs.ask_releves()', [])
  }
  const query = 'select key, task_identifier, max_attempts from graphile_worker.jobs order by key'
  const job = { task_identifier: 'read_messagerie', max_attempts: 1 }
  expect((await (await database.as('worker')).query(query)).rows).toEqual([
    { key: `releve:*:${boxes['*']}`, ...job },
    { key: `releve:hs:${boxes.hs}`, ...job },
  ])
})

describe('the lock of a mailbox', () => {
  const session = async () => {
    const client = new pg.Client(database.urls.worker)
    client.on('error', () => undefined)
    await client.connect()
    await client.query('select jobs.begin_worker()')
    const take = async (sis: '*' | 'hs' = '*'): Promise<boolean> =>
      (await client.query('select jobs.lock_messagerie($1, $2) as taken', [sis, boxes[sis]])).rows[0].taken
    return { client, take }
  }

  it('belongs to one session until it is released', async () => {
    const [one, other] = [await session(), await session()]
    expect([await one.take(), await other.take(), await other.take('hs')]).toEqual([true, false, true])
    await one.client.query('select jobs.unlock_messagerie($1, $2)', ['*', boxes['*']])
    expect(await other.take()).toBe(true)
    await Promise.all([one.client.end(), other.client.end()])
  })

  it('is free as soon as the session is killed', async () => {
    const [one, other] = [await session(), await session()]
    expect(await one.take()).toBe(true)
    const { rows } = await one.client.query('select pg_backend_pid() as pid')
    await (await database.as('admin')).query('select pg_terminate_backend($1, 5000)', [rows[0].pid])
    expect(await other.take()).toBe(true)
    await other.client.end()
  })

  it('is free once its session has been silent for half a minute, or was given to another worker', async () => {
    const [one, other] = [await session(), await session()]
    const alive = async () => (await one.client.query('select jobs.beat_worker() as alive')).rows[0].alive
    expect([await one.take(), await alive(), await other.take()]).toEqual([true, true, false])
    const admin = await database.as('admin')
    const silent = "update jobs.workers set seen_at = now() - interval '31 seconds' where pid = $1"
    const { rows } = await one.client.query('select pg_backend_pid() as pid')
    await admin.query(silent, [rows[0].pid])
    expect([await other.take(), await one.take()]).toEqual([true, false])
    // The next worker to begin deletes it.
    await other.client.query('select jobs.begin_worker()')
    expect([await alive(), await one.take()]).toEqual([false, false])
    await one.client.query('select jobs.begin_worker()')
    expect([await alive(), await one.take(), await other.take()]).toEqual([true, true, false])
    await Promise.all([one.client.end(), other.client.end()])
  })

  it('is no advisory lock, whose keys everybody sees and which everybody could take', async () => {
    const { client, take } = await session()
    expect(await take()).toBe(true)
    expect((await client.query("select from pg_locks where locktype = 'advisory'")).rowCount).toBe(0)
    await client.end()
  })

  it('shows mailboxes without a worker, which are queued unless they are switched off', async () => {
    const asked = async () => {
      const admin = await database.as('admin')
      await admin.query('delete from graphile_worker._private_jobs')
      await call('select jobs.ask_unheld_releves()', [])
      return (await admin.query('select key from graphile_worker.jobs order by key')).rows.map(
        ({ key }) => key,
      )
    }
    const [both, own] = [[`releve:*:${boxes['*']}`, `releve:hs:${boxes.hs}`], [`releve:hs:${boxes.hs}`]]
    const { client, take } = await session()
    expect(await asked()).toEqual(both)
    await take()
    expect(await asked()).toEqual(own)
    await (await database.as('admin')).query('update app.messageries set active = false where id = $1', [
      boxes.hs,
    ])
    expect(await asked()).toEqual([])
    await (await database.as('admin')).query('update app.messageries set active = true where id = $1', [
      boxes.hs,
    ])
    await client.end()
    await expect.poll(asked, { timeout: 30_000, interval: 20 }).toEqual(both)
  })

  it('tells its holder that another worker was asked to read', async () => {
    const { client } = await session()
    await listen(client, 'caserne_releve')
    const told: (string | undefined)[] = []
    client.on('notification', ({ payload }) => told.push(payload))
    await call('select jobs.pass_releve($1, $2)', ['*', boxes['*']])
    // Its id alone is for workers of release 0.1.0.
    await expect.poll(() => told).toEqual([`*:${boxes['*']}`, `${boxes['*']}`])
    await client.end()
  })
})

it('old messages lose their raw text, unless they failed or wait; refused ones are deleted', async () => {
  const kept = { alarm: true, ignored: true, failed: true, received: true, refused: true, recent: false }
  for (const etat of Object.keys(kept)) {
    const found = etat === 'alarm' ? report({ adresse: 'F 1' }) : null
    const box = etat === 'ignored' ? 'hs' : '*'
    await store(found, {
      sis_key: box,
      sujet: etat,
      sha256: `purge ${etat}`,
      etat: etat === 'recent' ? 'ignored' : etat,
    })
  }
  await store(null, { sujet: 'recent', sha256: 'purge refused', etat: 'refused' })
  const admin = await database.as('admin')
  const old = Object.entries(kept).flatMap(([sujet, aged]) => (aged ? [sujet] : []))
  await admin.query(
    "update app.messages set created_at = now() - interval '31 days' where sujet = any ($1)",
    [old],
  )
  await call('select jobs.purge_messages($1)', [30])
  const query =
    "select sujet, contenu is null as purged from app.messages where sha256 like 'purge %' order by sujet"
  expect([...(await read('*', query)), ...(await read('hs', query))]).toEqual([
    { sujet: 'alarm', purged: true },
    { sujet: 'failed', purged: false },
    { sujet: 'received', purged: false },
    { sujet: 'recent', purged: false },
    { sujet: 'recent', purged: false },
    { sujet: 'ignored', purged: true },
  ])
})
