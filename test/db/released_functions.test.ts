import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { previousArchive } from '../ci/previous_release.ts'

/** The language of each function in a listing of the catalogue, by its signature with the names of arguments. */
function languages(listing: string): Map<string, string> {
  const functions = listing.matchAll(
    /^function ([\w.]+\(.*\)) owner \w+: .*? LANGUAGE (\w+) .*?AS \$function\$/gm,
  )
  return new Map([...functions].map(([, signature = '', language = '']) => [signature, language]))
}

/** Functions of a listing that an older one has in another language. */
function changed(before: string, now: string): string[] {
  const released = languages(before)
  return [...languages(now)].flatMap(([signature, language]) => {
    const old = released.get(signature)
    return old && old !== language ? [`${signature}: ${old} -> ${language}`] : []
  })
}

const current = readFileSync(join(root, 'migrations/schema.txt'), 'utf8')
const archive = previousArchive()

// A request of the old server that waits for the migration has the handler of the old language, and reads the new body.
describe('a function that a release has', () => {
  it.runIf(archive)('keeps its language', () => {
    const released = execFileSync('tar', ['-xzOf', archive ?? '', 'migrations/schema.txt'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    })
    expect(languages(released).size).toBeGreaterThan(500)
    expect(changed(released, current)).toEqual([])
  })

  it('would be seen in another language', () => {
    const [signature = '', language = ''] = [...languages(current)][0] ?? []
    const other = language === 'sql' ? 'plpgsql' : 'sql'
    const written = `function ${signature} owner caserne_owner: CREATE FUNCTION x() RETURNS json LANGUAGE ${other} AS $function$ $function$`
    expect(changed(current, written)).toEqual([`${signature}: ${language} -> ${other}`])
  })
})
