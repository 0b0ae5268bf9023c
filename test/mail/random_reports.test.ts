import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMobilisationReport } from '../../src/mail/parsers/mobilisation_report.ts'
import { ink } from './corpus/paper/ink.ts'
import { typeset } from './corpus/paper/typeset.ts'
import { report } from './parsers/sample_report.ts'
import { anyGroupes, anyInk, anyLayout, expectedGroupes, withShortRows } from './random_reports.ts'

describe('parseMobilisationReport', () => {
  it('reads back any groups from any page, in any layout and drawing', async () => {
    await fc.assert(
      fc.asyncProperty(anyGroupes, anyLayout, anyInk, async (any, layout, how) => {
        const groupes = layout.names === 'middle' ? withShortRows(any) : any
        const content = ink(typeset({ ...report, groupes }, layout), how)
        const attachments = [{ filename: 'rapport.pdf', contentType: 'application/pdf', content }]
        const outcome = await parseMobilisationReport({ text: '', attachments })
        expect(outcome).toMatchObject({
          etat: 'alarm',
          report: { code: 'FEU BAT', groupes: expectedGroupes(groupes), avertissements: [] },
        })
      }),
      { seed: 118, numRuns: 40 },
    )
  })
})
