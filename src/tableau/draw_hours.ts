import { svg, type TemplateResult } from 'lit-html'

/** One hour: how many are available, and whether the requirement counts in it. */
export interface Heure {
  debut: string
  requis: boolean
  disponibles: number
  piquets: number
  manque: number
}

const [WIDTH, HEIGHT, FOOT, TOP] = [720, 120, 20, 8]
const weekdays = new Intl.DateTimeFormat('fr-CH', { weekday: 'short', day: 'numeric' })

/**
 * The hours of some days as columns, those with a shortfall in red, and a line where the minimum is. The table beneath
 * a chart has the same numbers.
 */
export function drawHours(heures: Heure[], minimum: number, name: string): TemplateResult {
  const most = Math.max(minimum, ...heures.map(({ disponibles }) => disponibles)) || 1
  const step = WIDTH / Math.max(heures.length, 1)
  const height = (value: number) => (value / most) * (HEIGHT - FOOT - TOP)
  const base = HEIGHT - FOOT
  const midnights = heures.flatMap(({ debut }, n) => (debut.slice(11, 13) === '00' ? [{ debut, n }] : []))
  const line = base - height(minimum)
  return svg`<svg class="chart hours" role="img" aria-label=${name} viewBox="0 0 ${WIDTH} ${HEIGHT}">
    ${heures.map(({ requis, disponibles, manque }, n) => {
      const kind = manque > 0 ? 'short' : requis ? 'now' : 'before'
      return svg`<rect class=${kind} x=${n * step} y=${base - height(disponibles)} width=${step * 0.85} height=${height(disponibles)}></rect>`
    })}
    <path class="minimum" d="M0 ${line}h${WIDTH}"></path>
    <path class="base" d="M0 ${base}h${WIDTH}"></path>
    ${midnights.map(
      ({ debut, n }) =>
        svg`<path class="base" d="M${n * step} ${base}v6"></path><text class="label" x=${n * step + 4} y=${HEIGHT - 4}>${weekdays.format(new Date(debut))}</text>`,
    )}
  </svg>`
}
