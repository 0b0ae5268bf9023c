import type { Request } from 'express'
import pg from 'pg'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { askReleve } from '../../src/http/handlers/list_alarmes.ts'
import { Listener } from '../../src/http/live/listener.ts'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { openVal, type Val } from '../support/sis_val.ts'

const database = useDatabase()
// Two servers, which coordinate through the database.
const [servers, others] = [useServers(database), useServers(database)]
const ask = (query: string, as = 'admin@example.org', sis = 'val', of = servers) =>
  of.data(`/api/v2/alarmes?${query}`, { as, sis })
const unreachable = { error: 'Serveur de messagerie injoignable' }

let val: Val
let box = 0
beforeAll(async () => {
  val = await openVal(database)
  box = Number((await val.query('select id from app.messageries'))[0]?.id)
})

const query = async (text: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(text, values)).rows
const jobs = async () => (await query('select key from graphile_worker.jobs')).map(({ key }) => key)
const removeJobs = () => query('select graphile_worker.remove_job(key) from graphile_worker.jobs')

beforeEach(async () => {
  await removeJobs()
  await query(
    `update jobs.releves set started_at = null, finished_at = null, last_error_at = null, asked_at = null, done_from = null,
            bloquee = false, next_try_at = null`,
  )
})

/** Plays the worker for the mailbox of `val`: a relève lasts until `until` ends. */
async function workAs({
  error = null,
  bloquer = false,
  until = async () => {},
}: {
  error?: string | null
  bloquer?: boolean
  until?: () => Promise<unknown>
} = {}): Promise<void> {
  await expect.poll(jobs, { interval: 5 }).not.toEqual([])
  const worker = await database.as('worker')
  await removeJobs()
  await worker.query('select jobs.begin_releve($1, $2)', ['val', box])
  await until()
  await val.storeAlarm({ adresse: 'toute fraîche' })
  await worker.query('select jobs.end_releve($1, $2, $3, $4)', ['val', box, error, bloquer])
  await removeJobs()
}

const places = (body: { data: { adresse: string }[] }) => body.data.map(({ adresse }) => adresse)

it('reads no mailbox by default', async () => {
  await ask('force=false')
  await ask('old=true')
  expect(await jobs()).toEqual([])
})

it('answers at once when no mailbox serves the SIS, or only one that is switched off', async () => {
  expect((await ask('force=true', 'admin@example.org', 'test')).status).toBe(200)
  await val.query('update app.messageries set active = false')
  await removeJobs()
  expect((await ask('force=true')).status).toBe(200)
  expect(await jobs()).toEqual([])
  await val.query('update app.messageries set active = true')
})

it('asks for no relève when the caller lacks the permission', async () => {
  expect((await ask('force=true', 'sapeur@example.org', 'hs')).status).toBe(403)
  expect(await jobs()).toEqual([])
})

it('waits for the relève, and lists the new alarms', async () => {
  const [{ status, body }] = await Promise.all([ask('force=true'), workAs()])
  expect(status).toBe(200)
  expect(places(body)).toContain('toute fraîche')
})

describe('when the mailbox cannot be read', () => {
  it('answers with the failure; without force it lists the known alarms', async () => {
    const [{ status, body }] = await Promise.all([ask('force=true'), workAs({ error: 'injoignable' })])
    expect([status, body]).toEqual([502, unreachable])
    expect(places((await ask('old=true')).body)).toContain('toute fraîche')
  })

  it('asks for a relève at once, during the worker’s own pause too', async () => {
    await query("update jobs.releves set next_try_at = now() + interval '10 minutes', failures = 9")
    const [{ status }] = await Promise.all([ask('force=true'), workAs()])
    expect(status).toBe(200)
  })

  it('gives up when no worker comes', async () => {
    const pool = new pg.Pool({ connectionString: database.urls.api })
    const listener = new Listener(database.urls.api, pino({ level: 'silent' }))
    const caller = {
      userId: 1,
      email: '',
      issuedAt: 0,
      expiresAt: 0,
      sisKey: 'val',
      permissions: ['intervention.lecture'],
      sapeurId: null,
    }
    const asked = { caller, path: {}, query: { force: true }, body: null }
    await query("update auth.users set tokens_valid_from = '-infinity'")
    const polled = askReleve(listener, { accountsFor: () => null }, 50)(
      { pool, schema: 'api', namedStatements: true },
      asked,
      {} as Request,
    )
    await expect(polled).rejects.toMatchObject({ status: 502 })
    await Promise.all([listener.close(), pool.end()])
  })

  it('asks for no relève after the server refused the password, which would lock the account', async () => {
    const [{ status }] = await Promise.all([ask('force=true'), workAs({ error: 'refusé', bloquer: true })])
    expect(status).toBe(502)
    await query(
      "update jobs.releves set asked_at = null, started_at = now() - interval '3 hours', finished_at = now() - interval '2 hours'",
    )
    expect((await ask('force=true')).body).toEqual(unreachable)
    expect(await jobs()).toEqual([])
    await query("update jobs.releves set next_try_at = now() - interval '1 minute'")
    const [again] = await Promise.all([ask('force=true'), workAs()])
    expect(again.status).toBe(200)
  })
})

