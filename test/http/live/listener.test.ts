import pg from 'pg'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { awaitNotification, Listener } from '../../../src/http/live/listener.ts'
import { useDatabase } from '../../support/database.ts'
import { soon } from './streams_fixture.ts'

const database = useDatabase()
const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
const opened: Listener[] = []
afterEach(async () => {
  for (const listener of opened.splice(0)) await listener.close()
})

function open(url = database.urls.api, beat?: { checkMs: number; patienceMs: number }): Listener {
  const listener = new Listener(url, log, beat)
  opened.push(listener)
  return listener
}

const sessions = async () => {
  const { rows } = await (await database.as('admin')).query(
    "select pid from pg_stat_activity where application_name = 'caserne listener' and datname = current_database()",
  )
  return rows.map(({ pid }) => pid as number)
}
const tell = async (channel: string, payload: string) =>
  (await database.as('admin')).query('select pg_notify(request.channel($1), $2)', [channel, payload])

it('takes one session for all subscribers, at the first one', async () => {
  const listener = open()
  expect(await sessions()).toEqual([])
  const heard: unknown[] = []
  for (const ear of [1, 2, 3]) listener.on('caserne_alarmes', (sis) => heard.push([ear, sis]))
  const missed = [1, 2, 3].map((ear) => [ear, null])
  await expect.poll(() => heard, soon).toEqual(missed)
  expect(await sessions()).toHaveLength(1)
  await tell('caserne_releve_finie', '7')
  await tell('caserne_alarmes', 'hs')
  await expect.poll(() => heard, soon).toEqual([...missed, [1, 'hs'], [2, 'hs'], [3, 'hs']])
})

it('reconnects when its session ends, and reports that news may have been missed', async () => {
  const listener = open()
  const heard: unknown[] = []
  listener.on('caserne_alarmes', (sis) => heard.push(sis))
  await expect.poll(() => heard, soon).toEqual([null])
  const [pid] = await sessions()
  await (await database.as('admin')).query('select pg_terminate_backend($1, 5000)', [pid])
  await expect.poll(() => heard, soon).toEqual([null, null])
  await tell('caserne_alarmes', 'test')
  await expect.poll(() => heard, soon).toEqual([null, null, 'test'])
  await expect.poll(() => lines.join(''), soon).toContain('database connections lost')
  expect(lines.join('')).not.toContain('postgres://')
})

it('leaves a session that froze for a new one', async () => {
  const listener = open(database.urls.api, { checkMs: 50, patienceMs: 500 })
  const heard: unknown[] = []
  listener.on('caserne_alarmes', (sis) => heard.push(sis))
  await expect.poll(() => heard, soon).toEqual([null])
  const [frozen] = await sessions()
  process.kill(Number(frozen), 'SIGSTOP')
  try {
    await expect.poll(() => heard, soon).toEqual([null, null])
    await tell('caserne_alarmes', 'hs')
    await expect.poll(() => heard, soon).toEqual([null, null, 'hs'])
  } finally {
    process.kill(Number(frozen), 'SIGCONT')
  }
})

it('retries while there is no database, and ends at once when it is closed', async () => {
  const listener = open('postgres://caserne_api:x@127.0.0.1:1/rien')
  listener.on('caserne_alarmes', () => undefined)
  await expect.poll(() => lines.join(''), soon).toContain('ECONNREFUSED')
  await listener.close()
})

it('waits for one of several mailboxes, up to its deadline', async () => {
  const listener = open()
  await awaitNotification(listener, 'caserne_releve_finie', [], 20)
  const settled: string[] = []
  const wait = (id: string) =>
    awaitNotification(listener, 'caserne_releve_finie', [id, '99'], 60_000).then(() => settled.push(id))
  const waiting = [wait('1'), wait('2')]
  await expect.poll(sessions, soon).toHaveLength(1)
  const client = new pg.Client(database.urls.admin)
  await client.connect()
  await expect
    .poll(async () => {
      await client.query("select pg_notify(request.channel('caserne_releve_finie'), '2')")
      return settled
    }, soon)
    .toContain('2')
  await tell('caserne_releve_finie', '99')
  await Promise.all(waiting)
  await client.end()
})

it('announces to all servers, each payload once in a moment', async () => {
  const [sender, other] = [open(), open()]
  const heard: unknown[] = []
  for (const each of [sender, other]) each.on('caserne_alarmes', (sis) => heard.push(sis))
  await expect.poll(() => heard, soon).toEqual([null, null])
  for (const sis of ['hs', 'test', 'hs', 'hs']) sender.announce('caserne_alarmes', sis)
  await expect.poll(() => heard.length, soon).toBeGreaterThan(5)
  await tell('caserne_alarmes', 'fin')
  await expect.poll(() => heard.filter((sis) => sis === 'fin'), soon).toHaveLength(2)
  expect(heard.toSorted()).toEqual(['fin', 'fin', 'hs', 'hs', null, null, 'test', 'test'])
})

it('announces without an ear of its own, also what was announced while it had no session', async () => {
  const [sender, other] = [open(), open()]
  const heard: unknown[] = []
  other.on('caserne_alarmes', (sis) => heard.push(sis))
  await expect.poll(() => heard, soon).toEqual([null])
  const [ears] = await sessions()
  sender.announce('caserne_alarmes', 'hs')
  await expect.poll(() => heard, soon).toEqual([null, 'hs'])
  const [own] = (await sessions()).filter((pid) => pid !== ears)
  await (await database.as('admin')).query('select pg_terminate_backend($1, 5000)', [own])
  sender.announce('caserne_alarmes', 'test')
  await expect.poll(() => heard, soon).toEqual([null, 'hs', 'test'])
})

it('announces what is left before it is closed', async () => {
  const [sender, other] = [open(), open()]
  const heard: unknown[] = []
  for (const each of [sender, other]) each.on('caserne_alarmes', (sis) => heard.push(sis))
  await expect.poll(() => heard, soon).toEqual([null, null])
  sender.announce('caserne_alarmes', 'hs')
  await sender.close()
  await expect.poll(() => heard, soon).toContain('hs')
})
