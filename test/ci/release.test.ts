import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyCheckout } from './copy_checkout.ts'

const copy = join(mkdtempSync(join(tmpdir(), 'caserne-release-')), 'caserne')
const patience = { timeout: 600_000 }

/** Runs a program in the copy, to its end. @returns what it said on standard output */
function run(program: string, ...args: string[]): string {
  const { PATH, HOME } = process.env
  const someone = { GIT_AUTHOR_NAME: 'x', GIT_AUTHOR_EMAIL: 'x@example.org' }
  const committer = { GIT_COMMITTER_NAME: 'x', GIT_COMMITTER_EMAIL: 'x@example.org' }
  const env = { PATH, HOME, NO_COLOR: '1', ...someone, ...committer }
  return execFileSync(program, args, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28, env, stdio: 'pipe' })
}

const read = (path: string) => readFileSync(join(copy, path), 'utf8')
const next = () => run(process.execPath, 'src/main.ts', 'schema', '--next')
const releases = (): { version: string; commit?: string; migrations: object }[] =>
  JSON.parse(read('migrations/releases.json'))

let before = ''

beforeAll(() => {
  copyCheckout(copy)
  // So that there is a migration also on the day after a release.
  run('sh', '-c', `echo "comment on schema request is 'The request.';" >> sql/request/utc.sql`)
  run(process.execPath, 'src/main.ts', 'schema')
  run('git', 'init', '--quiet')
  run('git', 'add', '--all')
  run('git', 'commit', '--quiet', '-m', 'as it is')
  before = next()
}, 120_000)
afterAll(() => rmSync(join(copy, '..'), { recursive: true, force: true }))

it('a release writes down the migration, which passes all checks', patience, () => {
  const count = releases().length
  run('.ci/release', '9.9.9')
  const name = Object.keys(releases()[count]?.migrations ?? {})[0] ?? 'none'
  expect(read(`migrations/committed/${name}`).split('\n\n').slice(1).join('\n\n')).toBe(before)
  expect(read('migrations/current.sql')).toBe('-- Enter migration here\n')
  expect(run('git', 'status', '--porcelain')).toBe('')
  expect(run('git', 'show', '--stat', '--format=', 'v9.9.9')).toContain(`migrations/committed/${name}`)
  expect(releases()[count]?.commit).toBe(run('git', 'rev-list', '-n1', 'v9.9.9').trim())
})

it('there is no next migration then, until sql/ changes', patience, () => {
  expect(next()).toBe('')
  run('sh', '-c', "echo '-- Another comment.' >> sql/request/utc.sql")
  expect(next()).toBe('')
  run('sh', '-c', `echo "comment on schema request is 'Other.';" >> sql/request/utc.sql`)
  expect(next()).toMatch(/^-- Enter migration here\n\n-- Files of sql\/ .*\n--! Included request\/utc\.sql\n/)
})
