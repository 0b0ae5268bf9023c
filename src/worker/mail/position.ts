import { lv95ToWgs84 } from './lv95.ts'
import type { Report } from './report.ts'

export type Position = Pick<Report, 'lv95' | 'wgs84' | 'avertissements'>

/** An alarm without coordinates, with the warnings given. */
export function noPosition(...avertissements: string[]): Position {
  return { lv95: null, wgs84: null, avertissements }
}

/** The position at these LV95 metres; outside Switzerland none, and a warning: the alarm stands. */
export function positionFromLv95(e: number, n: number): Position {
  const wgs84 = lv95ToWgs84(e, n)
  if (!wgs84) return noPosition(`Coordonnées hors de Suisse : ${e},${n}.`)
  return { lv95: { e, n }, wgs84, avertissements: [] }
}

/** The position at these decimal degrees (rounded to six decimals); none, and a warning, when they are impossible. */
export function positionFromWgs84(lat: number, lon: number): Position {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) {
    return noPosition(`Coordonnées impossibles : ${lat},${lon}.`)
  }
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return { lv95: null, wgs84: { lat: round(lat), lon: round(lon) }, avertissements: [] }
}
