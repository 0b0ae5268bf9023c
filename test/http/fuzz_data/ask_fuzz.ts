import { beforeAll, describe, expect, it } from 'vitest'
import { useYears } from '../../support/years.ts'
import { useDoors } from '../every_operation/doors.ts'
import { fuzz, type Target, writes } from './fuzz.ts'

// The whole in .ci/run, and ten times that by `npm run bench -- fuzz`.
const times = process.env.CI ? 1000 : 48

/** Fuzzes one part of so many of the operations that write, as tests. */
export function askFuzz(part: number, of: number): void {
  const doors = useDoors()
  const target = {} as Target
  // Every date that a body may have is one of an open year.
  useYears(doors.database, 1990, 2040)
  const all = { sent: 0, accepted: 0 }

  beforeAll(async () => {
    const admin = await doors.database.as('admin')
    const { rows } = await admin.query('select id::text from auth.users')
    const bearers = new Map<string, string>()
    for (const { id } of rows) bearers.set(id, await doors.bearer({ user: Number(id) }))
    Object.assign(target, {
      client: doors.client(),
      bearers,
      sampleOf: (operation) => doors.sampleOf(operation),
      query: (text, values) => admin.query(text, values),
    } satisfies Target)
  })

  describe.each(writes.filter((_, n) => n % of === part))('$id, sent random bodies,', (operation) => {
    it('answers each, names what is wrong, and keeps nothing of what it refuses', async ({ signal }) => {
      const { findings, sent, accepted } = await fuzz(target, operation, times, signal)
      expect(findings.slice(0, 5)).toEqual([])
      expect(accepted).toBeGreaterThan(0)
      all.sent += sent
      all.accepted += accepted
    })
  })

  it('is random enough: one in six is good', () => {
    expect(all.accepted / all.sent).toBeGreaterThan(1 / 6)
  })
}
