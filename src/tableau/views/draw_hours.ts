import { svg, type TemplateResult } from 'lit-html'

/** One hour: how many are available, and whether the requirement counts in it. */
export interface Heure {
  debut: string
  requis: boolean
  disponibles: number
  piquets: number
  manque: number
}

const [DAY, GAP, HEIGHT] = [26, 2, 100]

/**
 * The hours of some days as columns, those with a shortfall in red, and a line where the minimum is. Each day stands
 * above its column of the table beneath.
 */
export function drawHours(days: Heure[][], minimum: number, name: string): TemplateResult {
  const most = Math.max(1, minimum, ...days.flat().map(({ disponibles }) => disponibles))
  const height = (value: number) => (value / most) * HEIGHT
  const line = HEIGHT - height(minimum)
  return svg`<svg class="chart" role="img" aria-label=${name} viewBox="0 0 ${DAY * days.length} ${HEIGHT}" preserveAspectRatio="none">
    ${days.map((hours, day) => {
      // A day has 23 or 25 hours when the clocks change.
      const step = (DAY - GAP) / hours.length
      return hours.map(({ requis, disponibles, manque }, n) => {
        const kind = manque > 0 ? 'missing' : requis ? 'now' : 'before'
        const high = height(disponibles)
        return svg`<rect class=${kind} x=${day * DAY + GAP + n * step} y=${HEIGHT - high} width=${step} height=${high}></rect>`
      })
    })}
    ${[0, 1].map(() => svg`<path class="minimum" d="M0 ${line}h${DAY * days.length}"></path>`)}
  </svg>`
}
