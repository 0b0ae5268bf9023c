import type { Api } from './call_api.ts'
import { onConnection, reportConnection } from './connection.ts'

/** An event of a stream: its name and its data, parsed. */
export interface StreamEvent {
  event: string
  data: unknown
}

const SILENCE_MS = 45_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

/**
 * Follows a stream of server-sent events until the signal is aborted. A broken or silent stream is resumed where it
 * was. docs/reference/alarm-stream.md describes the stream.
 */
export async function followStream(
  fetchStream: Api['fetch'],
  path: string,
  heard: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let last = ''
  let wait = FIRST_WAIT_MS
  while (!signal.aborted) {
    const round = new AbortController()
    const both = AbortSignal.any([signal, round.signal])
    try {
      const headers: HeadersInit = last === '' ? {} : { 'last-event-id': last }
      const response = await fetchStream(path, { headers, signal: both, cache: 'no-store' })
      for await (const block of blocksOf(response, () => round.abort())) {
        wait = FIRST_WAIT_MS
        const { event, id, data } = read(block)
        if (id !== '') last = id
        if (data !== '') heard({ event, data: JSON.parse(data) })
      }
    } catch (error) {
      if (signal.aborted) return
      // A refusal is tried again too: the server may be restarting.
      if (error instanceof TypeError) reportConnection(false)
    } finally {
      round.abort()
    }
    await pause(wait * (0.75 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

// The blocks of a stream, comments too. `silent` is called when none comes for too long.
async function* blocksOf(response: Response, silent: () => void): AsyncGenerator<string> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const timer = setTimeout(silent, SILENCE_MS)
    const { value, done } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    yield* blocks
  }
}

function read(block: string): { event: string; id: string; data: string } {
  const fields = { event: 'message', id: '', data: '' }
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(event|id|data): ?(.*)$/.exec(line) ?? []
    if (name === 'event' || name === 'id') fields[name] = value
    if (name === 'data') fields.data += value
  }
  return fields
}

// Ends early when a lost server is back.
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    onConnection((online) => online && done(), over.signal)
    signal.addEventListener('abort', done, { signal: over.signal })
  })
}
