import { expect, it } from 'vitest'
import { table } from '../../src/commands/table.ts'

it('aligns columns, without trailing spaces', () => {
  expect(
    table([
      ['hs', 'SIS HS', ''],
      ['test', 'é', 'oui'],
    ]),
  ).toBe('hs    SIS HS\ntest  é       oui')
})

it('strips characters that would control the terminal or reverse the text', () => {
  expect(table([['a\u001b[2Jb\nc\u009b', '\u202Ed']])).toBe('a[2Jbc  d')
})
