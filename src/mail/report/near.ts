import type { Wgs84 } from './wgs84.ts'

// Degrees. Every SIS is in here.
const SWITZERLAND = { south: 45.81, north: 47.81, west: 5.95, east: 10.5 }
const KILOMETRES_PER_DEGREE = 111.2
const FARTHEST = 300

/** Whether a place may be meant by an alarm: it is in Switzerland, or within 300 km of it. */
export function isNear({ lat, lon }: Wgs84): boolean {
  const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
  const north = lat - between(lat, SWITZERLAND.south, SWITZERLAND.north)
  const east = lon - between(lon, SWITZERLAND.west, SWITZERLAND.east)
  const shrunk = Math.cos((lat * Math.PI) / 180)
  return Math.hypot(north, east * shrunk) * KILOMETRES_PER_DEGREE <= FARTHEST
}
