import { describe, expect, it } from 'vitest'
import { em, fire, paper, ricarda } from '../corpus/mobilisation_report/report_mail.ts'
import { ink } from '../corpus/paper/ink.ts'
import type { Page } from '../corpus/paper/pdf_file.ts'
import { typeset } from '../corpus/paper/typeset.ts'
import { alarmOfPdf, readPdf } from './read_pdf.ts'
import { personne } from './sample_report.ts'

const crowd = Array.from({ length: 60 }, (_, at) =>
  personne(`Nom${at} Prénom`, 'Pas atteint', `+4179001${1000 + at}`),
)
const long = fire('2800 Delémont, Rue du Dégât 2', { groupes: [em(ricarda, ...crowd)] })
const pdf = paper({ spec: long })

/** The changed pages of the report, as an undamaged file. */
function redrawn(change: (pages: Page[]) => Page[]): Buffer {
  return ink(change(typeset(long)))
}

describe('an incomplete report in an intact file', () => {
  it.each<[string, Buffer, string]>([
    [
      'lacks its last page',
      redrawn((pages) => pages.slice(0, 1)),
      'Rapport incomplet : 0 personne lue sur 1.',
    ],
    [
      'has its pages in another order',
      redrawn((pages) => pages.toReversed()),
      'Les pages du rapport ne se suivent pas.',
    ],
    [
      'has a page without a number',
      redrawn(([first, ...rest]) => [first as Page, ...rest.map(without(/^Page: /))]),
      'La page 2 du document n’a pas de numéro.',
    ],
  ])('leaves out the group of both pages when it %s', async (_, file, gap) => {
    const { groupes, groupes_ecartes, incomplet, avertissements } = await alarmOfPdf(file)
    expect({ groupes, groupes_ecartes, incomplet }).toEqual({
      groupes: [],
      groupes_ecartes: ['90 EM, SIS Haute-Sorne'],
      incomplet: true,
    })
    expect(avertissements).toContain(gap)
  })

  it('names what is missing when it ends before the last page that it names', async () => {
    const read = await alarmOfPdf(redrawn((pages) => pages.map(changed(/^Page: (\d)$/, 'Page: $1 / 3'))))
    expect(read.groupes).toEqual((await alarmOfPdf(pdf)).groupes)
    expect(read).toMatchObject({
      incomplet: true,
      avertissements: ['Le rapport s’arrête à la page 2 sur 3.', 'D’autres SIS peuvent être concernés.'],
    })
  })

  it('takes a page once that is there twice', async () => {
    const read = await alarmOfPdf(redrawn(([first, second]) => [first, second, second] as Page[]))
    expect(read.groupes).toEqual((await alarmOfPdf(pdf)).groupes)
    expect(read.avertissements).toEqual(['La page 3 du document est là deux fois.'])
  })

  it.each<[string, Buffer, string]>([
    [
      'has lost its title',
      redrawn((pages) => pages.map(without(/^Rapport d'alarme$/))),
      'Le document PDF a des parties d’un rapport d’alarme, sans son titre.',
    ],
    [
      'has lost separators of its message',
      redrawn((pages) => pages.map(changed(/; (?=Chem|2800|CET)/g, ', '))),
      'La ligne de message est incomplète : moins de quatre parties séparées par « ; ».',
    ],
    [
      'has text in several directions',
      redrawn((pages) => pages.map(halfTurned)),
      'Le document PDF n’a pas pu être lu (sa page 1 a du texte dans plusieurs sens).',
    ],
  ])('fails when its first page %s', async (_, file, raison) => {
    expect(await readPdf(file)).toEqual({ etat: 'failed', raison: expect.stringContaining(raison) })
  })

  it('counts who is missing when its totals show that a group is missing', async () => {
    const two = fire('2800 Delémont, Rue du Dégât 3', {
      groupes: [
        em(ricarda),
        { ...em(personne('Berberat Yves', 'Vient', '+41795551012')), titre: '91 Secours, SIS Haute-Sorne' },
      ],
    })
    const pages = typeset(two).map((page) => ({
      ...page,
      runs: page.runs.filter(({ y }) => y > secondTitle(page) || y < 50),
    }))
    expect(await alarmOfPdf(ink(pages))).toMatchObject({
      groupes: [{ titre: '90 EM, SIS Haute-Sorne', personnes: [{ nom: 'Amsler Ricarda' }] }],
      incomplet: true,
      avertissements: ['Rapport incomplet : 1 personne lue sur 2.', 'D’autres SIS peuvent être concernés.'],
    })
  })
})

function without(pattern: RegExp) {
  return (page: Page): Page => ({ ...page, runs: page.runs.filter(({ text }) => !pattern.test(text)) })
}

function changed(pattern: RegExp, by: string) {
  return (page: Page): Page => ({
    ...page,
    runs: page.runs.map((run) => ({ ...run, text: run.text.replace(pattern, by) })),
  })
}

function halfTurned(page: Page): Page {
  return { ...page, runs: page.runs.map((run, at) => (at % 2 ? { ...run, angle: 90 } : run)) }
}

function secondTitle({ runs }: Page): number {
  return runs.find(({ text }) => text.startsWith('*91'))?.y ?? 0
}
