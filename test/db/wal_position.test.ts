import { afterAll, expect, it } from 'vitest'
import { createPool } from '../../src/db/pool.ts'
import { WalPosition } from '../../src/db/wal_position.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase('template_migrated')
const pool = createPool(database.urls.api, 1, { warn: () => undefined })
afterAll(() => pool.end())

const flushed = async () => {
  const admin = await database.as('admin')
  // Without synchronous_commit, as in tests, the log is written a little later.
  await admin.query(
    'set synchronous_commit = on; create table if not exists public.t (n int); insert into public.t values (1)',
  )
  const { rows } = await admin.query("select (pg_current_wal_flush_lsn() - '0/0')::text as bytes")
  return BigInt(rows[0].bytes)
}

it('tells of everything that was committed before it was asked', async () => {
  const position = new WalPosition(pool)
  const asked: Promise<boolean>[] = []
  for (let n = 0; n < 50; n++) {
    const least = await flushed()
    // Not awaited: the next one comes while this one is asked.
    asked.push(position.read().then((bytes) => bytes >= least))
  }
  expect(await Promise.all(asked)).toEqual(Array(50).fill(true))
})

it('asks once for all who come while it is asked', async () => {
  const position = new WalPosition(pool)
  let statements = 0
  pool.on('acquire', () => {
    statements += 1
  })
  const [first, ...others] = await Promise.all(Array.from({ length: 100 }, () => position.read()))
  await Promise.all(Array.from({ length: 100 }, () => position.read()))
  expect(others.every((each) => each >= (first ?? 0n))).toBe(true)
  expect(statements).toBeLessThanOrEqual(4)
})

it('fails with its database, and then asks again', async () => {
  const away = createPool('postgres://caserne_api@127.0.0.1:1/x', 1, { warn: () => undefined })
  const position = new WalPosition(away)
  for (let n = 0; n < 2; n++) await expect(position.read()).rejects.toThrow('ECONNREFUSED')
  await away.end()
})
