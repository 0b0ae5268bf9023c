import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest_first.ts'

// Most of the time that a program or a worker takes to start is the compiling of what it loads: kept from one to the next.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'caserne-compile-cache')

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
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
