import { svg, type TemplateResult } from 'lit-html'
import { numberText } from './french.ts'

/** One place of a chart: this year and the year before. */
export interface Pair {
  label: string
  now: number
  before: number
}

const [WIDTH, HEIGHT, FOOT, TOP] = [720, 200, 24, 18]

/** Pairs of columns, the year before behind. The table beneath a chart has the same numbers. */
export function drawColumns(pairs: Pair[], name: string): TemplateResult {
  const most = Math.max(1, ...pairs.flatMap(({ now, before }) => [now, before]))
  const step = WIDTH / Math.max(pairs.length, 1)
  const bar = Math.min(step / 2.6, 28)
  const height = (value: number) => (value / most) * (HEIGHT - FOOT - TOP)
  const column = (kind: string, x: number, value: number) =>
    svg`<rect class=${kind} x=${x} y=${HEIGHT - FOOT - height(value)} width=${bar} height=${height(value)}></rect>`
  return svg`<svg class="chart" role="img" aria-label=${name} viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <path class="base" d="M0 ${HEIGHT - FOOT}h${WIDTH}"></path>
    ${pairs.map(({ label, now, before }, n) => {
      const middle = step * (n + 0.5)
      return svg`${column('before', middle - bar, before)}${column('now', middle, now)}
        <text x=${middle + bar / 2} y=${HEIGHT - FOOT - height(now) - 4} text-anchor="middle">${now === 0 ? '' : numberText(now)}</text>
        <text class="label" x=${middle} y=${HEIGHT - 6} text-anchor="middle">${label}</text>`
    })}
  </svg>`
}

/** A bar in a row of a table. @param share between 0 and 1 */
export function drawBar(share: number): TemplateResult {
  return svg`<svg class="bar" aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
    <rect class="before" width="100" height="8"></rect><rect class="now" width=${Math.round(Math.min(share, 1) * 100)} height="8"></rect>
  </svg>`
}
