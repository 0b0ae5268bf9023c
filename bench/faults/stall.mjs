// Loaded into a worker (NODE_OPTIONS=--import): its event loop stands still for ten seconds at SIGUSR2.
const STALL_MS = 10_000

process.on('SIGUSR2', () => {
  const end = performance.now() + STALL_MS
  while (performance.now() < end);
})
