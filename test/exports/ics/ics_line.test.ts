import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { icsLine, icsText } from '../../../src/exports/ics/ics_line.ts'

const linesOf = (text: string) => text.split('\r\n').slice(0, -1)
const unfold = (text: string) => text.replaceAll('\r\n ', '').slice(0, -2)

describe('a line', () => {
  it('of up to 75 octets stays whole', () => {
    expect(icsLine('SUMMARY', 'a'.repeat(67))).toBe(`SUMMARY:${'a'.repeat(67)}\r\n`)
  })

  it('is folded before the 76th octet, not character', () => {
    const folded = icsLine('SUMMARY', 'é'.repeat(70))
    // Eight octets of the name, 33 × 2 of the text; then a space and 37 × 2.
    expect(linesOf(folded)).toEqual([`SUMMARY:${'é'.repeat(33)}`, ` ${'é'.repeat(37)}`])
    expect(linesOf(folded).map((line) => Buffer.byteLength(line))).toEqual([74, 75])
  })

  it('never cuts a character, and can be put together again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const value = icsText(text)
        const folded = icsLine('DESCRIPTION', value)
        expect(linesOf(folded).every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
        expect(Buffer.from(folded).toString()).toBe(folded)
        expect(unfold(folded)).toBe(`DESCRIPTION:${value}`)
      }),
    )
  })
})

describe('a text', () => {
  it.each([
    ['Feu, eau; \\ fin', 'Feu\\, eau\\; \\\\ fin'],
    ['un\r\ndeux\ntrois\rquatre', 'un\\ndeux\\ntrois\\nquatre'],
    ['un\u2028deux\u2029trois\u0085quatre', 'un\\ndeux\\ntrois\\nquatre'],
    ['bip\u0007\u0000\u007f tab\t.', 'bip tab\t.'],
    ['X\r\nEND:VEVENT\r\nATTACH:http://x', 'X\\nEND:VEVENT\\nATTACH:http://x'],
  ])('%j cannot end its line', (text, value) => {
    expect(icsText(text)).toBe(value)
  })
})
