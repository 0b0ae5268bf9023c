import { scaleLinear, scaleLog, scalePoint } from 'd3-scale'

/** Values of several lines over the same steps. */
interface Panel {
  title: string
  steps: string[]
  lines: { name: string; values: number[] }[]
}

const WIDTH = 900
const HEIGHT = 420
const TOP = 40
const BOTTOM = 30
const LEFT = 46
const COLUMN = 290
const colours = [
  '#1b6ca8',
  '#c8553d',
  '#2d8a4e',
  '#8a5aa8',
  '#b08900',
  '#5b6770',
  '#d0568f',
  '#008c95',
  '#7a4a21',
  '#444444',
  '#e07b00',
  '#6a994e',
]

/** Draws panels side by side, with one logarithmic scale of ms and one legend. @returns an SVG document */
export function plot(title: string, panels: Panel[]): string {
  const values = panels.flatMap(({ lines }) => lines.flatMap((line) => line.values))
  const y = scaleLog([Math.min(...values) * 0.8, Math.max(...values) * 1.25], [HEIGHT - BOTTOM, TOP + 20])
  const column = scaleLinear([0, 1], [LEFT, LEFT + COLUMN + 40])
  const ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].filter(
    (each) => each >= (y.domain()[0] ?? 0) && each <= (y.domain()[1] ?? 0),
  )
  const parts = panels.map((panel, index) => drawPanel(panel, column(index), y, ticks))
  const names = panels[0]?.lines.map(({ name }) => name) ?? []
  const legend = names.map((name, index) => {
    const at = TOP + 30 + index * 20
    const left = LEFT + panels.length * (COLUMN + 40)
    return `<line x1="${left}" x2="${left + 14}" y1="${at - 4}" y2="${at - 4}" stroke="${colours[index]}" stroke-width="2"/>${text(left + 18, at, name)}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">
<title>Processor time of statements by years of history and by number of SIS</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
${text(LEFT, 18, title, 'font-size="13" font-weight="bold"')}
${[...parts, ...legend].join('\n')}
</svg>
`
}

function drawPanel(
  { title, steps, lines }: Panel,
  left: number,
  y: (value: number) => number,
  ticks: number[],
): string {
  const x = scalePoint(steps, [left, left + COLUMN]).padding(0.3)
  const at = (step: string) => (x(step) ?? 0).toFixed(1)
  const grid = ticks.map(
    (tick) =>
      `<line x1="${left}" x2="${left + COLUMN}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="#e3e3e3"/>${text(left - 6, y(tick) + 4, String(tick), 'text-anchor="end" fill="#666666"')}`,
  )
  const labels = steps.map((step) =>
    text(Number(at(step)), HEIGHT - BOTTOM + 16, step, 'text-anchor="middle" fill="#666666"'),
  )
  const paths = lines.map(({ values }, index) => {
    const points = steps.map((step, n) => `${at(step)},${y(values[n] ?? 1).toFixed(1)}`)
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colours[index]}" stroke-width="2"/>`
  })
  return [text(left, TOP, title), ...grid, ...labels, ...paths].join('\n')
}

function text(x: number, y: number, content: string, more = ''): string {
  const safe = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" ${more}>${safe}</text>`
}
