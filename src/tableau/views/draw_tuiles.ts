import { nothing, svg, type TemplateResult } from 'lit-html'
import { type Box, type Tuile, tilesOver } from './tiles_over.ts'

/** The tiles of the operator's choice (MAP_TILES_URL) over a part of the map; nothing without that setting. */
export function drawTuiles(box: Box): TemplateResult | typeof nothing {
  const { tuiles } = document.documentElement.dataset
  if (tuiles === undefined) return nothing
  return svg`<g class="tuiles">${tilesOver(box).map((each) => drawTuile(each, tuiles))}</g>`
}

/** Attribution of the map tiles; empty without tiles. */
export function mentionOfTuiles(): string {
  return document.documentElement.dataset.mention ?? ''
}

// One step wide and high, with a hair more so that no line shows between two.
function drawTuile({ z, x, y, northWest, northEast, southWest }: Tuile, template: string): TemplateResult {
  const href = template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
  const matrix = [
    northEast.x - northWest.x,
    northEast.y - northWest.y,
    southWest.x - northWest.x,
    southWest.y - northWest.y,
    northWest.x,
    northWest.y,
  ].join(' ')
  return svg`<image href=${href} width="1.004" height="1.004" preserveAspectRatio="none" transform="matrix(${matrix})"></image>`
}
