import { nothing, svg, type TemplateResult } from 'lit-html'
import { drawTuiles, mentionOfTuiles } from './draw_tuiles.ts'
import { numberText } from './french.ts'
import { type Point, pointAt, project } from './project.ts'

/** The map of Switzerland, from open geodata (docs/decisions/0048-map.md). Paths count in units of 10 m. */
export interface Carte {
  pays: string
  lacs: string
  cantons: string
  communes: string
  /** Name, x, y, inhabitants; the largest first. */
  lieux: [string, number, number, number][]
}

/** A view of the map: its middle, and how many metres the narrower side shows. */
interface View {
  point: Point
  metres: number
  /** Width over height. */
  ratio: number
  /** How many lines of a place's name the narrower side has room for. */
  lines: number
}

const UNIT = 10
const NAMES = 14

/** The place of an alarm on the map, from its LV95 coordinates, else from WGS84; null without any. */
export function pointOf({
  location_lv95,
  location_wgs84,
}: {
  location_lv95: string
  location_wgs84: string
}): Point | null {
  const [e, n] = numbersOf(location_lv95)
  if (e !== undefined && n !== undefined) return pointAt(e, n)
  const [lon, lat] = numbersOf(location_wgs84)
  return lon === undefined || lat === undefined ? null : project({ lon, lat })
}

function numbersOf(text: string): number[] {
  return text === '' ? [] : text.split(',').map(Number)
}

/** The map around a point, with the point, the names of places near it and a scale. */
export function drawCarte(
  carte: Carte,
  { point, metres, ratio, lines }: View,
  label: string,
): TemplateResult {
  const height = (ratio < 1 ? metres / ratio : metres) / UNIT
  const width = height * ratio
  const [left, top] = [point.x - width / 2, point.y - height / 2]
  const size = Math.min(width, height) / lines
  const scale = scaleFor((width * UNIT) / 4)
  return svg`<svg class="carte" role="img" aria-label=${`Carte : ${label}`} viewBox="${left} ${top} ${width} ${height}">
    <path class="pays" d=${carte.pays}></path>
    <path class="communes" d=${carte.communes}></path>
    <path class="lacs" d=${carte.lacs}></path>
    <path class="cantons" d=${carte.cantons}></path>
    ${namesIn(carte, { left, top, width, height, size, point }).map(
      ([name, x, y, people]) => svg`
        <circle class="lieu" cx=${x} cy=${y} r=${size / 6}></circle>
        <text class="nom" x=${x + size / 3} y=${y + size / 3} font-size=${people > 5_000 ? size * 1.15 : size}>${name}</text>`,
    )}
    ${drawTuiles({ left, top, width, height })}
    <circle class="halo" cx=${point.x} cy=${point.y} r=${size * 1.6}></circle>
    <circle class="point" cx=${point.x} cy=${point.y} r=${size * 0.6}></circle>
    <g class="echelle">
      <path d="M${left + size} ${top + height - size}h${scale / UNIT}" stroke-width=${size / 8}></path>
      <text x=${left + size} y=${top + height - size * 1.5} font-size=${size * 0.9}>${scale < 1_000 ? `${scale} m` : `${numberText(scale / 1_000)} km`}</text>
    </g>
    ${mentionOfTuiles() === '' ? nothing : svg`<text class="mention" x=${left + width - size / 2} y=${top + height - size / 2} font-size=${size * 0.6} text-anchor="end">${mentionOfTuiles()}</text>`}
  </svg>`
}

/** The picture of an alarm without coordinates. */
export function noCarte(): TemplateResult | typeof nothing {
  return svg`<p class="carte quiet">Le rapport ne donne pas de coordonnées.</p>`
}

interface Frame {
  left: number
  top: number
  width: number
  height: number
  size: number
  point: Point
}

// The largest places first, unless a name would cover one that is drawn already, or the point.
function namesIn({ lieux }: Carte, { left, top, width, height, size, point }: Frame): Carte['lieux'] {
  const drawn: { x: number; y: number; w: number }[] = [
    { x: point.x - size * 1.6, y: point.y, w: size * 3.2 },
  ]
  return lieux.filter(([name, x, y]) => {
    const w = size * (1 + name.length * 0.55)
    const inside = x > left + size && x + w < left + width && y > top + size && y < top + height - 3 * size
    if (!inside || drawn.length > NAMES) return false
    const free = drawn.every(
      (each) => Math.abs(each.y - y) > size * 1.6 || x + w < each.x || each.x + each.w < x,
    )
    if (free) drawn.push({ x, y, w })
    return free
  })
}

// The longest round length that fits.
function scaleFor(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres))
  return [5, 2, 1].map((n) => n * power).find((each) => each <= metres) ?? power
}
