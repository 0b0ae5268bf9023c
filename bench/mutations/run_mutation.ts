import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { root } from '../../src/config.ts'
import { copyCheckout } from '../../test/ci/copy_checkout.ts'
import { readSources } from '../../test/support/sources.ts'
import type { Mutation } from './mutations.ts'

/** The result of a mutation: the first test that failed, null if none did. */
interface Verdict {
  caughtBy: string | null
  seconds: number
}

// The part of vitest's JSON report that is read.
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

/**
 * Applies a mutation to a copy of the checkout. Runs first the tests that should see it, then all tests.
 * @throws when the test that failed fails without the mutation too
 */
export function runMutation(mutation: Mutation): Verdict {
  const began = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'caserne-mutation-'))
  // Tests start programs as another user, who must be able to enter the copy.
  chmodSync(folder, 0o755)
  const [broken, sound] = [join(folder, 'broken'), join(folder, 'sound')]
  try {
    copyCheckout(broken)
    const env = breakIn(broken, mutation)
    const failed = failingTest(broken, env, mutation.likely.split(' ')) ?? failingTest(broken, env, [])
    if (failed !== null) {
      copyCheckout(sound)
      if (failingTest(sound, {}, [failed.file]) !== null)
        throw new Error(`${failed.file} fails without the mutation too: ${mutation.name}`)
    }
    const seconds = (performance.now() - began) / 1000
    return { caughtBy: failed && `${failed.file}: ${failed.test}`, seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// SQL mutations run in the databases that tests clone (test/support/cluster.ts). Others replace a line in the copy.
function breakIn(copy: string, mutation: Mutation): Record<string, string> {
  if ('program' in mutation) {
    replaceOnce(copy, mutation.program, mutation.to)
    return {}
  }
  const file = join(copy, 'mutation.sql')
  writeFileSync(file, 'sql' in mutation ? mutation.sql : replaceInFunction(mutation))
  return { TEST_MUTATION: file }
}

function replaceOnce(copy: string, text: string, replacement: string): void {
  const files = [...readSources(['src'], ['.ts'])].filter(([, source]) => source.split(text).length === 2)
  const [file] = files
  if (file === undefined || files.length > 1) throw new Error(`In ${files.length} files, not in one: ${text}`)
  writeFileSync(
    join(copy, file[0]),
    file[1].replace(text, () => replacement),
  )
}

function replaceInFunction(mutation: { function: string; from: string; to: string }): string {
  const [name, from, to] = [mutation.function, mutation.from, mutation.to].map(
    (text) => `'${text.replaceAll("'", "''")}'`,
  )
  return `do $do$
    declare
      v_source text := pg_get_functiondef(${name}::regprocedure);
    begin
      if strpos(v_source, ${from}) = 0 then raise 'not in %: %', ${name}, ${from}; end if;
      execute replace(v_source, ${from}, ${to});
    end $do$`
}

interface FailedTest {
  file: string
  test: string
}

function failingTest(copy: string, env: Record<string, string>, files: string[]): FailedTest | null {
  const report = join(copy, 'report.json')
  const { status, stdout } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...files],
    { cwd: copy, env: { ...process.env, ...env }, encoding: 'utf8' },
  )
  if (status === 0) return null
  const { testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  for (const { name, assertionResults } of testResults)
    for (const { fullName, status } of assertionResults)
      if (status === 'failed') return { file: relative(copy, name), test: fullName }
  const broken = testResults.find(({ status }) => status === 'failed')
  if (broken) return { file: relative(copy, broken.name), test: 'the file could not be run' }
  throw new Error(`vitest ended with ${status}: ${stdout.slice(-2000)}`)
}
