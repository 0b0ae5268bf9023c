import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { serveMetrics } from '../../src/process/serve_metrics.ts'
import { Started } from '../../src/process/started.ts'
import { deployedExpressions, prometheusFolder } from '../deploy/deployed_figures.ts'
import { useDatabase } from '../support/database.ts'
import { freePort } from '../support/free_port.ts'
import { useServers } from '../support/servers.ts'

const run = promisify(execFile)

describe('the alerts', () => {
  it.each([
    ['check', 'rules', 'caserne.rules.yml'],
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'caserne.rules.test.yml'],
  ])('pass promtool %s %s %s', async (...args) => {
    await run('promtool', args, { cwd: prometheusFolder }).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${error.stdout}${error.stderr}`)
      },
    )
  })
})

describe('a real Prometheus', () => {
  const database = useDatabase()
  const servers = useServers(database)
  const started = new Started()
  afterAll(() => started.stop())
  let port = 0

  beforeAll(async () => {
    const log = pino({ level: 'silent' })
    const metrics = await serveMetrics(servers.metrics(), { host: '127.0.0.1', port: 0 }, log)
    started.add(metrics, (each) => each.close())
    const place = mkdtempSync(join(tmpdir(), 'caserne-prometheus-'))
    started.add(place, async () => rmSync(place, { recursive: true }))
    cpSync(join(prometheusFolder, 'caserne.rules.yml'), join(place, 'caserne.rules.yml'))
    const configuration = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['caserne.rules.yml'],
      scrape_configs: [
        {
          job_name: 'caserne',
          static_configs: [{ targets: [`127.0.0.1:${metrics.port}`], labels: { process: 'data' } }],
        },
      ],
    }
    // JSON is YAML.
    writeFileSync(join(place, 'prometheus.yml'), JSON.stringify(configuration))
    port = await freePort()
    const child = spawn(
      'prometheus',
      [
        `--config.file=${place}/prometheus.yml`,
        `--storage.tsdb.path=${place}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    )
    const ended = new Promise((resolve) => child.once('close', resolve))
    started.add(child, async () => {
      child.kill()
      await ended
    })
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/-/ready`).then(
        ({ status }) => status,
        () => 0,
      )
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 30_000, interval: 200 })
  })

  const Answer = z.object({
    status: z.string(),
    data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
  })
  const query = async (expr: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expr)}`)
    return { status: answer.status, text: await answer.text() }
  }
  const value = async (expr: string) =>
    Number(Answer.parse(JSON.parse((await query(expr)).text)).data.result[0]?.value[1] ?? 0)

  it('counts as many requests as were sent', async () => {
    for (let n = 0; n < 25; n += 1)
      await servers.data('/api/v2/grades', { as: 'commandant@example.org', sis: 'hs' })
    const of = (name: string) => value(`sum(${name}{operation="list_grades"})`)
    await expect.poll(() => of('caserne_http_requests_total'), { timeout: 15_000, interval: 200 }).toBe(25)
    expect(await of('caserne_http_request_duration_seconds_count')).toBe(25)
  })

  it('understands every expression of the dashboard and of the alerts', async () => {
    const faults: string[] = []
    for (const { place, expr } of deployedExpressions()) {
      const { status, text } = await query(expr)
      if (status !== 200) faults.push(`${place}: ${text}`)
    }
    expect(faults).toEqual([])
  })

  it('raises the alert that no worker runs, and none about this server', async () => {
    const alerts = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`)
      const { data } = z
        .object({
          data: z.object({ alerts: z.array(z.object({ labels: z.record(z.string(), z.string()) })) }),
        })
        .parse(await answer.json())
      return data.alerts.map(({ labels }) => labels.alertname)
    }
    await expect.poll(alerts, { timeout: 15_000, interval: 200 }).toEqual(['CaserneSansWorker'])
  })
})
