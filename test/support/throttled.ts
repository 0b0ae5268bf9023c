import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'
import { type Answer, type TestServers, useServers } from './servers.ts'

/** Servers with the default limits on attempts, behind a proxy that forwards client addresses. */
export function useThrottled(database: TestDatabase, env: Record<string, string> = {}): TestServers {
  return useServers(database, { FAILURES_ALLOWED: '10', MAILS_PER_HOUR: '20', TRUST_PROXY: '1', ...env })
}

/** The header that the proxy adds to a request. */
export const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

let addresses = 0
/** A client address not used yet. */
export function newAddress(): string {
  addresses += 1
  return `10.1.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`
}

/** Statuses of answers, in order. */
export const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

/** Repeats one call, one after the other. */
export async function times(count: number, ask: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 0; n < count; n += 1) answers.push(await ask(n))
  return answers
}

/** Expects a refusal for too many attempts, with this number of seconds to wait. */
export function expectTooMany({ status, body, headers }: Answer, atMost: number): number {
  expect([status, body]).toEqual([429, { error: 'Trop de tentatives : réessayez plus tard' }])
  const seconds = Number(headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(atMost)
  return seconds
}
