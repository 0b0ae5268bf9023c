import { expect, it } from 'vitest'
import {
  countText,
  dayText,
  decimalText,
  francsText,
  momentText,
  numberText,
  percentText,
  periodText,
  sinceText,
  typeset,
} from '../../src/tableau/views/french.ts'

const day = '2020-06-01T12:00:00Z'
const now = Date.parse(day)
// Spaces that do not break, as one writes them in a test: _ for the usual one, ' for a thin one.
const shown = (text: string) => text.replaceAll('\u00a0', '_').replaceAll('\u202f', "'")

it('numbers have thin spaces, and francs a point', () => {
  expect([12_345, 7].map(numberText).map(shown)).toEqual(["12'345", '7'])
  expect([1_234.5, 0].map(francsText).map(shown)).toEqual(["1'234.50", '0.00'])
  expect(decimalText(14)).toBe('14,00')
  expect(shown(percentText(0.87))).toMatch(/^87['_]%$/)
  expect([0, 1, 2].map((count) => shown(countText(count, 'alarme')))).toEqual([
    '0_alarme',
    '1_alarme',
    '2_alarmes',
  ])
})

it('a day has its weekday, its year only in another one, and stays in one line', () => {
  expect(shown(dayText('2020-03-14T08:05:00', day))).toBe('sam._14_mars')
  expect(shown(dayText('2019-03-01T08:05:00', day))).toBe('ven._1er_mars_2019')
  expect(shown(momentText('2019-03-14T08:05:00'))).toBe('jeu._14_mars_2019,_08:05')
})

it('a period names its second day only if it has one', () => {
  expect(shown(periodText('2019-03-14T08:05:00', '2019-03-14T12:00:00'))).toBe(
    'jeu._14_mars_2019,_08:05–12:00',
  )
  expect(shown(periodText('2019-03-14T18:00:00', '2019-03-15T06:00:00'))).toBe(
    'jeu._14_mars_2019,_18:00 – ven._15_mars_2019,_06:00',
  )
})

it('the time since an instant is counted in minutes, hours, and then named', () => {
  const ago = (minutes: number) => shown(sinceText(new Date(now - minutes * 60_000).toISOString(), now))
  expect([0, 12, 185].map(ago)).toEqual(['à l’instant', '12_min', '3_h_05'])
  expect(ago(3 * 24 * 60)).toMatch(/^ven._29_mai/)
})

it('a sign stays with its word', () => {
  expect(shown(typeset('Le bloc « 91 » annonce 5 : est-ce juste ? Oui ; non !'))).toBe(
    'Le bloc «_91_» annonce 5_: est-ce juste_? Oui_; non_!',
  )
})
