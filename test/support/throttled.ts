import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'
import { type Answer, type TestServers, useServers } from './servers.ts'

/** Servers that count as they do by default, behind a proxy that says where requests come from. */
export function useThrottled(database: TestDatabase, env: Record<string, string> = {}): TestServers {
  return useServers(database, { FAILURES_ALLOWED: '10', MAILS_PER_HOUR: '20', TRUST_PROXY: '1', ...env })
}

/** What the proxy says of a request. */
export const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

let addresses = 0
/** An address that nothing came from yet. */
export function newAddress(): string {
  addresses += 1
  return `10.1.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`
}

/** Statuses of answers, in order. */
export const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

/** So many times the same thing, one after the other. */
export async function times(count: number, ask: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 0; n < count; n += 1) answers.push(await ask(n))
  return answers
}

/** Says no because it was too often, and for how long: that many seconds. */
export function expectTooMany({ status, body, headers }: Answer, atMost: number): number {
  expect([status, body]).toEqual([429, { error: 'Trop de tentatives : réessayez plus tard' }])
  const seconds = Number(headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(atMost)
  return seconds
}
