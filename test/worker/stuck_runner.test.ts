import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { outageAt } from '../../src/db/outage.ts'
import { createPool } from '../../src/db/pool.ts'
import { freeJobs } from '../../src/worker/free_jobs.ts'
import { keepWorker } from '../../src/worker/keep_worker.ts'
import { readWaiting, readWaitingInTurn } from '../../src/worker/read_waiting.ts'
import { MessagerieLocks } from '../../src/worker/releves/messagerie_locks.ts'
import { startRunner } from '../../src/worker/start_runner.ts'
import type { Supervised } from '../../src/worker/supervise.ts'
import { useDatabase } from '../support/database.ts'
import { killPrograms, runProgram } from '../support/program.ts'
import { soon } from './mail_fixture.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })
const silence = { idleMs: 500, fullMs: 60_000, everyMs: 100 }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await killPrograms()
  for (const end of ends.splice(0)) await end()
  await (await database.as('admin')).query('delete from graphile_worker._private_jobs')
})

/** A runner whose pool can be made to give no connection, and never fail. */
async function startHangable() {
  const url = database.urls.worker
  const pool = createPool(url, 5, log)
  const connect = pool.connect
  const state = { hangs: false, asked: 0, stuck: [] as string[], done: [] as unknown[] }
  Object.assign(pool, {
    connect: (...args: unknown[]) => {
      if (!state.hangs) return (connect as (...args: unknown[]) => unknown).apply(pool, args)
      state.asked += 1
      return new Promise(() => undefined)
    },
  })
  const locks = new MessagerieLocks(url, log)
  const tasks = { purge_tokens: async (payload: unknown) => void state.done.push(payload) }
  const onStuck = (reason: string) => void state.stuck.push(reason)
  const runner: Supervised = await startRunner(
    { pool, tasks, concurrency: 2, pollMs: 100 },
    { readWaiting: readWaitingInTurn(url), locks, outage: outageAt(url, log), log, onStuck, silence },
  )
  ends.push(
    () => runner.stop(),
    () => locks.close(),
  )
  return state
}

const queueJob = async (n: number) =>
  (await database.as('admin')).query(
    "select graphile_worker.add_job('purge_tokens', json_build_object('n', $1::int))",
    [n],
  )

it('a runner that does nothing while a job waits is replaced by one that works', async () => {
  const state = await startHangable()
  await queueJob(1)
  await expect.poll(() => state.done, soon).toEqual([{ n: 1 }])
  state.hangs = true
  // The runner and its listener hold what they have: their promises never settle.
  await expect.poll(() => state.asked, soon).toBeGreaterThan(0)
  await queueJob(2)
  const before = state.asked
  await expect.poll(() => state.asked, soon).toBeGreaterThan(before)
  state.hangs = false
  await expect.poll(() => state.done, soon).toEqual([{ n: 1 }, { n: 2 }])
  expect(state.stuck).toEqual([])
})

it('a job that the database gave to a runner which no longer waited for it is done soon', async () => {
  const url = database.urls.worker
  const pool = createPool(url, 5, log, { answer: 500 })
  const locks = new MessagerieLocks(url, log)
  const done: unknown[] = []
  const runner = await startRunner(
    {
      pool,
      tasks: { tell_appareils: async (payload) => void done.push(payload) },
      concurrency: 1,
      pollMs: 100,
    },
    { readWaiting: readWaitingInTurn(url), locks, outage: outageAt(url, log), log, onStuck: () => undefined },
  )
  const freeing = freeJobs(pool, log, 500)
  ends.push(
    () => freeing.stop(),
    () => runner.stop(),
    () => locks.close(),
    () => pool.end(),
  )
  const admin = await database.as('admin')
  // Due only when the runner asks again, and waits for the lock.
  await admin.query(
    "select graphile_worker.add_job('tell_appareils', '{\"n\": 1}', run_at => now() + interval '300 ms')",
  )
  await admin.query('begin')
  await admin.query('lock table graphile_worker._private_jobs in access exclusive mode')
  await wait(2_000)
  await admin.query('commit')
  await expect.poll(() => done, soon).toEqual([{ n: 1 }])
})

it('a runner that stays stuck is reported once new ones did not help', async () => {
  const state = await startHangable()
  state.hangs = true
  await queueJob(3)
  await expect.poll(() => state.stuck.length, soon).toBeGreaterThan(0)
  expect(state.stuck[0]).toMatch(/a job has been due for \d+ s, and the runner does nothing/)
})

it('a silent runner without a job that waits is left alone', async () => {
  const state = await startHangable()
  state.hangs = true
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(state.stuck).toEqual([])
  state.hangs = false
})

it('a job waits unless it is done, due later, given up, or behind another of its queue', async () => {
  const admin = await database.as('admin')
  const waits = async () => (await readWaiting(database.urls.worker, ['purge_tokens'])) > 0
  expect(await waits()).toBe(false)
  await admin.query("select graphile_worker.add_job('purge_tokens', run_at => now() + interval '1 hour')")
  await admin.query("select graphile_worker.add_job('purge_envois', run_at => now() - interval '1 minute')")
  await admin.query("select graphile_worker.add_job('purge_tokens', queue_name => 'q')")
  expect(await waits()).toBe(true)
  await admin.query(`select graphile_worker.add_job('purge_envois', queue_name => 'q', job_key => 'held')`)
  await admin.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x' where key = 'held'",
  )
  expect(await waits()).toBe(false)
  await admin.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
  await admin.query('update graphile_worker._private_jobs set attempts = max_attempts')
  expect(await waits()).toBe(false)
})

it('a worker that is stuck is replaced by another one, even if it does not stop', async () => {
  const started: ((reason: string) => void)[] = []
  const stopped: number[] = []
  const start = async (onStuck: (reason: string) => void) => {
    const n = started.push(onStuck)
    if (n === 2) throw new Error('not yet')
    return {
      stop: async () => {
        stopped.push(n)
        if (n === 1) await new Promise(() => undefined)
      },
    }
  }
  const kept = await keepWorker(start, log, { stopMs: 50, pauseMs: 10 })
  started[0]?.('stuck')
  started[0]?.('stuck')
  await expect.poll(() => started.length, soon).toBe(3)
  expect(stopped).toEqual([1])
  await kept.stop()
  expect(stopped).toEqual([1, 3])
})

it('a process that is a worker alone ends with an error when the worker is stuck', async () => {
  const program = runProgram([], {}, { script: 'test/worker/stuck_program.ts' })
  expect(await program.ended).toEqual({ code: 1, signal: null })
  expect(program.output()).toMatch(/"reason":"a job waits".*the worker is stuck/)
  expect(program.output()).toMatch(/Le worker est bloqué/)
})
