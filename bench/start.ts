import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { heading } from './heading.ts'
import { median } from './median.ts'
import { started } from './setting.ts'

const POLL_MS = 10
// Messages of the log at the end of each phase, in order.
const phases = [
  'PostgreSQL is ready',
  'database migrated',
  'demo loaded',
  'listening',
  'ready',
  'worker started',
  'demo filled',
]

/**
 * Measures how soon `npm start` is ready, and a new demo whole: with a new demo, and with the same demo again.
 */
export async function benchStart(rounds: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-start-'))
  started.add(directory, async () => rmSync(directory, { recursive: true, force: true }))
  const times: Record<'first' | 'second', Map<string, number>[]> = { first: [], second: [] }
  for (let round = 0; round < rounds; round++) {
    const data = join(directory, `round-${round}`)
    times.first.push(await startOnce(data, 'demo filled'))
    times.second.push(await startOnce(data, 'worker started'))
  }
  process.stdout.write(
    [
      heading(`start ${rounds}`, 'embedded'),
      `Milliseconds since the start of npm, medians of ${rounds} (fastest).`,
      '',
      '| until | first start | second start |',
      '|---|---|---|',
      ...phases.map((phase) => `| ${phase} | ${cell(times.first, phase)} | ${cell(times.second, phase)} |`),
      '',
    ].join('\n'),
  )
}

function cell(rounds: Map<string, number>[], phase: string): string {
  const known = rounds.flatMap((round) => round.get(phase) ?? [])
  return known.length === 0 ? '–' : `${median(known).toFixed(0)} (${Math.min(...known).toFixed(0)})`
}

// Stops the program after the last phase that is waited for.
async function startOnce(data: string, last: string): Promise<Map<string, number>> {
  const port = await findFreePort()
  const env = { ...process.env, DATA_DIR: data, PORT: '0', DATA_PORT: String(port), LOG_LEVEL: 'info' }
  const began = performance.now()
  const ends = new Map<string, number>()
  const end = (phase: string) => ends.has(phase) || ends.set(phase, performance.now() - began)
  const program = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stopped = once(program, 'exit')
  started.add(program, async () => {
    program.kill('SIGTERM')
    await stopped
  })
  createInterface({ input: program.stdout }).on('line', (line) => {
    for (const phase of phases) if (line.includes(`"msg":"${phase}"`)) end(phase)
  })
  while (!(await isReady(port)) && program.exitCode === null) await pause(POLL_MS)
  end('ready')
  while (!ends.has(last) && program.exitCode === null) await pause(POLL_MS)
  if (program.exitCode !== null) throw new Error(`npm start ended with ${program.exitCode}`)
  program.kill('SIGTERM')
  await stopped
  return ends
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/ready' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    }).on('error', () => resolve(false))
  })
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
