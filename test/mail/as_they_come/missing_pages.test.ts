import { describe, expect, it } from 'vitest'
import { em, fire, ricarda } from '../corpus/mobilisation_report/report_mail.ts'
import { ink } from '../corpus/paper/ink.ts'
import type { Page } from '../corpus/paper/pdf_file.ts'
import { typeset } from '../corpus/paper/typeset.ts'
import { alarmOfPdf } from '../parsers/read_pdf.ts'
import { personne } from '../parsers/sample_report.ts'

// Seven pages, with groups that end within a page, fill several, and continue on the next.
const crowd = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    personne(
      `${name}${at} Prénom`,
      at % 3 === 0 ? 'Vient' : 'Pas atteint',
      `+4179${name.length}${100_000 + at}`,
    ),
  )
const spec = fire('2800 Delémont, Rue des Pages 1', {
  groupes: [
    em(ricarda, ...crowd('Un', 12)),
    { ...em(...crowd('Deux', 70)), titre: '91 Secours, SIS Haute-Sorne' },
    { ...em(...crowd('Trois', 40)), titre: '1 Piquet, SIS Test' },
    { ...em(...crowd('Quatre', 90)), titre: '92 Échelle, SIS Haute-Sorne' },
    { ...em(...crowd('Cinq', 40)), titre: '3 Piquet, SIS Delémont' },
  ],
})
const pages = typeset(spec)
const feet = (numbers: number[]) => numbers.map((number) => pages[number - 1] as Page)
const whole = alarmOfPdf(ink(pages))

/** Expects an incomplete alarm with the head of the whole report, and of its groups and people only some, exactly. */
async function expectPart(pdf: Buffer): Promise<string[]> {
  const [part, { groupes, ...head }] = [await alarmOfPdf(pdf), await whole]
  expect(part).toMatchObject({
    ...head,
    incomplet: true,
    groupes_ecartes: expect.any(Array),
    avertissements: expect.any(Array),
  })
  for (const groupe of part.groupes) expect(groupes).toContainEqual(groupe)
  const titles = groupes.map(({ titre }) => titre)
  for (const titre of part.groupes_ecartes) expect(titles).toContain(titre)
  return part.avertissements
}

describe('a report of several pages', () => {
  it('is whole as it was sent', async () => {
    expect(pages.length).toBeGreaterThan(5)
    expect(await whole).toMatchObject({ incomplet: false, avertissements: [], groupes: { length: 5 } })
  })

  const later = Array.from({ length: pages.length - 1 }, (_, at) => at + 1)
  it.each(later)('lacks one page: %i', async (at) => {
    const [gap] = await expectPart(ink(pages.toSpliced(at, 1)))
    expect(gap).toMatch(/^Rapport incomplet : \d+ personnes? lues? sur \d+\.$/)
  })

  it.each(later)('lacks one page, and its pages have no numbers: %i', async (at) => {
    const bare = pages.map((page) => ({
      ...page,
      runs: page.runs.filter(({ text }) => !/^Page: /.test(text)),
    }))
    await expectPart(ink(bare.toSpliced(at, 1)))
  })

  it.each(later)('lacks all pages from one on: %i', async (at) => {
    await expectPart(ink(pages.slice(0, at)))
  })

  it.each(later)('has one page twice: %i', async (at) => {
    const page = pages[at] as Page
    const avertissements = await expectPart(ink(pages.toSpliced(at, 0, page)))
    expect(avertissements).toEqual([`La page ${at + 2} du document est là deux fois.`])
  })

  it.each([[[1, 6, 3, 4, 5, 7, 2]], [[1, 2, 4, 3, 5, 6, 7]], [[7, 6, 5, 4, 3, 2, 1]]])(
    'has its pages out of order: %j',
    async (order) => {
      expect(await expectPart(ink(feet(order)))).toContain('Les pages du rapport ne se suivent pas.')
    },
  )

  it('has feet whose number stands apart from "Page:"', async () => {
    const apart = pages.map((page) => ({
      ...page,
      runs: page.runs.flatMap((run) => {
        const number = /^Page: (\d+)$/.exec(run.text)?.[1]
        return number === undefined
          ? [run]
          : [
              { ...run, text: 'Page:' },
              { ...run, text: number, x: run.x + 45 },
            ]
      }),
    }))
    expect(await alarmOfPdf(ink(apart))).toEqual(await whole)
    const order = [1, 6, 3, 4, 5, 7, 2].map((number) => apart[number - 1] as Page)
    expect(await expectPart(ink(order))).toContain('Les pages du rapport ne se suivent pas.')
  })
})