describe('simultaneous callers', () => {
  /** The number of relèves asked for. */
  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    await query(`create table public.demandes (at timestamptz);
      create function public.note() returns trigger language plpgsql security definer as
        $$ begin insert into public.demandes values (new.asked_at); return null; end $$;
      create trigger note after update on jobs.releves for each row when (old.asked_at is distinct from new.asked_at)
        execute function public.note()`)
    try {
      await work()
      return (await query('select from public.demandes')).length
    } finally {
      await query(
        'drop trigger note on jobs.releves; drop function public.note(); drop table public.demandes',
      )
    }
  }
  /** Sends this number of requests, half of them to each server, during a relève. */
  const together = async (times: number, error: string | null) => {
    const queries = vi.spyOn(pg.Client.prototype, 'query')
    const asking = () =>
      queries.mock.calls.flatMap(([each], n) =>
        Object(each).text?.includes('api.ask_releve') ? [queries.mock.results[n]?.value] : [],
      )
    const until = async () => {
      await expect.poll(() => asking().length, { timeout: 25_000, interval: 5 }).toBe(times)
      // A statement that was sent may not have begun.
      await Promise.allSettled(asking())
    }
    const many = Array.from({ length: times }, (_, n) =>
      ask('force=true', undefined, 'val', n % 2 ? others : servers),
    )
    const [answers] = await Promise.all([Promise.all(many), workAs({ error, until })])
    queries.mockRestore()
    return answers
  }

  it('share a reading: one of 100 starts it, the others wait for it, at either server', async () => {
    const asks = await counted(async () => {
      const answers = await together(100, null)
      expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
      for (const { body } of answers) expect(places(body)).toContain('toute fraîche')
    })
    expect(asks).toBe(1)
  })

  it('share the failure of a reading', async () => {
    const asks = await counted(async () => {
      const answers = await together(20, 'injoignable')
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(502))
    })
    expect(asks).toBe(1)
  })

  it('share no reading that ended: a caller within a second of the end waits for the next one', async () => {
    const due =
      'select run_at - finished_at as after, run_at <= now() as due from graphile_worker.jobs, jobs.releves'
    const ended =
      "update jobs.releves set started_at = now(), finished_at = now() + interval '1 minute', asked_at = null"
    await query(ended)
    await query("select jobs.ask_releve('val', $1, now() + interval '1 hour')", [box])
    const late = ask('force=true')
    await expect
      .poll(() => query(due), { interval: 5 })
      .toMatchObject([{ after: { seconds: 1 }, due: false }])
    await Promise.all([late, workAs()])
    // A relève due anyway, because of news, is not delayed.
    await query(ended)
    await query('select jobs.ask_releve($1, $2)', ['val', box])
    const soon = ask('force=true')
    const asked = 'select from jobs.releves where asked_at is not null'
    await expect.poll(async () => (await query(asked)).length, { interval: 5 }).toBe(1)
    expect(await query(due)).toMatchObject([{ due: true }])
    const [{ status }] = await Promise.all([soon, workAs()])
    expect(status).toBe(200)
  })

  it('do not wait for a reading that a worker abandoned long ago', async () => {
    await query(
      "update jobs.releves set started_at = now() - interval '11 seconds', asked_at = now() - interval '12 seconds'",
    )
    const [{ status }] = await Promise.all([ask('force=true'), workAs()])
    expect(status).toBe(200)
  })
})
