import { describe, expect, it } from 'vitest'
import { lv95ToWgs84 } from '../../../src/mail/report/lv95.ts'

describe('lv95ToWgs84', () => {
  it("agrees with swisstopo's worked example", () => {
    const { lat, lon } = lv95ToWgs84(2_700_000, 1_100_000) ?? { lat: 0, lon: 0 }
    expect(Math.abs(lon - 8.730497)).toBeLessThan(0.000025)
    expect(Math.abs(lat - 46.044131)).toBeLessThan(0.000025)
  })

  it('converts the place of the old observatory of Bern, to six decimals', () => {
    expect(lv95ToWgs84(2_600_000, 1_200_000)).toEqual({ lat: 46.951081, lon: 7.438637 })
  })

  it.each([
    [2_479_999, 1_200_000],
    [2_840_001, 1_200_000],
    [2_600_000, 1_059_999],
    [2_600_000, 1_300_001],
    [593_067, 246_045],
    [Number.NaN, 1_200_000],
  ])('converts nothing at %d, %d, which is outside Switzerland', (e, n) => {
    expect(lv95ToWgs84(e, n)).toBeNull()
  })

  it.each([
    [2_480_000, 1_060_000],
    [2_840_000, 1_300_000],
  ])('converts the very edge, %d, %d', (e, n) => {
    expect(lv95ToWgs84(e, n)).not.toBeNull()
  })
})
