import { lv95ToWgs84 } from './lv95.ts'
import type { Report } from './report.ts'
import { shortened } from './shortened.ts'
import { wgs84 } from './wgs84.ts'

export type Position = Pick<Report, 'lv95' | 'wgs84' | 'avertissements'>

/** An alarm without coordinates, with the warnings given. */
export function noPosition(...avertissements: string[]): Position {
  return { lv95: null, wgs84: null, avertissements }
}

/** The position of LV95 metres; outside Switzerland none, with a warning, and the alarm is kept. */
export function positionFromLv95(e: number, n: number): Position {
  const place = lv95ToWgs84(e, n)
  if (!place) return noPosition(`Coordonnées hors de Suisse : ${e},${n}.`)
  return { lv95: { e, n }, wgs84: place, avertissements: [] }
}

/**
 * The position of decimal degrees, rounded to six decimals; none, with a warning, when they are impossible.
 */
export function positionFromWgs84(lat: number, lon: number): Position {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) {
    return noPosition(`Coordonnées impossibles : ${lat},${lon}.`)
  }
  return { lv95: null, wgs84: wgs84(lat, lon), avertissements: [] }
}

// Characters; a pair of coordinates has about thirty.
const LENGTH_LIMIT = 120

// Apostrophes or spaces may separate thousands.
const whole = String.raw`-?(?:\d{1,3}(?:['’ʼ\s]\d{3})+(?!\d)|\d+)`
const pairs = [
  // If a slash or semicolon separates the two numbers, a comma may begin decimals.
  new RegExp(String.raw`^(${whole}(?:[.,]\d+)?)\s*[/;]\s*(${whole}(?:[.,]\d+)?)$`),
  new RegExp(String.raw`^(${whole}(?:\.\d+)?)(?:\s*,\s*|\s+)(${whole}(?:\.\d+)?)$`),
]
// The axis before or behind each number: "E=2593067, N=1246045", "47.36521 N / 7.346858 E".
const axis = '(e|est|n|nord|lat(?:itude)?|lon(?:gitude)?|lng|x|y)'
const number = String.raw`(${whole}(?:[.,]\d+)?)`
const before = new RegExp(String.raw`^${axis}\s*[=:]?\s*${number}\s*[,;/]?\s*${axis}\s*[=:]?\s*${number}$`)
const behind = new RegExp(String.raw`^${number}\s*${axis}\s*[,;/]?\s*${number}\s*${axis}$`)
// The coordinate system may be named in front.
const system = /^(?:(?:ch1903\+?|lv ?95|mn ?95|wgs ?-?84|gps)\s*[:/=]?\s*)+/
const dms = /(\d{1,3})\s*°\s*(\d{1,2})\s*['’′]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["”″]|['’′]{2}))?/g

/**
 * Reads a position: LV95 `E,N`, as `2593067,1246045`, `2'593'067 / 1'246'045` or `E=2593067, N=1246045`, or
 * `lat,lon`, with or without signs of degrees, minutes and seconds, and letters. '' is no position.
 */
export function readPosition(text: string): Position {
  if (text === '') return noPosition()
  const pair = readPair(text.length > LENGTH_LIMIT ? '' : text)
  if (!pair) return noPosition(`Coordonnées illisibles : ${shortened(text)}.`)
  const [first, second] = pair
  return Math.abs(first) > 1_000 ? positionFromLv95(first, second) : positionFromWgs84(first, second)
}

// E before N in metres, latitude before longitude in degrees; null when unreadable.
function readPair(text: string): [number, number] | null {
  const written = text
    .trim()
    .toLowerCase()
    .replace(dms, decimalDegrees)
    .replaceAll('°', ' ')
    .replace(system, '')
    .trim()
  const bare = pairs.map((pair) => pair.exec(written)).find((found) => found !== null)
  if (bare) return [toNumber(bare[1]), toNumber(bare[2])]
  const [, a, one, b, other] = before.exec(written) ?? []
  const [, one2, a2, other2, b2] = behind.exec(written) ?? []
  const [first, second] = [toNumber(one ?? one2), toNumber(other ?? other2)]
  const [eastFirst, eastSecond] = [isEast(a ?? a2), isEast(b ?? b2)]
  if (Number.isNaN(first) || Number.isNaN(second) || eastFirst === eastSecond) return null
  const [east, north] = eastFirst ? [first, second] : [second, first]
  return Math.abs(east) > 1_000 ? [east, north] : [north, east]
}

function isEast(letters = ''): boolean {
  return /^(?:e|lo|ln|x)/.test(letters)
}

function toNumber(text = ''): number {
  return text === '' ? Number.NaN : Number(text.replace(/['’ʼ\s]/g, '').replace(',', '.'))
}

function decimalDegrees(_: string, degrees: string, minutes: string, seconds = '0'): string {
  const decimal = Number(degrees) + Number(minutes) / 60 + Number(seconds.replace(',', '.')) / 3_600
  return ` ${decimal.toFixed(7)} `
}
