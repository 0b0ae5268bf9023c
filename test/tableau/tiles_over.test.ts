import { expect, it } from 'vitest'
import { type Point, pointAt, project, unproject } from '../../src/tableau/views/project.ts'
import { tilesOver } from '../../src/tableau/views/tiles_over.ts'

// Swisstopo, Approximate formulas for the transformation between Swiss projection coordinates and WGS84: its example.
const rigi = {
  degrees: { lon: 8 + 43 / 60 + 49.79 / 3600, lat: 46 + 2 / 60 + 38.87 / 3600 },
  point: pointAt(2_700_000, 1_100_000),
}
const metresBetween = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) * 10

it('the map places degrees as swisstopo does, and back', () => {
  expect(metresBetween(project(rigi.degrees), rigi.point)).toBeLessThan(1)
  for (const [e, n] of [
    [2_490_000, 1_120_000],
    [2_583_900, 1_243_600],
    [2_830_000, 1_160_000],
  ] as const)
    expect(metresBetween(project(unproject(pointAt(e, n))), pointAt(e, n))).toBeLessThan(5)
})

it.each([
  [1_000, 1],
  [9_000, 1.15],
  [12_000, 4 / 3],
  [64_000, 0.6],
])('tiles cover a part of %i m without a gap, and are few', (metres, ratio) => {
  const height = metres / 10
  const width = height * ratio
  const box = { left: 258_390 - width / 2, top: -124_360 - height / 2, width, height }
  const tiles = tilesOver(box)
  expect(tiles.length).toBeLessThan(50)
  for (let n = 0; n <= 10; n += 1)
    for (let m = 0; m <= 10; m += 1) {
      const point = { x: box.left + (width * n) / 10, y: box.top + (height * m) / 10 }
      expect(
        tiles.some((each) => covers(each, point)),
        `${n}, ${m}`,
      ).toBe(true)
    }
})

// A report may name any place on Earth, and the swisstopo formulas hold in Switzerland only.
it('a place far from Switzerland takes no thousands of tiles', () => {
  for (let lat = -90; lat <= 90; lat += 10)
    for (let lon = -180; lon <= 180; lon += 10) {
      const { x, y } = project({ lat, lon })
      const tiles = tilesOver({ left: x - 517.5, top: y - 450, width: 1_035, height: 900 })
      expect({ lat, lon, few: tiles.length <= 100 }).toEqual({ lat, lon, few: true })
    }
})

it('a tile has the number that servers of tiles give it', () => {
  // Bassecourt. The formula is that of https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames, with logarithms.
  const [x, y] = [258_390, -124_360]
  const found = tilesOver({ left: x - 40, top: y - 40, width: 80, height: 80 })
  const { lon, lat } = unproject({ x, y })
  const n = 2 ** (found[0]?.z ?? 0)
  const radians = (lat * Math.PI) / 180
  const wanted = {
    x: Math.floor(((lon + 180) / 360) * n),
    y: Math.floor(((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2) * n),
  }
  expect(found).toContainEqual(expect.objectContaining(wanted))
})

// Whether a point lies in the parallelogram of a tile, or not a metre beside it.
function covers(
  { northWest: o, northEast, southWest }: ReturnType<typeof tilesOver>[number],
  { x, y }: Point,
): boolean {
  const [a, b, c, d] = [northEast.x - o.x, northEast.y - o.y, southWest.x - o.x, southWest.y - o.y]
  const area = a * d - b * c
  const [u, v] = [((x - o.x) * d - (y - o.y) * c) / area, ((y - o.y) * a - (x - o.x) * b) / area]
  return [u, v].every((each) => each > -0.002 && each < 1.002)
}
