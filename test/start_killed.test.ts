import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAlarme } from '../src/demo/send_alarme.ts'
import { cleanUp, makeDirectory } from './db/embedded_fixture.ts'
import { inOrder } from './support/in_order.ts'
import { isReady, killPrograms, type Program, postgresPid, runProgram } from './support/program.ts'

const dataDir = dirname(makeDirectory())
const env = { DATA_DIR: dataDir, PORT: '0' }
const patience = { timeout: 15_000, interval: 50 }

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
    program = runProgram(['start'], env)
    smtp = (await isReady(program)).smtp
  }

  beforeAll(start, 60_000)

  afterAll(async () => {
    await killPrograms()
    cleanUp()
  })

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
