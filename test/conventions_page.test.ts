import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../src/config.ts'
import { analystRules } from './support/conventions/analystes.ts'
import { changeRules } from './support/conventions/changes.ts'
import { constraintRules } from './support/conventions/constraints.ts'
import { guardRules } from './support/conventions/guards.ts'
import { journalRules } from './support/conventions/journal.ts'
import { nameRules } from './support/conventions/names.ts'
import { personneRules } from './support/conventions/personnes.ts'
import { policyRules } from './support/conventions/policies.ts'
import { rightRules } from './support/conventions/rights.ts'
import { tenancyRules } from './support/conventions/tenancy.ts'
import { versionRules } from './support/conventions/versions.ts'
import { titlesOf } from './support/test_titles.ts'

const page = readFileSync(join(root, 'docs/conventions.md'), 'utf8')

/** The items of the lists below a heading, each on one line. */
function listed(heading: string): string[] {
  const section =
    page.split(/^##+ /m).find((text) => text.slice(0, text.indexOf('\n')).includes(heading)) ?? ''
  return [...section.matchAll(/^- (.*(?:\n {2}.*)*)/gm)].map(([, item = '']) => item.replaceAll('\n  ', ' '))
}

const remedy = (file: string) =>
  `copy the titles of ${file} to its list in docs/conventions.md, in their order`

describe('docs/conventions.md', () => {
  it.each([
    ['policies.ts', policyRules],
    ['tenancy.ts', tenancyRules],
    ['guards.ts', guardRules],
    ['rights.ts', rightRules],
    ['names.ts', nameRules],
    ['constraints.ts', constraintRules],
    ['journal.ts', journalRules],
    ['personnes.ts', personneRules],
    ['versions.ts', versionRules],
    ['changes.ts', changeRules],
    ['analystes.ts', analystRules],
  ])('lists the rules of %s by their titles', (file, rules) => {
    expect(rules.length).toBeGreaterThan(0)
    expect(listed(file), remedy(file)).toEqual(rules.map(({ title }) => title))
  })

  it.each([
    'test/contract.test.ts',
    'test/contract_reads.test.ts',
    'test/sources.test.ts',
    'test/local_times.test.ts',
    'test/exports.test.ts',
    'test/comments.test.ts',
    'test/voice.test.ts',
    'test/layering.test.ts',
    'test/schema.test.ts',
    'test/glossary.test.ts',
  ])('lists the tests of %s by their titles', (file) => {
    const titles = titlesOf(file)
    expect(titles.length).toBeGreaterThan(0)
    expect(listed(file), remedy(file)).toEqual(titles)
  })
})
