import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { measureTls } from '../../src/http/watch/measure_tls.ts'
import { Metrics } from '../../src/process/metrics.ts'
import { startWorker } from '../../src/worker/start_worker.ts'
import { watchLateness } from '../../src/worker/watch_lateness.ts'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { workerOptions } from '../support/worker_options.ts'
import { deployedExpressions } from './deployed_figures.ts'

const database = useDatabase()
// With a standby, which is the same database here.
const servers = useServers({
  get urls() {
    return { ...database.urls, read: database.urls.api }
  },
})

// Prometheus's own.
const own = ['up']
// The label names of each figure, by its name as a query has it.
let exported: Map<string, string[]>

beforeAll(async () => {
  const metrics = new Metrics()
  metrics.watchProcess()
  measureTls(metrics, undefined)
  const worker = await startWorker({
    ...workerOptions(database.urls.worker, Buffer.alloc(32).toString('base64')),
    metrics,
  })
  const lateness = watchLateness(database.urls.worker, metrics)
  exported = new Map(
    [...servers.metrics().described(), ...metrics.described()].flatMap(({ name, type, labels }) =>
      type === 'histogram'
        ? ['_bucket', '_sum', '_count'].map((end): [string, string[]] => [`${name}${end}`, [...labels, 'le']])
        : [[name, labels] as [string, string[]]],
    ),
  )
  await lateness.stop()
  await worker.stop()
})

it('the dashboard and the alerts use only figures that servers and workers show', () => {
  const expressions = deployedExpressions()
  expect(expressions.length).toBeGreaterThan(40)
  const unknown = expressions.flatMap(({ place, expr }) =>
    [...expr.matchAll(/\b((?:caserne|process|nodejs)_\w+|up)\b(?=[\s{[)]|$)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !exported.has(name) && !own.includes(name))
      .map((name) => `${place}: ${name}`),
  )
  expect(unknown).toEqual([])
})

it('the dashboard and the alerts select only by labels that a figure has', () => {
  // Given by Prometheus: which process it scraped.
  const given = ['job', 'instance', 'process']
  const unknown = deployedExpressions().flatMap(({ place, expr }) =>
    [...expr.matchAll(/(caserne_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', selector = '']) =>
      [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)]
        .map(([, label = '']) => label)
        .filter((label) => !given.includes(label) && exported.get(name)?.includes(label) !== true)
        .map((label) => `${place}: ${name}{${label}}`),
    ),
  )
  expect(unknown).toEqual([])
})

it('observe.md explains every figure of ours, and no other', () => {
  const page = readFileSync(join(root, 'docs/how-to/observe.md'), 'utf8')
  const explained = new Set([...page.matchAll(/`(caserne_\w+)`/g)].map(([, name]) => name))
  const ours = [...exported.keys()]
    .filter((name) => name.startsWith('caserne_'))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  expect([...explained].sort()).toEqual([...new Set(ours)].sort())
})

it('every alert is tried', () => {
  const tests = readFileSync(join(root, 'deploy/prometheus/caserne.rules.test.yml'), 'utf8')
  const alerts = deployedExpressions().flatMap(({ place }) => /^alert (\w+)$/.exec(place)?.[1] ?? [])
  // Once where it must stay silent, and once where it must come.
  for (const alert of alerts)
    expect([alert, tests.match(new RegExp(`alertname: ${alert}\\b`, 'g'))?.length]).toEqual([alert, 2])
})
