import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/config.ts'

// Titles of tests which prove that another test can fail.
const shown = /\b(detects?|detected|checked|reveal|rejected|found|let through)\b/

/**
 * Titles of a file's tests, each after that of its group; without those which prove that another test can
 * fail.
 */
export function titlesOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const calls = [...text.matchAll(/^( *)(describe|it)(?:\.each\(.*\))?\(\s*(['`])(.*?)\3,/gm)]
  let group = ''
  return calls.flatMap(([, indent, call, , title = '']) => {
    if (call === 'describe') {
      group = title
      return []
    }
    const whole = indent === '' ? title : `${group} ${title}`
    return shown.test(whole) ? [] : [whole]
  })
}
