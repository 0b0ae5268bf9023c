import { setTimeout as pause } from 'node:timers/promises'
import { HttpClient } from '../http_client.ts'
import { median } from '../median.ts'

// Longer than connections to a database usually stay open unused.
const SILENCE_MS = 12_000
const NEXT = 10

/** Ms of the first request after a silence, and of the next ones. */
interface Silence {
  first: number
  next: number
}

/** Asks for a list after some silences. @returns the medians */
export async function timeSilence(
  port: number,
  path: string,
  headers: Record<string, string>,
  times: number,
): Promise<Silence> {
  const http = new HttpClient(1)
  const ask = async () => {
    const began = performance.now()
    await http.ask(port, 'GET', path, headers)
    return performance.now() - began
  }
  for (let n = 0; n < NEXT; n++) await ask()
  const found: Silence[] = []
  for (let n = 0; n < times; n++) {
    await pause(SILENCE_MS)
    const first = await ask()
    const next: number[] = []
    for (let m = 0; m < NEXT; m++) next.push(await ask())
    found.push({ first, next: median(next) })
  }
  http.close()
  return { first: median(found.map(({ first }) => first)), next: median(found.map(({ next }) => next)) }
}
