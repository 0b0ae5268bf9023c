import { lv95ToWgs84 } from './lv95.ts'
import type { Report } from './report.ts'
import { shortened } from './shortened.ts'
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

// Characters; a pair of coordinates has some thirty.
const LENGTH_LIMIT = 60

// Thousands may stand apart, by apostrophes or spaces.
const whole = String.raw`-?(?:\d{1,3}(?:['’ʼ\s]\d{3})+(?!\d)|\d+)`
const pairs = [
  // Where a stroke or semicolon keeps the two apart, a comma may begin the decimals.
  new RegExp(String.raw`^(${whole}(?:[.,]\d+)?)\s*[/;]\s*(${whole}(?:[.,]\d+)?)$`),
  new RegExp(String.raw`^(${whole}(?:\.\d+)?)(?:\s*,\s*|\s+)(${whole}(?:\.\d+)?)$`),
]

/** The position that a text gives: LV95 `E,N`, as `2593067,1246045` or `2'593'067 / 1'246'045`, or `lat,lon`; '' is none. */
export function readPosition(text: string): Position {
  if (text === '') return noPosition()
  const written = text.length > LENGTH_LIMIT ? '' : text
  const match = pairs.map((pair) => pair.exec(written)).find((found) => found !== null)
  const [first, second] = (match ?? [])
    .slice(1, 3)
    .map((part) => Number(part.replace(/['’ʼ\s]/g, '').replace(',', '.')))
  if (first === undefined || second === undefined) {
    return noPosition(`Coordonnées illisibles : ${shortened(text)}.`)
  }
  return Math.abs(first) > 1_000 ? positionFromLv95(first, second) : positionFromWgs84(first, second)
}
