import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { started } from '../setting.ts'

const Answer = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
})

/** A running Prometheus. */
export interface Prometheus {
  /** The first value of an expression; 0 for none. */
  value(expression: string): Promise<number>
  stop(): Promise<void>
}

/** A free port of this machine. */
export function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Starts Debian's Prometheus until the end of the bench. @param target the port to scrape @param interval how often */
export async function startPrometheus(target: number, interval: string): Promise<Prometheus> {
  const place = mkdtempSync(join(tmpdir(), 'caserne-prometheus-'))
  started.add(place, async () => rmSync(place, { recursive: true, force: true }))
  const job = { job_name: 'caserne', static_configs: [{ targets: [`127.0.0.1:${target}`] }] }
  // JSON is YAML.
  const configuration = JSON.stringify({ global: { scrape_interval: interval }, scrape_configs: [job] })
  writeFileSync(join(place, 'prometheus.yml'), configuration)
  const port = await freePort()
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
  const stop = async () => {
    child.kill()
    await ended
  }
  started.add(child, stop)
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await ready())) await pause(200)
  return {
    value: async (expression) => {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`
      const { data } = Answer.parse(await (await fetch(url)).json())
      return Number(data.result[0]?.value[1] ?? 0)
    },
    stop,
  }
}
