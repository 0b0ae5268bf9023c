import { runUntilStopped } from '../../src/process/run.ts'

// A program whose stop hangs, and whose event loop stands still at SIGUSR2. Arguments: the longest stop and the stall,
// in milliseconds.
const [stopMs, stallMs] = process.argv.slice(2).map(Number)
await runUntilStopped(async ({ started }) => {
  started.add('a part', () => new Promise(() => undefined))
  setInterval(() => undefined, 1_000)
  process.on('SIGUSR2', () => {
    process.stdout.write('stalled\n')
    const end = performance.now() + (stallMs ?? 0)
    while (performance.now() < end);
  })
  process.stdout.write('started\n')
}, stopMs)
