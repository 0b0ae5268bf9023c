import { describe, expect, it } from 'vitest'
import { anchorsOf, brokenLinks, longLines, readDocuments } from './support/documents.ts'
import { expectNone } from './support/expect_none.ts'

const documents = readDocuments()

describe('a link of a Markdown file', () => {
  it('leads to an existing file, and to a heading of that file', () => {
    expect(documents.size).toBeGreaterThan(40)
    expectNone(brokenLinks(documents), 'Correct the path, or the heading after #.')
  })

  it('is reported with its line when the file or the heading is missing', () => {
    const text = [
      '# A',
      '[b](docs/b.md) [B](docs/b.md#b--c) [A](#a) [site](https://example.org/x)',
      '`[code](none.md)` [gone](gone.md)',
      '[heading](docs/b.md#gone)',
      '```',
      '[code](none.md)',
      '```',
    ].join('\n')
    const few = new Map([
      ['a.md', text],
      ['docs/b.md', '## B & c\n[up](../a.md#a)'],
    ])
    expect(brokenLinks(few, () => false)).toEqual(['a.md:3: gone.md', 'a.md:4: docs/b.md#gone'])
  })

  it('names a heading as GitHub does', () => {
    const text = '# What `x` is: one, two\n## Été\n## Été\n```sh\n# no heading\n```\n### [A link](b.md)!\n'
    expect([...anchorsOf(text)]).toEqual(['what-x-is-one-two', 'été', 'été-1', 'a-link'])
  })
})

describe('a line of a Markdown file', () => {
  it('is shorter than 120 characters, unless it is a row of a table', () => {
    expectNone(longLines(documents, 119), 'Break the line before column 120.')
  })

  it('is reported when it is longer', () => {
    const few = new Map([['a.md', `${'x'.repeat(119)}\n${'x'.repeat(120)}\n| ${'x'.repeat(120)} |\n`]])
    expect(longLines(few, 119)).toEqual(['a.md:2'])
  })
})
