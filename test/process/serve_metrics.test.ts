import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { Metrics } from '../../src/process/metrics.ts'
import { Readiness } from '../../src/process/readiness.ts'
import { type MetricsServer, serveMetrics } from '../../src/process/serve_metrics.ts'
import { readFigures } from '../support/servers.ts'

const log = pino({ level: 'silent' })
const servers: MetricsServer[] = []
afterEach(async () => {
  for (const each of servers.splice(0)) await each.close()
})

async function serve(metrics = new Metrics(), port = 0, readiness?: Readiness) {
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port }, log, readiness)
  servers.push(server)
  const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method })
  return { server, get }
}

it('serves the figures of all parts of a process, and of the process itself', async () => {
  const metrics = new Metrics()
  const parts = ['one', 'two'].map((part) => ({
    part,
    counter: metrics.counter('events', 'Events.', ['part']),
  }))
  for (const { part, counter } of parts) counter.inc({ part })
  const gauge = metrics.gauge('answer', 'The answer.', [])
  metrics.beforeScrape(() => gauge.set(42))
  const { get } = await serve(metrics)
  const answer = await get('/metrics')
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const figure = readFigures(await answer.text())
  expect(figure('caserne_events{part="one"}')).toBe(1)
  expect(figure('caserne_events{part="two"}')).toBe(1)
  expect(figure('caserne_answer')).toBe(42)
  expect(figure('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
})

it('says whether the parts of the process do their work, if one of them can tell', async () => {
  const readiness = new Readiness()
  const { get } = await serve(new Metrics(), 0, readiness)
  expect((await get('/ready')).status).toBe(404)
  let fault: string | null = null
  readiness.add(() => null)
  readiness.add(() => fault)
  const ready = async () => {
    const answer = await get('/ready')
    return [answer.status, await answer.json()]
  }
  expect(await ready()).toEqual([200, { status: 'ok' }])
  fault = 'Aucune messagerie n’est relevée'
  expect(await ready()).toEqual([503, { error: 'Aucune messagerie n’est relevée' }])
})

it('serves nothing else', async () => {
  const { get } = await serve()
  expect((await get('/')).status).toBe(404)
  expect((await get('/metrics', 'POST')).status).toBe(404)
})

it('answers while a reading never ends, and begins it only once', async () => {
  const metrics = new Metrics()
  let begun = 0
  metrics.beforeScrape(() => {
    begun += 1
    return new Promise(() => undefined)
  })
  metrics.counter('events', 'Events.', []).inc()
  const { get } = await serve(metrics)
  const answers = await Promise.all([get('/metrics'), get('/metrics')])
  for (const answer of answers) expect(readFigures(await answer.text())('caserne_events')).toBe(1)
  expect(begun).toBe(1)
})

it('names the setting whose port is taken', async () => {
  const { server } = await serve()
  await expect(serve(new Metrics(), server.port)).rejects.toThrow('METRICS_PORT')
})
