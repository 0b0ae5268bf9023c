import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/cluster.ts'],
    // Each file has a database of its own; two cores.
    maxWorkers: 4,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
