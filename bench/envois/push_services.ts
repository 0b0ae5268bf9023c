import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'

/** Order for the process of the services, which answers each with the figures that it has not reported yet. */
export interface Order {
  /** A service that answers nothing from now on. */
  hang?: number
  /** A service that answers again. */
  answer?: number
}

/** Answers of the services. */
export interface Report {
  /** Topic and browser of each message, and when it was answered, in ms since 1970. */
  answered: [topic: string, browser: number, at: number][]
  /** Messages that were decrypted and whose signature holds. */
  read: number
  faults: string[]
}

/** Some push services, in a process of their own. */
export interface PushServices {
  origins: string[]
  pid: number
  /** Gives an order, and gathers what was answered. */
  order(order: Order): Promise<void>
  /** When each message of an alarm was answered, by browser. */
  answeredOf(alarme: number): Map<number, number>
  /** Messages that were decrypted and checked, and what was wrong with others. */
  readonly checked: { read: number; faults: string[] }
  stop(): Promise<void>
}

/**
 * Starts push services that speak RFC 8030.
 * @param latency how long each takes to answer, in ms
 * @param sampled the messages of one in this many browsers are decrypted
 */
export async function startPushServices(
  count: number,
  latency: number,
  sampled: number,
): Promise<PushServices> {
  const child = fork(join(import.meta.dirname, 'push_process.ts'), [count, latency, sampled].map(String))
  const [origins] = (await once(child, 'message')) as [string[]]
  const byTopic = new Map<string, Map<number, number>>()
  const checked = { read: 0, faults: [] as string[] }
  return {
    origins,
    pid: child.pid ?? 0,
    checked,
    order: async (order) => {
      child.send(order)
      const [{ answered, read, faults }] = (await once(child, 'message')) as [Report]
      checked.read += read
      checked.faults.push(...faults)
      for (const [topic, browser, at] of answered) {
        const times = byTopic.get(topic) ?? new Map<number, number>()
        // The first answer counts: a message that is sent again comes too late.
        if (!times.has(browser)) times.set(browser, at)
        byTopic.set(topic, times)
      }
    },
    answeredOf: (alarme) => byTopic.get(topicOf(alarme)) ?? new Map(),
    stop: async () => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

// As the worker names what it tells (src/worker/envois/push_messages.ts).
function topicOf(alarme: number): string {
  return createHash('sha256').update(`alarme-${alarme}`).digest('base64url').slice(0, 32)
}
