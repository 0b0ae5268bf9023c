import { lv95ToWgs84 } from './lv95.ts'
import type { Report } from './report.ts'
import { wgs84 } from './wgs84.ts'

export type Position = Pick<Report, 'lv95' | 'wgs84' | 'avertissements'>

/** An alarm without coordinates, with the warnings given. */
export function noPosition(...avertissements: string[]): Position {
  return { lv95: null, wgs84: null, avertissements }
}

/** The position at these LV95 metres; outside Switzerland none, and a warning: the alarm stands. */
export function positionFromLv95(e: number, n: number): Position {
  const place = lv95ToWgs84(e, n)
  if (!place) return noPosition(`Coordonnées hors de Suisse : ${e},${n}.`)
  return { lv95: { e, n }, wgs84: place, avertissements: [] }
}

/** The position at these decimal degrees (rounded to six decimals); none, and a warning, when they are impossible. */
export function positionFromWgs84(lat: number, lon: number): Position {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) {
    return noPosition(`Coordonnées impossibles : ${lat},${lon}.`)
  }
  return { lv95: null, wgs84: wgs84(lat, lon), avertissements: [] }
}
