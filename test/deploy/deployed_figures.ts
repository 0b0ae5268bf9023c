import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { z } from 'zod'
import { root } from '../../src/config.ts'

/** The directory of what is given to Prometheus. */
export const prometheusFolder = join(root, 'deploy/prometheus')

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const Dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
})

/** The expressions of alerts and of panels, with the place that has them. */
export function deployedExpressions(): { place: string; expr: string }[] {
  const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')
  const { groups } = Rules.parse(load(read('prometheus/caserne.rules.yml')))
  const { panels } = Dashboard.parse(JSON.parse(read('grafana/caserne.json')))
  return [
    ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ place: `alert ${alert}`, expr }))),
    ...panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({
        place: `panel ${title}`,
        // Grafana's own variables.
        expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
      })),
    ),
  ]
}
