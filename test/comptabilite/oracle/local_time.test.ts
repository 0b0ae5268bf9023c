import { describe, expect, it } from 'vitest'
import { addDays, dayOf, instantOf, isWeekend } from './local_time.ts'

const zurich = 'Europe/Zurich'
const utc = (day: string, time: string) => new Date(instantOf(day, time, zurich)).toISOString().slice(0, 16)

describe('a time of the clock', () => {
  it.each([
    ['2026-01-15', '12:00', '2026-01-15T11:00', 'one hour ahead of UTC in winter'],
    ['2026-07-15', '12:00', '2026-07-15T10:00', 'two hours ahead in summer'],
    // 29 March 2026, 02:00 → 03:00.
    ['2026-03-29', '01:59', '2026-03-29T00:59', 'before clocks go forward'],
    [
      '2026-03-29',
      '02:30',
      '2026-03-29T01:30',
      'skipped, and counted from before the change: half past three',
    ],
    ['2026-03-29', '03:00', '2026-03-29T01:00', 'when clocks have gone forward'],
    // 25 October 2026, 03:00 → 02:00.
    ['2026-10-25', '01:59', '2026-10-24T23:59', 'before clocks go back'],
    ['2026-10-25', '02:00', '2026-10-25T00:00', 'shown twice: the first one'],
    ['2026-10-25', '02:59', '2026-10-25T00:59', 'shown twice, at its end'],
    ['2026-10-25', '03:00', '2026-10-25T02:00', 'when clocks have gone back'],
  ])('%s %s is %s UTC (%s)', (day, time, instant) => {
    expect(utc(day, time)).toBe(instant)
  })
})

describe('a day', () => {
  it('is that of the clock: 23:30 UTC in winter is the next day', () => {
    expect(dayOf(Date.parse('2026-12-31T23:30Z'), zurich)).toBe('2027-01-01')
  })

  it('follows the last day of a month', () => {
    expect([addDays('2028-02-28', 1), addDays('2026-03-01', -1)]).toEqual(['2028-02-29', '2026-02-28'])
  })

  it('is a week-end on 21 and 22 November 2026', () => {
    const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']
    expect(days.map(isWeekend)).toEqual([false, true, true, false])
  })
})
