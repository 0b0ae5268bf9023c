import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { createPool } from '../../src/db/pool.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
afterEach(() => vi.useRealTimers())

it('connections stay open through a pause of ten minutes, and the one that was used last is never closed', async () => {
  const pool = createPool(database.urls.api, 2, pino({ level: 'silent' }))
  const [first, second] = [await pool.connect(), await pool.connect()]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  first.release()
  second.release()
  vi.advanceTimersByTime(599_000)
  expect(pool.idleCount).toBe(2)
  const again = await pool.connect()
  expect(again).toBe(second)
  again.release()
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(pool.idleCount).toBe(1)
  expect(await pool.connect()).toBe(second)
  second.release()
  vi.useRealTimers()
  await pool.end()
})
