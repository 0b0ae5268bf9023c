import { describe, expect, it } from 'vitest'
import { analystRules } from './support/conventions/analystes.ts'
import { changeRules } from './support/conventions/changes.ts'
import { constraintRules } from './support/conventions/constraints.ts'
import { guardRules } from './support/conventions/guards.ts'
import { journalRules } from './support/conventions/journal.ts'
import { nameRules } from './support/conventions/names.ts'
import { personneRules } from './support/conventions/personnes.ts'
import { policyRules } from './support/conventions/policies.ts'
import { rightRules } from './support/conventions/rights.ts'
import type { Rule } from './support/conventions/rule.ts'
import { tenancyRules } from './support/conventions/tenancy.ts'
import { versionRules } from './support/conventions/versions.ts'
import { useDatabase } from './support/database.ts'
import { expectNone } from './support/expect_none.ts'

const database = useDatabase()

/** The objects that break a rule, after a change that is rolled back. */
async function offenders(rule: Rule, change = 'select'): Promise<string[]> {
  const admin = await database.as('admin')
  await admin.query('begin')
  try {
    await admin.query(change)
    const { rows } = await admin.query<{ offender: string }>(rule.offenders)
    return rows.map((row) => row.offender).sort()
  } finally {
    await admin.query('rollback')
  }
}

describe.each([
  ...policyRules,
  ...tenancyRules,
  ...guardRules,
  ...rightRules,
  ...nameRules,
  ...constraintRules,
  ...journalRules,
  ...personneRules,
  ...versionRules,
  ...changeRules,
  ...analystRules,
])('$title', (rule) => {
  it('holds', async () => {
    expectNone(await offenders(rule), rule.remedy, rule.title)
  })

  it.each(rule.breaches)('detects a breach: %s', async (breach, offender) => {
    expect(await offenders(rule, breach)).toContain(offender)
  })
})
