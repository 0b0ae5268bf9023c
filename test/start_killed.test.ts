import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendAlarme } from '../src/demo/send_alarme.ts'
import { cleanUp, makeDirectory } from './db/embedded_fixture.ts'
import { inOrder } from './support/in_order.ts'
import { isReady, isWhole, killPrograms, type Program, postgresPid, runProgram } from './support/program.ts'

// The directory of the program under test.
let dataDir = ''
const patience = { timeout: 15_000, interval: 50 }

afterAll(cleanUp)

/** Runs a query as superuser of the embedded database, whether or not the program lives. */
async function superuser(): Promise<pg.Client> {
  const home = join(dataDir, 'postgres')
  const [, , , port] = readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'postgres',
    password,
    database: 'postgres',
  })
  await client.connect()
  return client
}

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = await superuser()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** How many alarms and interventions have an address. */
const counted = async (adresse: string) =>
  (
    await query(
      `select (select count(*)::int from app.alarmes where adresse = $1) as alarmes,
              (select count(*)::int from app.interventions where lieu = $1) as interventions`,
      [adresse],
    )
  )[0]

/** How many messages have been read. */
const messagesRead = async () =>
  (await query('select count(*)::int as messages from app.messages'))[0]?.messages

describe('a program killed with kill -9', { ...inOrder, timeout: 60_000 }, () => {
  let program: Program
  let smtp = 0

  const start = async () => {
    program = runProgram(['start'], { DATA_DIR: dataDir, PORT: '0' })
    smtp = (await isReady(program)).smtp
  }

  beforeAll(async () => {
    dataDir = dirname(makeDirectory())
    await start()
  }, 60_000)

  afterAll(killPrograms)

  it('just after its mailbox accepted a mail, has one alarm of that mail after the next start', async () => {
    const adresse = '2854 Bassecourt, Tuée 1'
    await expect.poll(messagesRead, patience).toBe(3)
    await sendAlarme({ adresse }, smtp)
    expect(await program.kill('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    expect(postgresPid(dataDir)).toBeGreaterThan(0)
    await start()
    await expect.poll(() => counted(adresse), patience).toEqual({ alarmes: 1, interventions: 1 })
    await expect.poll(messagesRead, patience).toBe(4)
    expect(await counted(adresse)).toEqual({ alarmes: 1, interventions: 1 })
  })

  it('while storing an alarm, has that alarm once after the next start', async () => {
    const adresse = '2854 Bassecourt, Tuée 2'
    const holder = await superuser()
    await holder.query('begin')
    await holder.query('lock table app.intervention_groupes in share row exclusive mode')
    await sendAlarme({ adresse }, smtp)
    const waiting =
      "select from pg_locks where not granted and relation = 'app.intervention_groupes'::regclass"
    await expect.poll(async () => (await query(waiting)).length, patience).toBe(1)
    await program.kill('SIGKILL')
    await holder.query('rollback')
    await holder.end()
    await start()
    await expect.poll(() => counted(adresse), patience).toEqual({ alarmes: 1, interventions: 1 })
  })

  it('together with its PostgreSQL, keeps its data and reads on', async () => {
    const pid = postgresPid(dataDir) ?? 0
    const adresse = '2854 Bassecourt, Tuée 3'
    await sendAlarme({ adresse }, smtp)
    process.kill(-pid, 'SIGKILL')
    await program.kill('SIGKILL')
    await expect.poll(() => postgresPid(dataDir), patience).toBeUndefined()
    await start()
    await expect.poll(() => counted(adresse), patience).toEqual({ alarmes: 1, interventions: 1 })
    expect(await counted('2854 Bassecourt, Tuée 2')).toEqual({ alarmes: 1, interventions: 1 })
    expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(postgresPid(dataDir)).toBeUndefined()
  })
})

describe('a program that fills its demo', { timeout: 60_000 }, () => {
  afterEach(killPrograms)

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'has none of it after %s, and all of it soon after the next start',
    async (signal) => {
      dataDir = dirname(makeDirectory())
      const start = async () => {
        const program = runProgram(['start'], { DATA_DIR: dataDir, PORT: '0', DEMO_HISTORY: 'true' })
        return { program, data: (await isReady(program)).data }
      }
      const first = await start()
      const writing = `select from pg_locks
                        where relation = 'app.interventions'::regclass and mode = 'RowExclusiveLock'`
      await expect.poll(async () => (await query(writing)).length, { ...patience, interval: 10 }).toBe(1)
      await first.program.kill(signal)
      const { data } = await start()
      const ready = await fetch(data.replace('/api/v2', '/ready'))
      expect(await ready.json()).toEqual({ status: 'ok', filling: true })
      await isWhole(data)
      const years = await query(
        `select i.sis_key as sis, count(distinct i.exercice_comptable_id)::int as annees, bool_or(i.no > i.nb) as trous,
                count(distinct i.date_imputation) > 2 as imputees
           from (select *, count(*) over (partition by sis_key, exercice_comptable_id) as nb from app.interventions) i
          group by 1 order by 1`,
      )
      expect(years).toEqual(['hs', 'test'].map((sis) => ({ sis, annees: 3, trous: false, imputees: true })))
    },
  )
})
