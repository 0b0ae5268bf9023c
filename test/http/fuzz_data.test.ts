import { describe, expect, it } from 'vitest'
import { useDoors } from './every_operation/doors.ts'
import { fuzz, type Target, writes } from './fuzz_data/fuzz.ts'

const doors = useDoors()

// More in .ci/run, and ten times that by `npm run bench -- fuzz`.
const times = process.env.CI ? 1000 : 100

async function target(): Promise<Target> {
  return {
    sendAll: (requests) => doors.client().sendAll(requests),
    headers: { 'sis-key': 'hs', authorization: await doors.bearer() },
    sampleOf: (operation) => doors.sampleOf(operation),
    state: () => doors.written(),
  }
}

const all = { sent: 0, accepted: 0 }

describe.each(writes)('$id, sent random bodies,', (operation) => {
  it('answers each, names what is wrong, and keeps nothing of what it refuses', {
    timeout: 120_000,
  }, async () => {
    const { findings, sent, accepted } = await fuzz(await target(), operation, times)
    expect(findings.slice(0, 5)).toEqual([])
    expect(accepted).toBeGreaterThan(0)
    all.sent += sent
    all.accepted += accepted
  })
})

it('is random enough: one in five is good', () => {
  expect(all.accepted / all.sent).toBeGreaterThan(0.2)
})
