import { describe, expect, it } from 'vitest'
import { parseMobilisationReport } from '../../../src/mail/parsers/mobilisation_report.ts'
import { em, fire, paper, ricarda } from '../corpus/mobilisation_report/report_mail.ts'
import { ink } from '../corpus/paper/ink.ts'
import type { Page } from '../corpus/paper/pdf_file.ts'
import { typeset } from '../corpus/paper/typeset.ts'
import { personne } from './sample_report.ts'

const read = (content: Buffer, contentType = 'application/pdf', filename = 'rapport.pdf') =>
  parseMobilisationReport({ text: '', attachments: [{ filename, contentType, content }] })
const unread = (why: string) => ({ etat: 'failed', raison: `Le document PDF n’a pas pu être lu (${why}).` })
const noPdf = unread('ce n’est pas un PDF, ou il est abîmé')

const crowd = Array.from({ length: 60 }, (_, at) =>
  personne(`Nom${at} Prénom`, 'Pas atteint', `+4179001${1000 + at}`),
)
const long = fire('2800 Delémont, Rue du Dégât 2', { groupes: [em(ricarda, ...crowd)] })
/** Two pages: objects 7 and 8 are the first and its content, 9 and 10 the second and its content. */
const pdf = paper({ spec: long })

/** The file with one text replaced by another of the same length, so that all offsets stay right. */
function edited(from: string, to: string, file = pdf): Buffer {
  const text = file.toString('latin1')
  expect(text.split(from).length, from).toBe(2)
  return Buffer.from(text.replace(from, to.padEnd(from.length)), 'latin1')
}

/** The changed pages of the report, as an undamaged file. */
function redrawn(change: (pages: Page[]) => Page[]): Buffer {
  return ink(change(typeset(long)))
}

describe('a report in a damaged file', () => {
  it('is read completely when the file is intact', async () => {
    expect(pdf.toString('latin1')).toContain('/Count 2/Kids[7 0 R 9 0 R]')
    expect(await read(pdf)).toMatchObject({ etat: 'alarm' })
  })

  it.each<[string, Buffer, object]>([
    ['has another header', edited('%PDF-1.7', '%PFD-1.7'), noPdf],
    ['has something before its header', Buffer.concat([Buffer.from('\r\n'), pdf]), noPdf],
    ['has changed line ends', Buffer.from(pdf.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'), noPdf],
    [
      'has lost its eighth bits',
      Buffer.from(pdf.map((byte) => byte & 0x7f)),
      unread('il est abîmé : le contenu de la page 1'),
    ],
    ['is truncated', pdf.subarray(0, -400), noPdf],
    ['has lost the end of its last line', pdf.subarray(0, -3), noPdf],
    ['has a wrong offset of its table', edited('startxref\n', 'startxref\n9').subarray(0, -1), noPdf],
    ['counts one page too few', edited('/Count 2', '/Count 1'), unread('il est abîmé : sa table des pages')],
    [
      'has lost a page',
      edited('/Count 2/Kids[7 0 R 9 0 R]', '/Count 1/Kids[7 0 R]'),
      unread('il est abîmé : une page manque'),
    ],
    [
      'has a page twice',
      edited('/Kids[7 0 R 9 0 R]', '/Kids[7 0 R 7 0 R]'),
      unread('il est abîmé : sa table des pages'),
    ],
    [
      'has lost the text of a page',
      edited('/Contents 10 0 R', ''),
      unread('il est abîmé : le contenu de la page 2 manque'),
    ],
    [
      'has the text of a page twice',
      edited('/Contents 10 0 R', '/Contents 8 0 R'),
      unread('il est abîmé : le texte d’une page manque'),
    ],
    [
      'has another letter in a key',
      edited('/Contents 10 0 R', '/Contemts 10 0 R'),
      unread('il est abîmé : sa table des pages'),
    ],
    [
      'has an object that its table lacks',
      edited('\n10 0 obj', '\n18 0 obj'),
      unread('il est abîmé : l’objet 10 manque'),
    ],
    [
      'has a page so narrow that text lies outside',
      Buffer.from(pdf.toString('latin1').replaceAll('595.28', '095.28'), 'latin1'),
      unread('le contenu de la page 1 sort de la page'),
    ],
  ])('fails when the file %s', async (_, damaged, outcome) => {
    expect(await read(damaged)).toEqual(outcome)
  })

  it('is read when the table numbers objects that were never written and are not used', async () => {
    const count = (pdf.toString('latin1').match(/ 0 obj\n/g)?.length ?? 0) + 1
    const more = pdf
      .toString('latin1')
      .replace(`xref\n0 ${count}\n`, `xref\n0 ${count + 1}\n`)
      .replace('trailer<<', `0000000002 00000 n \ntrailer<<`)
      .replace(`/Size ${count}`, `/Size ${count + 1}`)
    expect(await read(Buffer.from(more, 'latin1'))).toEqual(await read(pdf))
  })

  it('is recognised as a PDF by its name, or by a header after other bytes', async () => {
    const damaged = Buffer.concat([Buffer.from('\r\n'), pdf])
    expect(await read(damaged, 'application/octet-stream', 'rapport')).toEqual(noPdf)
    expect(await read(edited('%PDF-1.7', '%PFD-1.7'), 'application/x-download', 'Rapport.PDF')).toEqual(noPdf)
  })

  it('fails when one bit of a compressed page is wrong', async () => {
    const damaged = Buffer.from(pdf)
    const at = damaged.indexOf('stream\n', damaged.indexOf('\n10 0 obj')) + 200
    damaged[at] = (damaged[at] ?? 0) ^ 1
    expect(await read(damaged)).toEqual(unread('il est abîmé : le contenu de la page 2'))
  })
})

describe('an incomplete report in an intact file', () => {
  it.each<[string, Buffer, string]>([
    ['lacks its last page', redrawn((pages) => pages.slice(0, 1)), 'Groupe « 90 EM, SIS Haute-Sorne » : '],
    [
      'has its pages in another order',
      redrawn((pages) => pages.toReversed()),
      'Le rapport est abîmé : ses pages ne se suivent pas.',
    ],
    [
      'has a page without a number',
      redrawn(([first, ...rest]) => [first as Page, ...rest.map(without(/^Page: /))]),
      'Le rapport est incomplet : sa page 2 n’a pas de numéro.',
    ],
    [
      'ends before the last page that it names',
      redrawn((pages) => pages.map(changed(/^Page: (\d)$/, 'Page: $1 / 3'))),
      'Le rapport est incomplet : il s’arrête à la page 2 sur 3.',
    ],
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
  ])('fails when it %s', async (_, file, raison) => {
    expect(await read(file)).toEqual({ etat: 'failed', raison: expect.stringContaining(raison) })
  })

  it('fails when its totals show that a group is missing', async () => {
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
    expect(await read(ink(pages))).toEqual({
      etat: 'failed',
      raison: 'Le rapport est incomplet : 2 annoncé(s) en tout pour « Viennent », 1 dans ses groupes.',
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
