import { describe, expect, it } from 'vitest'
import { longDate, period, shortDate } from '../../src/text/french_date.ts'

describe('a date', () => {
  it('is short on forms', () => {
    expect(shortDate('2026-03-18')).toBe('18.03.2026')
  })

  it.each([
    ['2026-03-18', 'mercredi 18 mars 2026'],
    ['2026-03-01', 'dimanche 1er mars 2026'],
    ['2026-08-11', 'mardi 11 août 2026'],
  ])('is written out in letters: %s', (date, text) => {
    expect(longDate(date)).toBe(text)
  })
})

it.each([
  ['19:30:00', 120, 'de 19 h 30 à 21 h 30'],
  ['08:00:00', 60, 'de 8 h à 9 h'],
  ['23:15:00', 50, 'de 23 h 15 à 0 h 05'],
])('a period that begins at %s and lasts %i minutes is written in hours', (heure, duree, text) => {
  expect(period(heure, duree)).toBe(text)
})
