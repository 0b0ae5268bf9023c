import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()
let read: (text: string, received: string) => Promise<string>

beforeAll(async () => {
  const owner = await database.as('owner')
  const query = `
    select to_char(jobs.read_report_instant($1, 'Europe/Zurich', $2) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`
  read = async (text, received) => (await owner.query(query, [text, received])).rows[0].at
})

// Thursday, 14:35 in Zurich.
const mail = '2026-11-26T13:35:00Z'

describe('read_report_instant', () => {
  it.each([
    ['2026-11-26T14:30:00', mail, '2026-11-26T13:30:00Z'],
    ['2026-11-26T14:30:00-05:00', mail, '2026-11-26T19:30:00Z'],
    ['2026-11-26T14:30:00Z', mail, '2026-11-26T14:30:00Z'],
  ])('reads a whole instant: %s', async (text, received, at) => {
    expect(await read(text, received)).toBe(at)
  })

  it.each([
    ['2026-11-26', mail, '2026-11-26T13:35:00Z'],
    ['2026-11-25', mail, '2026-11-25T13:35:00Z'],
    ['T14:30:00', mail, '2026-11-26T13:30:00Z'],
    ['T15:30:00', mail, '2026-11-26T14:30:00Z'],
    ['T23:58:00', '2026-11-26T23:05:00Z', '2026-11-26T22:58:00Z'],
    ['T00:01:00', '2026-11-26T22:59:00Z', '2026-11-26T23:01:00Z'],
    ['T08:00:00', '2026-11-26T20:00:00Z', '2026-11-26T07:00:00Z'],
    ['--11-26T14:30:00', mail, '2026-11-26T13:30:00Z'],
    ['--11-26', mail, '2026-11-26T13:35:00Z'],
    ['--12-31T23:58:00', '2026-12-31T23:05:00Z', '2026-12-31T22:58:00Z'],
    ['--01-01T00:01:00', '2026-12-31T22:59:00Z', '2026-12-31T23:01:00Z'],
    ['--02-29T10:00:00', '2028-02-29T09:05:00Z', '2028-02-29T09:00:00Z'],
  ])('takes what %s leaves open from a mail of %s', async (text, received, at) => {
    expect(await read(text, received)).toBe(at)
  })

  it.each([
    ['2026-10-25T02:50:00', '2026-10-25T00:52:00Z', '2026-10-25T00:50:00Z'],
    ['2026-10-25T02:50:00', '2026-10-25T01:52:00Z', '2026-10-25T01:50:00Z'],
    ['T02:10:00', '2026-10-25T00:12:00Z', '2026-10-25T00:10:00Z'],
    ['T02:10:00', '2026-10-25T01:12:00Z', '2026-10-25T01:10:00Z'],
  ])('takes the hour of October that is nearer to the mail: %s, %s', async (text, received, at) => {
    expect(await read(text, received)).toBe(at)
  })
})
