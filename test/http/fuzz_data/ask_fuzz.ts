import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whole } from '../../support/whole.ts'
import { useYears } from '../../support/years.ts'
import { useDoors } from '../every_operation/doors.ts'
import { fuzz, type Target, writes } from './fuzz.ts'

// .ci/run runs more, and `npm run bench -- fuzz` 10,000.
const times = whole ? 80 : 48

/** Fuzzes one share of the operations that write, as tests. */
export function askFuzz(part: number, of: number): void {
  const doors = useDoors()
  const target = {} as Target
  // Every date of a body lies in an open year.
  useYears(doors.database, 1990, 2040)
  const all = { sent: 0, accepted: 0 }

  beforeAll(async () => {
    const admin = await doors.database.as('admin')
    const { rows } = await admin.query('select id::text, email from auth.users')
    const bearers = new Map<string, string>()
    for (const { id } of rows) bearers.set(id, await doors.bearer({ user: Number(id) }))
    Object.assign(target, {
      client: doors.client(),
      bearers,
      owner: rows.find(({ email }) => email === 'commandant@example.org')?.id,
      sampleOf: (operation) => doors.sampleOf(operation),
      query: (text, values) => admin.query(text, values),
    } satisfies Target)
  })

  describe.each(writes.filter((_, n) => n % of === part))('$id, sent random bodies,', (operation) => {
    it('answers each, names the fault, and stores nothing of a refused body', async ({ signal }) => {
      const { findings, sent, accepted } = await fuzz(target, operation, times, signal)
      expect(findings.slice(0, 5)).toEqual([])
      expect(accepted).toBeGreaterThan(0)
      all.sent += sent
      all.accepted += accepted
    })
  })

  afterAll(() => {
    expect(all.accepted, 'at least one random body in six is accepted').toBeGreaterThan(all.sent / 6)
  })
}
