import { describe, expect, it } from 'vitest'
import { expectNone } from './support/expect_none.ts'
import { findLines, readSources, type Sources } from './support/sources.ts'

const folders = ['src', 'sql', 'docs', 'test', 'bench']
// These two hold the words as examples.
const except = ['docs/conventions.md', 'test/voice.test.ts']
const prose = readSources(folders, ['.ts', '.sql', '.md', '.yaml'])

/** The first lines of comments (`path:line`) that match a pattern, which sees the text without its marks. */
function openings(sources: Sources, pattern: RegExp): string[] {
  return [...sources].flatMap(([path, text]) => {
    const lines = text.split('\n').map((line) => line.trim())
    return lines.flatMap((line, n) => {
      const opens =
        (/^(\/\/|--) /.test(line) && !/^(\/\/|--) /.test(lines[n - 1] ?? '')) ||
        /^\/\*\* /.test(line) ||
        (/^\* /.test(line) && lines[n - 1] === '/**') ||
        (/^'/.test(line) && /^comment on /.test(lines[n - 1] ?? ''))
      const said = line.replace(/^(\/\/|--|\/\*\*|\*|') ?/, '')
      return opens && pattern.test(said) ? [`${path}:${n + 1}`] : []
    })
  })
}

const begins = /^(What|Who|Whose|Whom|Where)\b/
const ofA =
  /(^|[.:?!|] |^(\/\/|--|\/\*\*|\*|-|') ?)Of (an?|the|each|every|all|those|these|both|several|many|two|what) /

const words: [said: string, instead: string, pattern: RegExp][] = [
  ['anew', 'again', /\banew\b/i],
  ['whoever', 'anyone who, people who', /\bwhoever\b/i],
  ['whom', 'that, or a sentence without it', /\bwhom\b/i],
  ['is told', 'is notified, is sent, is logged', /\b(is|are|was|were|be|been) told\b(?! apart)/i],
  ['no more at an end', 'no longer', /\bno more(?=[.,;:'`)])/i],
  ['all the same', 'anyway', /\ball the same\b/i],
  ['so many', 'this many', /\bso many\b/i],
]

describe('the voice of comments, documentation and tests', () => {
  it.each(words)('does without %s: say %s', (_, instead, pattern) => {
    expectNone(findLines(prose, pattern, except), `Say ${instead}.`)
  })

  it('begins no comment with What, Who, Whose, Whom or Where: say what the thing is', () => {
    expectNone(openings(prose, begins), 'Begin with the thing: “Options for …”, “Returns …”, “Starts …”.')
  })

  it('begins no sentence with “Of a …”: the subject comes first', () => {
    const trimmed = new Map([...prose].map(([path, text]) => [path, text.replace(/^ +/gm, '')]))
    expectNone(
      findLines(trimmed, ofA, except),
      'Begin with the subject, such as “A lost database is logged once”.',
    )
  })
})

it.each([
  ['/** What a check found. */', ['a:1']],
  ['/**\n * Where it is.\n * What it is.\n */', ['a:2']],
  ['// It is here.\n// What it is.', []],
  ["comment on function a() is\n  'Who comes.';", ['a:2']],
])('a comment that begins with What is detected: %j', (text, found) => {
  expect(openings(new Map([['a', text]]), begins)).toEqual(found)
})

it('words and sentences of this kind are detected', () => {
  const said = 'it is told anew to whoever, of whom so many know no more. All the same'
  expect(words.filter(([, , pattern]) => !pattern.test(said))).toEqual([])
  for (const text of ['Of a device, it tells.', '// Of the log.', 'It is. Of two runs, one waits.'])
    expect(ofA.test(text)).toBe(true)
  for (const text of ['// Some of the log.', 'no more than two', 'Of course.'])
    expect(ofA.test(text)).toBe(false)
})
