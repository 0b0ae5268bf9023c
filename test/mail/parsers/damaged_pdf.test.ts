import { describe, expect, it } from 'vitest'
import { em, fire, paper, ricarda } from '../corpus/mobilisation_report/report_mail.ts'
import { alarmOfPdf, readPdf } from './read_pdf.ts'
import { personne } from './sample_report.ts'

const message = {
  code: 'FEU BAT',
  couleur: 'ROUGE',
  adresse: '2800 Delémont, Rue du Dégât 2',
  complement: 'Cheminée',
}
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

describe('a report in a damaged file', () => {
  it('is read completely when the file is intact', async () => {
    expect(pdf.toString('latin1')).toContain('/Count 2/Kids[7 0 R 9 0 R]')
    expect(await readPdf(pdf)).toMatchObject({ etat: 'alarm' })
  })

  it.each<[string, Buffer]>([
    ['has a line end before its header', Buffer.concat([Buffer.from('\r\n'), pdf])],
    ['has the mark of UTF-8 before its header', Buffer.concat([Buffer.from('\ufeff'), pdf])],
    ['has a thousand bytes before its header', Buffer.concat([Buffer.alloc(1_000, 'x'), pdf])],
    ['has two kilobytes after its end', Buffer.concat([pdf, Buffer.alloc(2_048, 'x\r\n')])],
    ['has ten kilobytes of zeros after its end', Buffer.concat([pdf, Buffer.alloc(10_240)])],
    ...[1, 2, 3, 4, 5, 6, 7, 8, 12, 14].map((count): [string, Buffer] => [
      `has lost its last ${count} bytes`,
      pdf.subarray(0, -count),
    ]),
  ])('is read completely when the file %s', async (_, damaged) => {
    expect(await alarmOfPdf(damaged)).toEqual(await alarmOfPdf(pdf))
  })

  it.each<[string, Buffer, object]>([
    ['has another header', edited('%PDF-1.7', '%PFD-1.7'), noPdf],
    ['begins too late', Buffer.concat([Buffer.alloc(1_100, 'x'), pdf]), noPdf],
    [
      'is followed by a part of a later version',
      Buffer.concat([pdf, Buffer.from('\n9 0 obj\n<<>>\nendobj\n')]),
      noPdf,
    ],
    ['has changed line ends', Buffer.from(pdf.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'), noPdf],
    [
      'has lost its eighth bits',
      Buffer.from(pdf.map((byte) => byte & 0x7f)),
      unread('il est abîmé : le contenu de la page 1'),
    ],
    ['is truncated', pdf.subarray(0, -400), noPdf],
    ['has a wrong offset of its table', edited('startxref\n', 'startxref\n9').subarray(0, -1), noPdf],
    [
      'has a page so narrow that text lies outside',
      Buffer.from(pdf.toString('latin1').replaceAll('595.28', '095.28'), 'latin1'),
      unread('le contenu de la page 1 sort de la page'),
    ],
  ])('fails when the file %s', async (_, damaged, outcome) => {
    expect(await readPdf(damaged)).toEqual(outcome)
  })

  it.each<[string, Buffer, string]>([
    [
      'has lost a page',
      edited('/Count 2/Kids[7 0 R 9 0 R]', '/Count 1/Kids[7 0 R]'),
      'Le document est abîmé : une page manque.',
    ],
    [
      'has a page twice',
      edited('/Kids[7 0 R 9 0 R]', '/Kids[7 0 R 7 0 R]'),
      'Page 2 pas lue : il est abîmé : sa table des pages.',
    ],
    [
      'has lost the text of a page',
      edited('/Contents 10 0 R', ''),
      'Page 2 pas lue : il est abîmé : le contenu de la page 2 manque.',
    ],
    [
      'has the text of a page twice',
      edited('/Contents 10 0 R', '/Contents 8 0 R'),
      'Le document est abîmé : le texte d’une page manque.',
    ],
    [
      'has another letter in a key',
      edited('/Contents 10 0 R', '/Contemts 10 0 R'),
      'Page 2 pas lue : il est abîmé : sa table des pages.',
    ],
    [
      'has an object that its table lacks',
      edited('\n10 0 obj', '\n18 0 obj'),
      'Page 2 pas lue : il est abîmé : l’objet 10 manque.',
    ],
    ['has a wrong bit in a page', bitFlipped(), 'Page 2 pas lue : il est abîmé : le contenu de la page 2.'],
  ])('leaves out a page, and says so, when the file %s', async (_, damaged, gap) => {
    expect(await alarmOfPdf(damaged)).toMatchObject({
      ...message,
      groupes: [],
      groupes_ecartes: ['90 EM, SIS Haute-Sorne'],
      incomplet: true,
      avertissements: expect.arrayContaining([gap, 'D’autres SIS peuvent être concernés.']),
    })
  })

  it('is read when the table numbers objects that were never written and are not used', async () => {
    const count = (pdf.toString('latin1').match(/ 0 obj\n/g)?.length ?? 0) + 1
    const more = pdf
      .toString('latin1')
      .replace(`xref\n0 ${count}\n`, `xref\n0 ${count + 1}\n`)
      .replace('trailer<<', `0000000002 00000 n \ntrailer<<`)
      .replace(`/Size ${count}`, `/Size ${count + 1}`)
    expect(await readPdf(Buffer.from(more, 'latin1'))).toEqual(await readPdf(pdf))
  })

  it('is recognised as a PDF by its name, or by a header after other bytes', async () => {
    const damaged = Buffer.concat([Buffer.from('\r\n'), pdf])
    expect(await readPdf(damaged, 'application/octet-stream', 'rapport')).toEqual(await readPdf(pdf))
    expect(await readPdf(edited('%PDF-1.7', '%PFD-1.7'), 'application/x-download', 'Rapport.PDF')).toEqual(
      noPdf,
    )
  })
})

function bitFlipped(): Buffer {
  const damaged = Buffer.from(pdf)
  const at = damaged.indexOf('stream\n', damaged.indexOf('\n10 0 obj')) + 200
  damaged[at] = (damaged[at] ?? 0) ^ 1
  return damaged
}
