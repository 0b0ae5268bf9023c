import { describe, expect, it } from 'vitest'
import { swissText } from '../../../src/exports/iso20022/swiss_text.ts'

describe('a text for a bank', () => {
  it.each([
    ['Zoë Müller-Łukasz', 'Zoë Müller-Łukasz', 'keeps the letters of Latin Extended-A'],
    ['Ștefan Țepeș €', 'Ștefan Țepeș €', 'keeps the five others'],
    ['l’Église “A” – B…', 'l\'Église "A" - B...', 'gets signs that look alike'],
    ['Nguyễn Ǎ q\u0303', 'Nguyen A q', 'loses accents'],
    ['Ελένη ★', '..... .', 'gets dots for the rest'],
    ['e\u0301te\u0301', 'été', 'is composed'],
    [' A\n\tB\u00a0C \u0000', 'A B C', 'has single spaces'],
    ['A\u00adB\u200bC\u202eD', 'ABCD', 'has no invisible signs'],
  ])('%j is %j: it %s', (text, shown) => {
    expect(swissText(text, 70)).toBe(shown)
  })

  it('ends at its length, without a space', () => {
    expect([swissText('abc def', 4), swissText('…………', 4)]).toEqual(['abc', '....'])
  })
})
