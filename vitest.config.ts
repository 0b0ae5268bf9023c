import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { longTests } from './test/support/long_tests.ts'
import { LongestFirst } from './test/support/longest_first.ts'
import { sortTests } from './test/support/needs_cluster.ts'
import { whole } from './test/support/whole.ts'

// Most of the time that a program or a worker takes to start is the compiling of what it loads: kept from one to the
// next.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'caserne-compile-cache')

// What only .ci/run runs: what takes long, and what needs the history in git, copies of the checkout, or an extension
// of Debian's PostgreSQL. Files that are named on the command line run anyway.
const named = process.argv.some((each) => each.startsWith('test/'))
const long = longTests.flatMap(({ files }) => files.map((file) => `test/${file}.test.ts`))
const elsewhere = [
  ...(whole || named ? [] : long),
  ...(process.env.TEST_CI ? [] : ['test/ci/**']),
  ...(process.env.TEST_POSTGRES_BINARIES ? [] : ['test/plpgsql_check.test.ts']),
]

const { database, plain } = sortTests()

export default defineConfig({
  test: {
    // Tests that look into the process of the servers cannot run against an installation.
    setupFiles: process.env.TEST_INSTALLATION ? ['test/support/skip_of_this_process.ts'] : [],
    exclude: [...configDefaults.exclude, ...elsewhere],
    // Each file has a database of its own; two cores.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Files share what their worker has loaded, and nothing else: each has its database, servers and spies.
    isolate: false,
    // What hangs is found anyway; what a loaded machine is slow at is no failure.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'database',
          include: database,
          globalSetup: ['test/support/scratch.ts', 'test/support/cluster.ts'],
        },
      },
      // Tests that need no PostgreSQL, or start one of their own.
      { extends: true, test: { name: 'plain', include: plain, globalSetup: ['test/support/scratch.ts'] } },
    ],
  },
})
