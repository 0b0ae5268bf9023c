import { afterAll, expect, it } from 'vitest'
import { createPool, query } from '../../src/db/pool.ts'
import { nameStatement } from '../../src/db/watched_client.ts'
import { doWork } from '../../src/process/current_work.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const told: { details: Record<string, unknown>; message: string }[] = []
const log = {
  warn: (details: object, message: string) => void told.push({ details: { ...details }, message }),
}
const pool = createPool(database.urls.api, 2, log, {}, { slowMs: 50 })
afterAll(() => pool.end())

const slow = { text: 'select pg_sleep(0.1), $1::text as secret', values: ['mot-de-passe'] }
const tell = async (act: () => Promise<unknown>) => {
  told.length = 0
  await act()
  return told.map(({ details, message }) => [message, details])
}

it('tells of a slow statement by its name and its work, never with its parameters', async () => {
  const said = await tell(() =>
    doWork(
      () => ({ requestId: 'r-1', operation: 'list_grades', sis: 'hs' }),
      () => query(pool, { ...slow, name: 'list_grades' }),
    ),
  )
  const about = { requestId: 'r-1', operation: 'list_grades', sis: 'hs', statement: 'list_grades' }
  expect(said).toEqual([['slow statement', { ...about, ms: expect.any(Number) }]])
  expect(Number(said[0]?.[1] && (said[0][1] as { ms: number }).ms)).toBeGreaterThanOrEqual(100)
})

it('says nothing of a fast one', async () => {
  expect(await tell(() => query(pool, { text: 'select 1' }))).toEqual([])
})

it('tells of one that fails in the end, and of one that answers by a callback', async () => {
  const failing = { text: 'select 1 / pg_sleep(0.1)::text::integer' }
  expect(await tell(() => query(pool, failing).catch(() => undefined))).toHaveLength(1)
  expect(await tell(() => pool.query(slow.text, slow.values))).toHaveLength(1)
})

it('notes for a work how long its statements took, and how long it waited for a connection', async () => {
  const clients = [await pool.connect(), await pool.connect()]
  setTimeout(() => {
    for (const client of clients) client.release()
  }, 100)
  const times = await doWork(
    () => ({}),
    async (work) => {
      await query(pool, slow)
      return work
    },
  )
  expect(times.waited).toBeGreaterThanOrEqual(90)
  expect(times.asked).toBeGreaterThanOrEqual(95)
})

it('knows whose statement waited for a connection, when several wait', async () => {
  const clients = [await pool.connect(), await pool.connect()]
  const said = tell(() =>
    Promise.all(
      ['one', 'two', 'three'].map((requestId) =>
        doWork(
          () => ({ requestId }),
          () => pool.query(`select pg_sleep(0.1) as ${requestId}`),
        ),
      ),
    ),
  )
  for (const client of clients) client.release()
  expect((await said).map(([, details]) => (details as { requestId: string }).requestId).sort()).toEqual([
    'one',
    'three',
    'two',
  ])
})

it.each([
  [{ name: 'list_grades', text: 'select api.list_grades()' }, 'list_grades'],
  ['select jobs.store_message($1, $2, $3) as stored', 'jobs.store_message'],
  [{ text: "select api.x('secret') from auth.open($1)" }, 'api.x'],
  ['BEGIN isolation level repeatable read', 'begin'],
  [{ text: "select 'mot-de-passe'" }, 'select'],
  [undefined, 'statement'],
])('names %j as %s', (statement, name) => {
  expect(nameStatement(statement)).toBe(name)
})

it('takes a connection back once, however often a callback gives it, and says when it is ended', async () => {
  const ended = createPool(database.urls.api, 1, log)
  type Taken = [Error | undefined, unknown, (() => void) | undefined]
  const take = () =>
    new Promise<Taken>((resolve) => {
      ended.connect((...taken) => resolve(taken))
    })
  const [, , release] = await take()
  release?.()
  release?.()
  expect([ended.totalCount, ended.idleCount]).toEqual([1, 1])
  await ended.end()
  const [error, , none] = await take()
  expect(error?.message).toContain('after calling end')
  none?.()
})
