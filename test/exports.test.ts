import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSources, type Sources } from './support/sources.ts'

const declared = /^export (?:async )?(?:const|function\*?|(?:abstract )?class|interface|type) (\w+)/gm
const named = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'(\.[^']+)'/g

const atRunTime = /\bimport\('(\.[^']+)'\)/g

/** Exports of the files of src/ and bench/ that no other file imports. A file that is imported at run time counts whole. */
function idleExports(sources: Sources): string[] {
  const imported = new Set(
    [...sources].flatMap(([path, text]) =>
      [...text.matchAll(named)].flatMap(([, names = '', from = '']) =>
        names.split(',').map((name) => {
          const [original = ''] = name
            .trim()
            .replace(/^type /, '')
            .split(' as ')
          return `${join(path, '..', from)} ${original}`
        }),
      ),
    ),
  )
  const whole = new Set(
    [...sources].flatMap(([path, text]) =>
      [...text.matchAll(atRunTime)].map(([, from = '']) => join(path, '..', from)),
    ),
  )
  return [...sources].flatMap(([path, text]) =>
    /^(?:src|bench)\//.test(path) && !whole.has(path)
      ? [...text.matchAll(declared)]
          .map(([, name = '']) => `${path} ${name}`)
          .filter((each) => !imported.has(each))
      : [],
  )
}

it('an export of src/ or bench/ is imported by another file, except pages of the board, which are loaded by name', () => {
  const idle = idleExports(readSources(['src', 'bench', 'test'], ['.ts']))
  expect(idle.filter((each) => !/^src\/tableau\/pages\/.* page$/.test(each))).toEqual([])
})

it('an export that no file imports is detected', () => {
  const sources = new Map([
    ['src/a/a.ts', 'export const used = 1\nexport interface Idle {}\n'],
    ['test/a.test.ts', "import { type Idle as Other, used } from '../src/a/a.ts'\n"],
    ['src/b.ts', "import { Idle } from './a.ts'\nexport async function idle() {}\n"],
  ])
  expect(idleExports(sources)).toEqual(['src/b.ts idle'])
  sources.delete('test/a.test.ts')
  expect(idleExports(sources)).toEqual(['src/a/a.ts used', 'src/a/a.ts Idle', 'src/b.ts idle'])
})
