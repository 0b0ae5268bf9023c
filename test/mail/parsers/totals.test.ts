import { describe, expect, it } from 'vitest'
import { readTotals } from '../../../src/mail/parsers/mobilisation_report/totals.ts'
import { line } from './typed_line.ts'

const expected = { viennent: 4, neViennentPas: 3, pasRepondus: 12 }

describe('readTotals', () => {
  it('reads figures under their labels', () => {
    const labels = line(100, [40, 'SMS'], [100, 'Viennent'], [180, 'Ne viennent pas'], [280, 'Pas répondus'])
    expect(readTotals([labels, line(88, [44, '7'], [114, '4'], [208, '3'], [298, '12'])])).toEqual(expected)
  })

  it('reads figures under labels broken over two lines', () => {
    const labels = [
      line(100, [100, 'Viennent'], [180, 'Ne viennent'], [280, 'Pas']),
      line(90, [190, 'pas'], [270, 'répondus']),
    ]
    expect(readTotals([...labels, line(78, [114, '4'], [200, '3'], [282, '12'])])).toEqual(expected)
  })

  it('reads figures to the right of their labels', () => {
    expect(
      readTotals([
        line(100, [40, 'Appelés:'], [110, '19'], [200, 'Viennent:'], [280, '4 (21 %)']),
        line(88, [40, 'Ne viennent pas: 3'], [200, 'Pas répondus:'], [280, '12']),
      ]),
    ).toEqual(expected)
  })

  it('takes a missing figure as 0', () => {
    const labels = line(100, [100, 'Viennent'], [180, 'Ne viennent pas'], [280, 'Pas répondus'])
    expect(readTotals([labels, line(88, [208, '3'])])).toEqual({
      viennent: 0,
      neViennentPas: 3,
      pasRepondus: 0,
    })
  })
})
