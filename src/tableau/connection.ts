const RETRY_MS = 2_000

type Heard = (online: boolean) => void

const listeners = new Set<Heard>()
let online = true
let asking = false

/** Whether the last request reached the server. */
export function isOnline(): boolean {
  return online
}

/** Calls back whenever the server is lost or found again, until the signal is aborted. */
export function onConnection(heard: Heard, signal?: AbortSignal): void {
  listeners.add(heard)
  signal?.addEventListener('abort', () => listeners.delete(heard))
}

/** Tells what became of a request. A lost server is asked again and again until it answers. */
export function reportConnection(reached: boolean): void {
  if (reached === online) return
  online = reached
  for (const heard of listeners) heard(online)
  if (!online) void askUntilReached()
}

async function askUntilReached(): Promise<void> {
  if (asking) return
  asking = true
  while (!online) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    const answer = await fetch('/ready', { cache: 'no-store' }).catch(() => null)
    if (answer?.ok) reportConnection(true)
  }
  asking = false
}

addEventListener('offline', () => reportConnection(false))
