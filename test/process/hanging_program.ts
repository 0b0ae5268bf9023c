import { runUntilStopped } from '../../src/process/run.ts'

// A program that never finishes to stop, or to start.
await runUntilStopped(async ({ started }) => {
  setInterval(() => undefined, 1_000)
  started.add(null, () => new Promise<never>(() => undefined))
  process.stdout.write('started\n')
  if (process.argv[3] === 'start') await new Promise<never>(() => undefined)
}, Number(process.argv[2]))
