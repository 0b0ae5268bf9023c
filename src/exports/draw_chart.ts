import echarts from 'echarts/dist/echarts.common.min.js'
import { figure } from './figure.ts'
import { printable } from './printable.ts'
import type { Rapport } from './rapport.ts'

const HEIGHT_OF_LEGEND = 30
const WIDTH_OF_NAMES = 200
const font = { fontFamily: 'Helvetica', fontSize: 9, color: '#333' }

/** Interventions by category, of the year and the one before, as bars: an SVG of this size, the same for the same figures. */
export function drawChart({ annee, categories }: Rapport, width: number, height: number): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height })
  const bars = (year: number, key: 'nb' | 'nb_precedent', color: string) => ({
    name: String(year),
    type: 'bar' as const,
    data: categories.map((category) => category[key]),
    itemStyle: { color },
    barGap: '10%',
    label: {
      ...font,
      fontSize: 8,
      show: true,
      position: 'right' as const,
      // A category without interventions has no bar; the table above says 0.
      formatter: ({ value }: { value: unknown }) => (value === 0 ? '' : figure(Number(value))),
    },
  })
  chart.setOption({
    animation: false,
    textStyle: font,
    legend: { bottom: 0, textStyle: font, itemWidth: 12, itemHeight: 8 },
    grid: { left: WIDTH_OF_NAMES, right: 30, top: 5, bottom: HEIGHT_OF_LEGEND + 15 },
    xAxis: { type: 'value', minInterval: 1, splitNumber: 5, axisLabel: { ...font, formatter: figure } },
    yAxis: {
      type: 'category',
      inverse: true,
      axisTick: { show: false },
      axisLabel: { ...font, width: WIDTH_OF_NAMES - 10, overflow: 'truncate' },
      data: categories.map(({ designation }) => printable(designation)),
    },
    series: [bars(annee, 'nb', '#b3261e'), bars(annee - 1, 'nb_precedent', '#b8b8b8')],
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}
