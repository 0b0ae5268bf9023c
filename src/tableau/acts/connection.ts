const RETRY_MS = 2_000
// A proxy without a server behind it, and a server without a database, answer alike.
const UNSERVED = [502, 503, 504]

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

/**
 * Tells whether a request reached the server. A lost server is asked again and again until it answers.
 * @param wait ms before it is asked for the first time
 */
export function reportConnection(reached: boolean, wait = RETRY_MS): void {
  if (reached === online) return
  online = reached
  for (const heard of listeners) heard(online)
  if (!online) void askUntilReached(wait)
}

/** Tells of an answer. A server that cannot work now is lost too, and is left alone for as long as it asks. */
export function reportAnswer({ status, headers }: Response): void {
  const seconds = Number(headers.get('retry-after') ?? 0)
  reportConnection(!UNSERVED.includes(status), Math.max(seconds * 1_000, RETRY_MS))
}

async function askUntilReached(wait: number): Promise<void> {
  if (asking) return
  asking = true
  for (let next = wait; !online; next = RETRY_MS) {
    await new Promise((resolve) => setTimeout(resolve, next))
    const answer = await fetch('/ready', { cache: 'no-store' }).catch(() => null)
    if (answer?.ok) reportConnection(true)
  }
  asking = false
}

addEventListener('offline', () => reportConnection(false))
