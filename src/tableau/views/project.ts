/** A point of the map, in units of 10 m of LV95; y grows southwards. */
export interface Point {
  x: number
  y: number
}

/** Degrees of WGS84. */
export interface Degrees {
  lon: number
  lat: number
}

const UNIT = 10

/** Easting and northing of LV95, in metres, as a point of the map. */
export function pointAt(e: number, n: number): Point {
  return { x: e / UNIT, y: -n / UNIT }
}

/** A point of the map from WGS84, by swisstopo's approximation: within a metre in Switzerland. */
export function project({ lon, lat }: Degrees): Point {
  const l = (lon * 3600 - 26782.5) / 10_000
  const p = (lat * 3600 - 169028.66) / 10_000
  const e = 2600072.37 + 211455.93 * l - 10938.51 * l * p - 0.36 * l * p ** 2 - 44.54 * l ** 3
  const n =
    1200147.07 + 308807.95 * p + 3745.25 * l ** 2 + 76.63 * p ** 2 - 194.56 * l ** 2 * p + 119.79 * p ** 3
  return pointAt(e, n)
}

/** WGS84 of a point of the map, by swisstopo's approximation: within some metres in Switzerland. */
export function unproject({ x, y }: Point): Degrees {
  const e = (x * UNIT - 2_600_000) / 1_000_000
  const n = (-y * UNIT - 1_200_000) / 1_000_000
  const lon = 2.6779094 + 4.728982 * e + 0.791484 * e * n + 0.1306 * e * n ** 2 - 0.0436 * e ** 3
  const lat =
    16.9023892 + 3.238272 * n - 0.270978 * e ** 2 - 0.002528 * n ** 2 - 0.0447 * e ** 2 * n - 0.014 * n ** 3
  return { lon: (lon * 100) / 36, lat: (lat * 100) / 36 }
}
