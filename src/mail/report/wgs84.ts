/** Decimal degrees. */
export interface Wgs84 {
  lat: number
  lon: number
}

/** Rounds a position to six decimals, a tenth of a metre: no alarm is more exact. */
export function wgs84(lat: number, lon: number): Wgs84 {
  return { lat: sixDecimals(lat), lon: sixDecimals(lon) }
}

function sixDecimals(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
