import { type Wgs84, wgs84 } from './wgs84.ts'

/**
 * Converts Swiss coordinates (LV95, EPSG:2056, metres) to WGS84 (decimal degrees, six decimals).
 *
 * By the approximate formulas of swisstopo, "Approximate formulas for the transformation between Swiss
 * projection coordinates and WGS84" (2016), § 3: exact to about 1 m, which is better than an address.
 * Null outside E 2480000..2840000, N 1060000..1300000: the formulas hold for Switzerland only.
 */
export function lv95ToWgs84(e: number, n: number): Wgs84 | null {
  if (!(e >= 2_480_000 && e <= 2_840_000 && n >= 1_060_000 && n <= 1_300_000)) return null
  // Auxiliary values: distance from Bern in units of 1000 km.
  const y = (e - 2_600_000) / 1_000_000
  const x = (n - 1_200_000) / 1_000_000
  const lambda = 2.6779094 + 4.728982 * y + 0.791484 * y * x + 0.1306 * y * x ** 2 - 0.0436 * y ** 3
  const phi =
    16.9023892 + 3.238272 * x - 0.270978 * y ** 2 - 0.002528 * x ** 2 - 0.0447 * y ** 2 * x - 0.014 * x ** 3
  // The formulas give units of 10000″; 100/36 of that are degrees.
  return wgs84((phi * 100) / 36, (lambda * 100) / 36)
}
