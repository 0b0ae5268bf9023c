import { svg, type TemplateResult } from 'lit-html'

/** One column of a chart: this year and the year before. */
interface Pair {
  now: number
  before: number
}

const [STEP, HEIGHT, BAR] = [10, 100, 3]

/** Pairs of columns, the year before at the left. Each pair ends above its column of the table beneath. */
export function drawColumns(pairs: Pair[], name: string): TemplateResult {
  const most = Math.max(1, ...pairs.flatMap(({ now, before }) => [now, before]))
  const column = (kind: string, x: number, value: number) => {
    const height = (value / most) * HEIGHT
    return svg`<rect class=${kind} x=${x} y=${HEIGHT - height} width=${BAR} height=${height}></rect>`
  }
  return svg`<svg class="chart" role="img" aria-label=${name} viewBox="0 0 ${STEP * pairs.length} ${HEIGHT}" preserveAspectRatio="none">
    ${pairs.map(({ now, before }, n) => {
      const end = STEP * (n + 1)
      return svg`${column('before', end - 2 * BAR, before)}${column('now', end - BAR, now)}`
    })}
  </svg>`
}

/** A bar in a row of a table, before the whole. @param share between 0 and 1 */
export function drawBar(share: number): TemplateResult {
  return bars(svg`<rect class="before" width="100" height="8"></rect>${bar('now', 0, 8, share)}`)
}

/** Two bars in a row of a table: this year, and the year before. Both are between 0 and 1. */
export function drawBars(now: number, before: number): TemplateResult {
  return bars(svg`${bar('now', 0, 4, now)}${bar('before', 4, 4, before)}`)
}

/** The colour of a row in the chart above. */
export function drawKey(kind: string): TemplateResult {
  return svg`<svg class="key" aria-hidden="true" viewBox="0 0 1 1"><rect class=${kind} width="1" height="1"></rect></svg>`
}

function bars(content: TemplateResult): TemplateResult {
  return svg`<svg class="bar" aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">${content}</svg>`
}

function bar(kind: string, y: number, height: number, share: number): TemplateResult {
  return svg`<rect class=${kind} y=${y} width=${Math.min(share, 1) * 100} height=${height}></rect>`
}
