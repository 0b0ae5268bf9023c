import { describe, expect, it } from 'vitest'
import { readRows } from '../../../src/mail/parsers/mobilisation_report/rows.ts'
import { line } from './typed_line.ts'

const head = line(200, [40, 'Contact'], [140, 'Média'], [200, 'Numéro(s)'], [304, 'Statut'])
const tobler = { contact: 'Tobler Daniel', media: 'Téléphone', statut: 'Vient' }

describe('readRows', () => {
  it('joins a name that begins beside its numbers and ends below them', () => {
    const rows = readRows([
      head,
      line(188, [40, 'Vuilleumier-'], [140, 'Téléphone'], [200, '+41771234560'], [320, 'Ne vient']),
      line(176, [40, 'Châtelain Anne'], [320, 'pas']),
    ])
    expect(rows).toEqual([
      {
        contact: 'Vuilleumier-Châtelain Anne',
        media: 'Téléphone',
        numeros: ['+41771234560'],
        statut: 'Ne vient pas',
      },
    ])
  })

  it('assigns lines half a line above and below a row to that row', () => {
    const rows = readRows([
      head,
      line(188, [40, 'Tobler Daniel'], [140, 'Téléphone'], [200, '+41790000000'], [320, 'Vient']),
      line(170, [40, 'Vuilleumier'], [200, '+41771234560']),
      line(164, [140, 'Téléphone'], [320, 'Vient']),
      line(158, [40, 'Anne'], [200, '+41771234561']),
    ])
    expect(rows).toEqual([
      { ...tobler, numeros: ['+41790000000'] },
      { ...tobler, contact: 'Vuilleumier Anne', numeros: ['+41771234560', '+41771234561'] },
    ])
  })

  it('separates cells that touch each other', () => {
    const rows = readRows([
      head,
      line(188, [40, 'Amsler Maximiliane Marie Téléphone'], [200, '+41258491517 +41838004532 Vient']),
    ])
    expect(rows).toEqual([
      {
        contact: 'Amsler Maximiliane Marie',
        media: 'Téléphone',
        numeros: ['+41258491517', '+41838004532'],
        statut: 'Vient',
      },
    ])
  })

  it('keeps the spaces inside a national number', () => {
    const rows = readRows([
      head,
      line(
        188,
        [40, 'Tobler Daniel'],
        [140, 'Téléphone'],
        [200, '079 123 45 67 078 999 88 77'],
        [320, 'Vient'],
      ),
    ])
    expect(rows).toEqual([{ ...tobler, numeros: ['079 123 45 67', '078 999 88 77'] }])
  })

  it('reads nothing before the head of the table', () => {
    expect(readRows([line(188, [40, 'Tobler Daniel'], [140, 'Téléphone'])])).toEqual([])
  })
})
