import { expect, it } from 'vitest'
import { expandPatterns } from '../../../src/db/schema/compile_schema.ts'

it('replaces a pattern by a line for each matching file, by name', () => {
  const all = ['api/b/two.sql', 'api/b/one.sql', 'api/a/three.sql', 'api/a/notes.md']
  expect(expandPatterns('-- All.\n--!include api/**/*.sql\n', all)).toBe(
    '-- All.\n--!include api/a/three.sql\n--!include api/b/one.sql\n--!include api/b/two.sql\n',
  )
})

it('omits a file that has its own line, above or below', () => {
  const all = ['api/first.sql', 'api/last.sql', 'api/other.sql']
  const text = '--!include api/other.sql\n--!include api/*.sql\n--!include api/first.sql\n'
  expect(expandPatterns(text, all)).toBe(
    '--!include api/other.sql\n--!include api/last.sql\n--!include api/first.sql\n',
  )
})

it('assigns a file to the first pattern that it matches', () => {
  const all = ['api/grade_json.sql', 'api/create_grade.sql']
  expect(expandPatterns('--!include api/*_json.sql\n--!include api/*.sql\n', all)).toBe(
    '--!include api/grade_json.sql\n--!include api/create_grade.sql\n',
  )
})
