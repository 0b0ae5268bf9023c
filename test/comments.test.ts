import { expect, it } from 'vitest'
import { expectNone } from './support/expect_none.ts'
import { readSources } from './support/sources.ts'

/**
 * Places (`path:line`) of functions with the wrong kind of comment: exported functions take a docblock, the
 * others `//`.
 */
function misplaced(sources: Map<string, string>): string[] {
  const wrong = [
    / *\*\/$\n(?:async function|function| {2}(?:async |static )*#\w+[(<])/m,
    /^ *\/\/.*\nexport (?:async )?function/m,
  ]
  return [...sources].flatMap(([path, text]) =>
    wrong.flatMap((pattern) =>
      [...text.matchAll(new RegExp(pattern, 'gm'))].map(
        ({ index }) => `${path}:${text.slice(0, index).split('\n').length}`,
      ),
    ),
  )
}

it('a comment before a function is a docblock if the function is exported, and a plain comment otherwise', () => {
  expectNone(
    misplaced(readSources(['src', 'bench'], ['.ts'])),
    'Write /** … */ above an exported function, and // above any other.',
  )
})

it('a comment of the wrong kind is detected', () => {
  const sources = new Map([
    ['src/a.ts', '/** Says a. */\nfunction a() {}\n\n/** Says b. */\nexport function b() {}\n'],
    ['src/b.ts', '// Says b.\nexport function b() {}\n\n// Says a.\nfunction a() {}\n'],
    ['src/c.ts', 'class C {\n  /** Says a. */\n  async #a() {}\n\n  /** Says b. */\n  b() {}\n}\n'],
  ])
  expect(misplaced(sources)).toEqual(['src/a.ts:1', 'src/b.ts:1', 'src/c.ts:2'])
})
