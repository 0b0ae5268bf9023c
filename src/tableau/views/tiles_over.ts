import { type Degrees, type Point, project, unproject } from './project.ts'

/** A part of the map, in its units. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A tile of Web Mercator: its numbers, and the corners of its picture on the map. */
export interface Tuile {
  z: number
  x: number
  y: number
  northWest: Point
  northEast: Point
  southWest: Point
}

const EQUATOR = 40_075_017
const UNIT = 10
// Tiles on the narrower side.
const ACROSS = 3
const HIGHEST_ZOOM = 19
// Far from Switzerland the map is so distorted that a part of it would take thousands.
const MOST = 100

/** The tiles that cover a part of the map, and are about a third of its narrower side; none far from Switzerland. */
export function tilesOver({ left, top, width, height }: Box): Tuile[] {
  const middle = unproject({ x: left + width / 2, y: top + height / 2 })
  const metres = Math.min(width, height) * UNIT
  const wanted = (EQUATOR * Math.cos(radians(middle.lat)) * ACROSS) / metres
  const z = Math.min(Math.max(Math.round(Math.log2(wanted)), 0), HIGHEST_ZOOM)
  // Tiles stand a little askew on the map, so all four corners count.
  const corners = [left, left + width].flatMap((x) =>
    [top, top + height].map((y) => numbersAt(unproject({ x, y }), z)),
  )
  const range = (part: 'x' | 'y') => {
    const values = corners.map((each) => Math.floor(each[part]))
    const first = Math.min(...values)
    return Array.from({ length: Math.max(...values) - first + 1 }, (_, n) => first + n)
  }
  const corner = (x: number, y: number) => project(degreesAt(x, y, z))
  const [xs, ys] = [range('x'), range('y')]
  if (xs.length * ys.length > MOST) return []
  return ys.flatMap((y) =>
    xs.map((x) => ({
      ...{ z, x, y },
      northWest: corner(x, y),
      northEast: corner(x + 1, y),
      southWest: corner(x, y + 1),
    })),
  )
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

// The numbers of tiles, with fractions: https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames
function numbersAt({ lon, lat }: Degrees, z: number): Point {
  const n = 2 ** z
  return { x: ((lon + 180) / 360) * n, y: ((1 - Math.asinh(Math.tan(radians(lat))) / Math.PI) / 2) * n }
}

function degreesAt(x: number, y: number, z: number): Degrees {
  const n = 2 ** z
  const lat = Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / n)))
  return { lon: (x / n) * 360 - 180, lat: (lat * 180) / Math.PI }
}
