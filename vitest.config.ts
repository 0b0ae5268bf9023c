import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest_first.ts'

// Most of the time that a program or a worker takes to start is the compiling of what it loads: kept from one to the next.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'caserne-compile-cache')

// What only .ci/run runs: it needs the history in git, copies of the checkout, or an extension of Debian's PostgreSQL.
const elsewhere = [
  ...(process.env.TEST_CI ? [] : ['test/ci/**']),
  ...(process.env.TEST_POSTGRES_BINARIES ? [] : ['test/plpgsql_check.test.ts']),
]

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...elsewhere],
    // Tests that look into the process of the servers cannot run against an installation.
    setupFiles: process.env.TEST_INSTALLATION ? ['test/support/skip_of_this_process.ts'] : [],
    globalSetup: ['test/support/scratch.ts', 'test/support/cluster.ts'],
    // Each file has a database of its own; two cores.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Files share what their worker has loaded, and nothing else: each has its database, servers and spies.
    isolate: false,
    // What hangs is found all the same; what a loaded machine is slow at is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
