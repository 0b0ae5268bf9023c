import { expect, it } from 'vitest'
import { table } from '../../src/commands/table.ts'

it('aligns columns, without spaces at the end of a line', () => {
  expect(
    table([
      ['hs', 'SIS HS', ''],
      ['test', 'é', 'oui'],
    ]),
  ).toBe('hs    SIS HS\ntest  é       oui')
})

it('leaves out what would steer the terminal or turn the text around', () => {
  expect(table([['a\u001b[2Jb\nc\u009b', '\u202Ed']])).toBe('a[2Jbc  d')
})
