import { lv95ToWgs84 } from './lv95.ts'
import { readMapLink } from './map_link.ts'
import { isNear } from './near.ts'
import type { Report } from './report.ts'
import { shortened } from './shortened.ts'
import { wgs84 } from './wgs84.ts'

export type Position = Pick<Report, 'lv95' | 'wgs84' | 'avertissements'>

/** An alarm without coordinates, with the warnings given. */
export function noPosition(...avertissements: string[]): Position {
  return { lv95: null, wgs84: null, avertissements }
}

/**
 * The position of metres, LV95 or LV03, in either order: no number is both an easting and a northing. Outside
 * Switzerland there is none, with a warning, and the alarm is kept.
 */
export function positionFromMetres(first: number, second: number): Position {
  for (const [east, north] of [
    [first, second],
    [second, first],
  ] as const) {
    // LV03 is LV95 without the first digits.
    const short = east < 1_000_000 && north < 1_000_000
    const [e, n] = short ? [east + 2_000_000, north + 1_000_000] : [east, north]
    const place = lv95ToWgs84(e, n)
    if (place) return { lv95: { e, n }, wgs84: place, avertissements: [] }
  }
  return noPosition(`Coordonnées hors de Suisse : ${first},${second}.`)
}

/**
 * The position of decimal degrees, rounded to six decimals. A pair whose swapped form alone is near is swapped,
 * with a warning. A place that is impossible or far away is left out, with a warning.
 */
export function positionFromWgs84(lat: number, lon: number): Position {
  const shown = `${lat},${lon}`
  const at = (place: Position['wgs84'], ...avertissements: string[]) => ({
    lv95: null,
    wgs84: place,
    avertissements,
  })
  if (lat === 0 && lon === 0) return noPosition('Coordonnées 0,0 : pas de position.')
  if (isNear({ lat, lon })) return at(wgs84(lat, lon))
  if (isNear({ lat: lon, lon: lat })) {
    return at(wgs84(lon, lat), `Coordonnées inversées : ${shown}, lues ${lon},${lat}.`)
  }
  const possible = Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return noPosition(
    possible ? `Coordonnées à plus de 300 km : ${shown}, pas lues.` : `Coordonnées impossibles : ${shown}.`,
  )
}

// Characters; a pair of coordinates has about thirty, and a link a few hundred.
const LENGTH_LIMIT = 120
const LINK_LIMIT = 2_000

// Apostrophes or spaces may separate thousands.
const whole = String.raw`-?(?:\d{1,3}(?:['’ʼ\s]\d{3})+(?!\d)|\d+)`
const pairs = [
  // If a slash or semicolon separates the two numbers, a comma may begin decimals.
  new RegExp(String.raw`^(${whole}(?:[.,]\d+)?)\s*[/;|]\s*(${whole}(?:[.,]\d+)?)$`),
  new RegExp(String.raw`^(${whole}(?:\.\d+)?)(?:\s*,\s*|\s+)(${whole}(?:\.\d+)?)$`),
]
// The axis before or behind each number: "E=2593067, N=1246045", "47.36521 N / 7.346858 E".
const axis = '(e|est|n|nord|lat(?:itude)?|lon(?:g(?:itude)?)?|lng|x|y|s|sud|w|ouest|o)'
const number = String.raw`(${whole}(?:[.,]\d+)?)`
const before = new RegExp(String.raw`^${axis}\s*[=:.]?\s*${number}\s*[,;/|]?\s*${axis}\s*[=:.]?\s*${number}$`)
const behind = new RegExp(String.raw`^${number}\s*${axis}\s*[,;/|]?\s*${number}\s*${axis}$`)
// The coordinate system may be named in front.
const system = /^(?:(?:ch ?1903\+?|lv ?95|lv ?03|mn ?95|mn ?03|wgs ?-?84|gps)\s*[:/=]?\s*)+|^[([]|[)\]]$/g
const dms = /(\d{1,3})\s*°\s*(\d{1,2}(?:[.,]\d+)?)\s*['’′]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["”″]|['’′]{2}))?/g

/**
 * Reads a position: LV95 or LV03, as `2593067,1246045`, `2'593'067 / 1'246'045` or `Y=593067 X=246045`; latitude
 * and longitude, with or without signs of degrees, minutes and seconds, and letters; or a link to a map. '' is no
 * position.
 */
export function readPosition(text: string): Position {
  if (text === '') return noPosition()
  const pair = readMapLink(text.slice(0, LINK_LIMIT)) ?? readPair(text.length > LENGTH_LIMIT ? '' : text)
  if (!pair) return noPosition(`Coordonnées illisibles : ${shortened(text)}.`)
  return positionFromPair(...pair)
}

/** The position of two numbers: metres in either order, or degrees with the latitude first. */
export function positionFromPair(first: number, second: number): Position {
  const metres = Math.abs(first) > 1_000 && Math.abs(second) > 1_000
  return metres ? positionFromMetres(first, second) : positionFromWgs84(first, second)
}

// Latitude before longitude in degrees; null when unreadable.
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
  const [first, second] = [signed(one ?? one2, a ?? a2), signed(other ?? other2, b ?? b2)]
  const [eastFirst, eastSecond] = [isEast(a ?? a2), isEast(b ?? b2)]
  if (Number.isNaN(first) || Number.isNaN(second) || eastFirst === eastSecond) return null
  return eastFirst ? [second, first] : [first, second]
}

// In metres the order of the numbers tells the axes apart, so "y", which is east there, needs no care.
function isEast(letters = ''): boolean {
  return /^(?:e|lo|ln|x|w|o)/.test(letters)
}

function signed(text = '', letters = ''): number {
  return /^(?:s|w|ouest)/.test(letters) ? -toNumber(text) : toNumber(text)
}

function toNumber(text = ''): number {
  return text === '' ? Number.NaN : Number(text.replace(/['’ʼ\s]/g, '').replace(',', '.'))
}

function decimalDegrees(_: string, degrees: string, minutes: string, seconds = '0'): string {
  const part = (text: string) => Number(text.replace(',', '.'))
  return ` ${(Number(degrees) + part(minutes) / 60 + part(seconds) / 3_600).toFixed(7)} `
}
