import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createPool } from '../../src/db/pool.ts'
import { markInstants } from '../../src/worker/mark_instants.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })

it('marks the instant of its own cell again and again, and writes nothing without a reporting database', async () => {
  const admin = await database.as('admin')
  const pool = createPool(database.urls.worker, 1, log)
  const marking = markInstants(pool, log, 20)
  const marks = async () =>
    (await admin.query("select cellule from request.instants where at > now() - interval '1 s'")).rows
  try {
    await pool.query('select jobs.mark_instant()')
    expect((await admin.query('select from request.instants')).rowCount).toBe(0)
    await admin.query(
      `insert into request.cellule (nom, comptes) values ('sud', true);
       insert into request.instants values ('sud', '2020-01-01'), ('nord', '2020-01-01')`,
    )
    await expect.poll(marks).toEqual([{ cellule: 'sud' }])
    await admin.query("update request.instants set at = '2020-01-01'")
    await expect.poll(marks).toEqual([{ cellule: 'sud' }])
  } finally {
    await marking.stop()
    await pool.end()
  }
})
