import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { createPool } from '../../src/db/pool.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
afterEach(() => vi.useRealTimers())

it('a connection stays open through a pause of ten minutes, and the one that was used last is used first', async () => {
  const pool = createPool(database.urls.api, 2, pino({ level: 'silent' }))
  const [first, second] = [await pool.connect(), await pool.connect()]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  first.release()
  second.release()
  vi.advanceTimersByTime(599_000)
  vi.useRealTimers()
  expect(pool.idleCount).toBe(2)
  const again = await pool.connect()
  expect(again).toBe(second)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  again.release()
  vi.advanceTimersByTime(601_000)
  expect(pool.idleCount).toBeLessThan(2)
  vi.useRealTimers()
  await pool.end()
})
