import { describe, expect, it } from 'vitest'
import { decimal, minus, over, ratio, round05, show, sum, times, wholePart, zero } from './rational.ts'

describe('an exact number', () => {
  it('is read from a decimal of the wire and written as one', () => {
    expect(['0.00', '12.50', '-0.05', '7', '0.10600'].map((text) => show(decimal(text)))).toEqual([
      '0.00',
      '12.50',
      '-0.05',
      '7.00',
      '0.11',
    ])
    expect(() => decimal('1e3')).toThrow('not a decimal: 1e3')
  })

  it('keeps thirds: 10 ÷ 3 × 3 = 10', () => {
    expect(times(over(ratio(10), ratio(3)), ratio(3))).toEqual(ratio(10))
  })

  it('is in lowest terms, with the sign above: 2/−4 = −1/2', () => {
    expect([ratio(2, -4), ratio(-2, -4), ratio(0, -3)]).toEqual([
      { n: -1n, d: 2n },
      { n: 1n, d: 2n },
      { n: 0n, d: 1n },
    ])
  })

  it('adds what floats do not: 0.10 + 0.20 − 0.30 = 0', () => {
    expect(minus(sum(['0.10', '0.20'].map(decimal)), decimal('0.30'))).toEqual(zero)
  })

  it('has a whole part: 3.75 has 3', () => {
    expect(wholePart(decimal('3.75'))).toEqual(ratio(3))
  })
})

describe('rounding to five centimes', () => {
  it.each([
    ['12.52', '12.50'],
    ['12.524999', '12.50'],
    ['12.525', '12.55'],
    ['12.53', '12.55'],
    ['-12.525', '-12.55'],
    ['-12.524', '-12.50'],
    ['0.025', '0.05'],
    ['-0.024', '0.00'],
  ])('makes %s to %s: halves go away from zero', (text, rounded) => {
    expect(show(round05(decimal(text)))).toBe(rounded)
  })
})
