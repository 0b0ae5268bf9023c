import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { root } from '../../src/config.ts'
import { readSources } from '../../test/support/sources.ts'
import type { Mutation } from './mutations.ts'

/** The result of a mutation: the first test that failed, null if none did. */
export interface Verdict {
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

/** Applies a mutation to a copy of the checkout. Runs first the tests that should see it, then all tests. */
export function runMutation(mutation: Mutation): Verdict {
  const began = performance.now()
  const copy = mkdtempSync(join(tmpdir(), 'caserne-mutation-'))
  // Tests start programs as another user, who must be able to enter the copy.
  chmodSync(copy, 0o755)
  try {
    const env = breakIn(copy, mutation)
    const caughtBy = failingTest(copy, env, mutation.likely.split(' ')) ?? failingTest(copy, env, [])
    return { caughtBy, seconds: (performance.now() - began) / 1000 }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

// SQL mutations run in the databases that tests clone (test/support/cluster.ts). Others replace a line in the copy.
function breakIn(copy: string, mutation: Mutation): Record<string, string> {
  const left = ['.git', '.data', 'node_modules']
  cpSync(root, copy, { recursive: true, filter: (path) => !left.includes(relative(root, path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
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

function failingTest(copy: string, env: Record<string, string>, files: string[]): string | null {
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
      if (status === 'failed') return `${relative(copy, name)}: ${fullName}`
  const broken = testResults.find(({ status }) => status === 'failed')
  if (broken) return relative(copy, broken.name)
  throw new Error(`vitest ended with ${status}: ${stdout.slice(-2000)}`)
}
