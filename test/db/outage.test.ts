import pg from 'pg'
import { expect, it } from 'vitest'
import { Outage } from '../../src/db/outage.ts'
import { queueLogger } from '../../src/db/queue_logger.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase('template_migrated')

const refused = (message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code: '53100' })

it('logs each kind of write that finds no room once, also from a library’s log, and the room that is back', async () => {
  const lines: { message: string; reason?: string; refused?: number }[] = []
  const add = (details: object, message: string) => void lines.push({ message, ...details })
  const outage = new Outage(database.urls.worker, { warn: add })
  const said = (line: string) => void lines.push({ message: line })
  const library = queueLogger({ warn: said, error: said, debug: () => undefined }, outage)

  for (const file of [1, 2, 3])
    expect(outage.note(refused(`could not extend file "base/${file}": No space left on device`))).toBe(true)
  library.error('Failed task 7: could not extend file "base/4": No space left on device')
  outage.note(refused('could not write to file "base/pgsql_tmp/pgsql_tmp12.0": No space left on device'))
  expect(lines.map(({ message }) => message)).toEqual(Array(2).fill('database has no room for writes'))
  expect(outage.isFull).toBe(true)

  await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(3)
  expect(lines[2]).toMatchObject({ message: 'database has room for writes again', refused: 4 })
  expect(outage.isFull).toBe(false)
})
