import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { awaitDatabase } from '../../src/db/await_database.ts'
import { passwords } from '../support/cluster_templates.ts'
import { useDatabase } from '../support/database.ts'
import { type Door, openDoor } from '../support/door.ts'
import { startPooler } from '../support/pooler.ts'

const database = useDatabase('template_migrated')
let door: Door
let pooler: Awaited<ReturnType<typeof startPooler>>
beforeAll(async () => {
  door = await openDoor(() => Number(new URL(database.urls.api).port))
  pooler = await startPooler(door.through(database.urls.admin), passwords)
})
afterAll(async () => {
  await pooler.stop()
  door.shut()
})

const behind = () => Object.assign(new URL(database.urls.api), { port: pooler.port }).href

async function ask(): Promise<string> {
  // The first after the loss gets no answer at all.
  const client = new pg.Client({ connectionString: behind(), query_timeout: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select')
    return 'answered'
  } catch (error) {
    return String(error)
  } finally {
    void client.end().catch(() => undefined)
  }
}

it('a start waits while PgBouncer answers for a database that is starting', async () => {
  // It knows the database from before.
  expect(await ask()).toBe('answered')
  door.turnAway(1_000_000)
  door.cut()
  await expect.poll(ask, { timeout: 20_000 }).toContain('server_login_retry')
  const reasons: string[] = []
  const signal = new AbortController().signal
  const onWait = (reason: string) => {
    reasons.push(reason)
    door.turnAway(0)
  }
  await awaitDatabase(behind(), { seconds: 50, signal, onWait })
  expect(reasons[0]).toContain('server_login_retry')
  expect(await ask()).toBe('answered')
})

it('a start does not wait for a password that PgBouncer refuses', async () => {
  const wrong = Object.assign(new URL(behind()), { password: 'faux' }).href
  const reasons: string[] = []
  const onWait = (reason: string) => void reasons.push(reason)
  await awaitDatabase(wrong, { seconds: 50, signal: new AbortController().signal, onWait })
  expect(reasons).toEqual([])
})
