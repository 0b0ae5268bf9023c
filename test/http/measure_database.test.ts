import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { createPool } from '../../src/db/pool.ts'
import { measureDatabase } from '../../src/http/watch/measure_database.ts'
import { Metrics } from '../../src/process/metrics.ts'
import { useDatabase } from '../support/database.ts'
import { readFigures } from '../support/servers.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

function measured(url: string) {
  const pool = createPool(url, 2, log)
  closing.push(() => pool.end())
  const metrics = new Metrics()
  measureDatabase(metrics, 'api', pool)
  return { figure: async (series: string) => readFigures(await metrics.text())(series) }
}
const up = 'caserne_database_up{pool="api"}'
const writable = 'caserne_database_writable{pool="api"}'

it('shows a database that takes writes', async () => {
  const { figure } = measured(database.urls.api)
  expect([await figure(up), await figure(writable)]).toEqual([1, 1])
})

it('shows a database that only answers', async () => {
  const { figure } = measured(`${database.urls.api}?options=-c%20default_transaction_read_only%3Don`)
  expect([await figure(up), await figure(writable)]).toEqual([1, 0])
})

it('shows a database that is gone', async () => {
  const { figure } = measured('postgres://caserne_api:x@127.0.0.1:1/rien')
  expect([await figure(up), await figure(writable)]).toEqual([0, 0])
})
