import { pino } from 'pino'
import { expect, it } from 'vitest'
import { measurePool } from '../../src/db/measure_pool.ts'
import { createPool } from '../../src/db/pool.ts'
import { Metrics } from '../../src/process/metrics.ts'
import { useDatabase } from '../support/database.ts'
import { readFigures } from '../support/servers.ts'

const database = useDatabase()

it('shows the connections of a pool, and who waits for one', async () => {
  const pool = createPool(database.urls.api, 2, pino({ level: 'silent' }), { connection: 60_000 })
  const metrics = new Metrics()
  measurePool(metrics, 'api', pool)
  const shown = async () => {
    const figure = readFigures(await metrics.text())
    return [
      'caserne_pool_size{pool="api"}',
      'caserne_pool_connections{pool="api",state="in_use"}',
      'caserne_pool_connections{pool="api",state="idle"}',
      'caserne_pool_waiting{pool="api"}',
    ].map(figure)
  }
  expect(await shown()).toEqual([2, 0, 0, 0])
  const clients = [await pool.connect(), await pool.connect()]
  const third = pool.connect()
  expect(await shown()).toEqual([2, 2, 0, 1])
  for (const client of clients) client.release()
  const last = await third
  expect(await shown()).toEqual([2, 1, 1, 0])
  last.release()
  await pool.end()
})
