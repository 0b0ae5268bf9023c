import { describe, expect, it } from 'vitest'
import { findEdges, readCells, readHeads } from '../../../src/mail/parsers/mobilisation_report/columns.ts'
import type { Line } from '../../../src/mail/parsers/mobilisation_report/lines.ts'
import { line } from './typed_line.ts'

/** The cells of lines under a head whose names are at these places. */
function cells(places: [number, number, number, number], ...lines: Line[]) {
  const [contact, media, numero, statut] = places
  const head = line(200, [contact, 'Contact'], [media, 'Média'], [numero, 'Numéro(s)'], [statut, 'Statut'])
  const heads = readHeads(head)
  if (heads === null) throw new Error('no head')
  return lines.map((each) => readCells(each, findEdges(heads, lines)))
}

const row = line(188, [40, 'Iff Luc'], [140, 'Téléphone'], [200, '+41790000000 +41790000001'], [320, 'Vient'])
const cut = { contact: 'Iff Luc', media: 'Téléphone', numero: '+41790000000 +41790000001', statut: 'Vient' }

describe('readCells', () => {
  it.each<[string, [number, number, number, number]]>([
    ['over their cells', [40, 140, 200, 320]],
    ['left of their cells', [30, 130, 185, 306]],
    ['right of their cells', [55, 155, 215, 335]],
    ['in the middle of their columns', [70, 160, 245, 350]],
  ])('separates the cells of a row under heads that are %s', (_, places) => {
    expect(cells(places, row)).toEqual([cut])
  })

  it('keeps a long name alone on its line whole, even when it runs past its column', () => {
    const name = 'Vuilleumier-Châtelain Marie-Françoise Antoinette'
    const [, below] = cells([40, 140, 200, 320], row, line(176, [40, name]))
    expect(below).toEqual({ contact: name, media: '', numero: '', statut: '' })
  })
})

describe('readHeads', () => {
  it('requires all four columns, in their order', () => {
    expect(readHeads(line(1, [40, 'Contact'], [140, 'Média'], [200, 'Statut']))).toBeNull()
    expect(
      readHeads(line(1, [40, 'Statut'], [140, 'Média'], [200, 'Numéro(s)'], [320, 'Contact'])),
    ).toBeNull()
  })
})
