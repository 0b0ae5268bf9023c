import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

beforeEach(async () => {
  await (await database.as('owner')).query('delete from graphile_worker._private_jobs')
})

/** A job that a worker took some time ago; every task of the worker except relève is tried 25 times. */
async function taken(task: string, key: string, worker: string, since: string): Promise<void> {
  const owner = await database.as('owner')
  await owner.query(
    `select graphile_worker.add_job($1, '{}', job_key := $2,
                                    max_attempts := case $1 when 'read_messagerie' then 1 else 25 end)`,
    [task, key],
  )
  await owner.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::interval, attempts = 1
      where key = $3`,
    [worker, since, key],
  )
}

async function release(): Promise<unknown[]> {
  await (await database.as('worker')).query('select jobs.release_jobs()')
  const { rows } = await (await database.as('owner')).query(
    'select key, locked_by, is_available from graphile_worker._private_jobs order by key',
  )
  return rows.map(({ key, locked_by: by, is_available: free }) => [key, by, free])
}

it('releases mails that a worker took five minutes ago, except those of living workers', async () => {
  await taken('send_mail', 'ancien', 'mort', '5 minutes')
  await taken('send_mail', 'recent', 'vivant', '4 minutes')
  expect(await release()).toEqual([
    ['ancien', null, true],
    ['recent', 'vivant', false],
  ])
})

it.each(['create_interventions', 'ask_releves', 'purge_messages', 'purge_tokens'])(
  'releases %s half a minute after a dead worker began it',
  async (task) => {
    await taken(task, 'ancien', 'mort', '30 seconds')
    await taken(task, 'recent', 'peut-être', '29 seconds')
    expect(await release()).toEqual([
      ['ancien', null, true],
      ['recent', 'peut-être', false],
    ])
  },
)

it('leaves to a living worker what it began hours ago, until its session ends', async () => {
  await taken('purge_messages', 'longue', 'pool-vivant', '3 hours')
  const worker = await database.as('worker')
  await worker.query('select jobs.begin_worker()')
  await worker.query("select jobs.lock_runner('pool-vivant')")
  expect(await release()).toEqual([['longue', 'pool-vivant', false]])
  await worker.query("select jobs.unlock_runner('pool-vivant')")
  expect(await release()).toEqual([['longue', null, true]])
})

it('deletes the readings of a dead worker, and failed readings', async () => {
  await taken('read_messagerie', 'releve:hs:1', 'mort', '1 minute')
  await taken('read_messagerie', 'releve:hs:2', 'peut-être', '10 seconds')
  const owner = await database.as('owner')
  // A relève asked for again each minute: the held job loses its key.
  await owner.query("select jobs.ask_releve('hs', 2)")
  expect(await release()).toEqual([
    ['releve:hs:2', null, true],
    [null, 'peut-être', false],
  ])
  await owner.query("update graphile_worker._private_jobs set attempts = 1 where key = 'releve:hs:2'")
  expect(await release()).toEqual([[null, 'peut-être', false]])
})

it('queues the next job of the minute even while a dead worker holds the last', async () => {
  const owner = await database.as('owner')
  await taken('create_interventions', 'ancien', 'mort', '1 second')
  // The crontab adds this each minute, without a key.
  await owner.query("select graphile_worker.add_job('create_interventions', '{}')")
  expect(await release()).toEqual([
    ['ancien', 'mort', false],
    [null, null, true],
  ])
})
