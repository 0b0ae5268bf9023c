import { expect, it } from 'vitest'
import { draftIdOf, endToEndIdOf } from '../../../src/exports/iso20022/message_ids.ts'
import { nextWorkingDay } from '../../../src/exports/iso20022/next_working_day.ts'

it.each([
  ['2026-11-23', '2026-11-24', 'Monday to Tuesday'],
  ['2026-11-27', '2026-11-30', 'over a week-end'],
  ['2026-11-29', '2026-11-30', 'from a Sunday'],
  ['2026-12-24', '2026-12-28', 'over Christmas, St Stephen and a week-end'],
  ['2026-12-31', '2027-01-04', 'over New Year, 2 January and a Sunday'],
  ['2026-04-02', '2026-04-07', 'over Easter, 5 April 2026'],
  ['2026-05-13', '2026-05-15', 'over Ascension'],
  ['2026-05-22', '2026-05-26', 'over Whit Monday'],
  ['2026-04-30', '2026-05-04', 'over 1 May'],
  ['2027-03-25', '2027-03-30', 'over Easter, 28 March 2027'],
  ['2030-07-31', '2030-08-02', 'over 1 August'],
  ['2038-04-22', '2038-04-27', 'over the latest Easter, 25 April 2038'],
])('the next working day after %s is %s: %s', (day, next) => {
  expect(nextWorkingDay(day)).toBe(next)
})

it('the id of a draft stands for the paiements in it, whatever their order', () => {
  const id = draftIdOf('hs', 12, [345, 7])
  expect(id).toMatch(/^BROUILLON-D12-[0-9a-f]{10}-hs$/)
  expect(draftIdOf('hs', 12, [7, 345])).toBe(id)
  const others = [draftIdOf('hs', 12, [7]), draftIdOf('hs', 12, [7, 34, 5]), draftIdOf('hs', 12, [])]
  expect(new Set([id, ...others]).size).toBe(4)
  expect(endToEndIdOf(12, 345)).toBe('D12-P345')
})

it('ids of a long SIS have 35 characters, and still stand for their paiements', () => {
  const ids = [[1], [2]].map((paiements) => draftIdOf('a'.repeat(31), 123_456, paiements))
  expect(ids.map((id) => id.length)).toEqual([35, 35])
  expect(new Set(ids).size).toBe(2)
})
