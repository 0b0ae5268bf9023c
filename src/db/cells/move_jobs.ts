import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { MoveSides } from './move_sides.ts'

// Jobs of a SIS name it. The mail of an invitation is written where the accounts are kept.
const OF_SIS = `j.payload ->> 'sis_key' = $1 and j.payload ->> 'invitation_id' is null`
// A job that is held is due in another millennium: no worker takes it, and when it was due is not forgotten.
const HELD = `j.run_at > now() + interval '500 years'`
const MILLENNIUM = `interval '1000 years'`
const LOOK_MS = 50
const PATIENCE_MS = 60_000

/** Keeps workers from beginning jobs of a SIS. Those that run go on. */
export async function holdJobs(client: pg.Client, sis: string): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs j set run_at = j.run_at + ${MILLENNIUM}
      where ${OF_SIS} and j.locked_at is null and not (${HELD})`,
    [sis],
  )
}

/** Lets workers take the jobs of a SIS again. */
export async function freeHeldJobs(client: pg.Client, sis: string): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs j set run_at = j.run_at - ${MILLENNIUM} where ${OF_SIS} and ${HELD}`,
    [sis],
  )
}

/**
 * Waits for an instant at which no job of the SIS runs, up to some seconds: what it has done can still be noted then.
 */
export async function awaitRest(client: pg.Client, sis: string, patienceMs: number): Promise<void> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await pause(LOOK_MS))
    if ((await countRunning(client, sis)) === 0) return
}

/**
 * Carries the jobs that wait to the new cell, each once: it is held on both sides until the old one has removed it, so
 * the command may end anywhere and be run again. Waits for those that run: they find that the SIS has moved, and are
 * queued again.
 * @returns how many were carried
 * @throws in French when jobs still run after a minute
 */
export async function carryJobs({ sis, source, target }: MoveSides): Promise<number> {
  let carried = 0
  for (const until = performance.now() + PATIENCE_MS; ; await pause(LOOK_MS)) {
    await holdJobs(source.client, sis)
    const jobs = await readHeld(source.client, sis)
    for (const job of jobs) await addHeld(target.client, `${prefix(source.cell.nom)}${job.id}:`, job)
    await source.client.query('delete from graphile_worker._private_jobs where id = any ($1)', [
      jobs.map(({ id }) => id),
    ])
    await release(target.client, sis, prefix(source.cell.nom))
    carried += jobs.filter(({ task }) => task !== RELEVE).length
    if ((await countRunning(source.client, sis)) === 0 && jobs.length === 0) return carried
    if (performance.now() > until)
      throw new Error(
        `Des tâches du SIS ${sis} sont encore en cours dans la cellule ${source.cell.nom}. Il est servi par ${target.cell.nom} : relancez la commande plus tard pour les reprendre.`,
      )
  }
}

interface Job {
  id: string
  task: string
  payload: string
  queue: string | null
  run_at: string
  max_attempts: number
  key: string | null
  priority: number
}

// The new cell queues these itself.
const RELEVE = 'read_messagerie'

const prefix = (cell: string) => `deplace:${cell}:`

async function countRunning(client: pg.Client, sis: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::integer as n from graphile_worker._private_jobs j where ${OF_SIS} and j.locked_at is not null`,
    [sis],
  )
  return rows[0]?.n ?? 0
}

// Jobs without attempts left are not carried; the queue would not retry them either.
async function readHeld(client: pg.Client, sis: string): Promise<Job[]> {
  const { rows } = await client.query<Job>(
    `select j.id::text, t.identifier as task, j.payload::text, q.queue_name as queue, j.run_at::text, j.max_attempts, j.key,
            j.priority
       from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where ${OF_SIS} and ${HELD} and j.locked_at is null and j.attempts < j.max_attempts
      order by j.id`,
    [sis],
  )
  return rows
}

async function addHeld(client: pg.Client, key: string, job: Job): Promise<void> {
  if (job.task === RELEVE) return
  await client.query(
    `select graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4, max_attempts => $5, job_key => $6, priority => $7)`,
    [job.task, job.payload, job.queue, job.run_at, job.max_attempts, key + (job.key ?? ''), job.priority],
  )
}

// A job of the same key that was queued here meanwhile does the same.
async function release(client: pg.Client, sis: string, start: string): Promise<void> {
  await client.query(
    `with carried as (
       select j.id, nullif(substring(j.key from length($2) + 1 + position(':' in substr(j.key, length($2) + 1))), '') as key
         from graphile_worker._private_jobs j
        where ${OF_SIS} and ${HELD} and starts_with(j.key, $2)
     ), known as (
       delete from graphile_worker._private_jobs j
        using carried c
        where j.id = c.id and exists (select from graphile_worker._private_jobs o where o.key = c.key)
     )
     update graphile_worker._private_jobs j
        set key = c.key, run_at = j.run_at - ${MILLENNIUM}
       from carried c
      where j.id = c.id and not exists (select from graphile_worker._private_jobs o where o.key = c.key)`,
    [sis, start],
  )
  // As the queue itself tells workers of jobs.
  await client.query(`select pg_notify('jobs:insert', '{"r":' || random() || ',"count":1}')`)
}
