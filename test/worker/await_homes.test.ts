import { expect, it } from 'vitest'
import { startWorker } from '../../src/worker/start_worker.ts'
import { useDatabase } from '../support/database.ts'
import { workerOptions } from '../support/worker_options.ts'
import { capture, mailboxKey, soon } from './mail_fixture.ts'

const database = useDatabase()
const query = async (text: string) => (await (await database.as('admin')).query(text)).rows

// One with a key, one in a queue of its own, and one that is tried once. None of them finds anything to do.
const jobs = [
  {
    task: 'impute_interventions',
    payload: { sis_key: 'hs', travail_id: 1, user_id: null },
    how: "job_key => 'imputation:hs:1'",
  },
  {
    task: 'send_webhook',
    payload: { sis_key: 'hs', envoi_id: 1 },
    how: "queue_name => 'webhook:hs:1', priority => 3",
  },
  { task: 'relire_message', payload: { sis_key: 'hs', id: 1 }, how: 'max_attempts => 1' },
]

it('a job waits while another database serves its SIS: it is neither failed nor forgotten', async () => {
  await query("delete from request.homes where sis_key = 'hs'")
  for (const { task, payload, how } of jobs)
    await query(`select graphile_worker.add_job('${task}', '${JSON.stringify(payload)}', ${how})`)
  const { lines, log } = capture()
  const worker = await startWorker({ ...workerOptions(database.urls.worker, mailboxKey), log })
  try {
    const waiting = () =>
      query(
        `select j.task_identifier as task, p.payload, j.key, j.queue_name as queue, j.priority, j.attempts, j.max_attempts as most
           from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
          where j.task_identifier = any ('{${jobs.map(({ task }) => task).join(',')}}')
            and j.run_at > now() + interval '10 seconds' and j.locked_at is null
          order by 1`,
      )
    const usual = { key: null, queue: null, priority: 0, attempts: 0, most: 25 }
    await expect.poll(waiting, soon).toEqual([
      { task: 'impute_interventions', payload: jobs[0]?.payload, ...usual, key: 'imputation:hs:1' },
      { task: 'relire_message', payload: jobs[2]?.payload, ...usual, most: 1 },
      { task: 'send_webhook', payload: jobs[1]?.payload, ...usual, queue: 'webhook:hs:1', priority: 3 },
    ])
    await query("insert into request.homes (sis_key) values ('hs')")
    await query('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
    const left = () => query("select from graphile_worker.jobs where task_identifier !~ '^(ask|read)_'")
    await expect.poll(left, soon).toEqual([])
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
  } finally {
    await worker.stop()
  }
})
