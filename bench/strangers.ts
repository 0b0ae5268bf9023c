import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import {
  type WorstRequest,
  worstBodies,
  worstHeads,
  worstOfOperations,
} from '../test/attacks/worst_requests.ts'
import { heading } from './heading.ts'
import { postgresVersion, prepareDemo, type Server, startServer } from './setting.ts'

const BUDGET_MS = 2
// A server answers on its own time. One that does not in this time (a stream) is left.
const PATIENCE_MS = 2_000

interface Measured extends WorstRequest {
  ms: number
  status: string
}

/**
 * Measures the processor time that requests of people without a token take on the event loop of a server: every
 * operation, and the worst heads and bodies at every door. It prints the dearest.
 * @param rounds tries of each request, of which the median counts
 */
export async function benchStrangers(rounds: number): Promise<void> {
  const admin = await prepareDemo()
  const server = await startServer(admin, { FAILURES_ALLOWED: '1000000', MAILS_PER_HOUR: '1000000' })
  process.stdout.write(heading(`strangers ${rounds}`, await postgresVersion(admin)))
  const groups = { 'every operation': worstOfOperations(), heads: worstHeads(), bodies: worstBodies() }
  let dearest = 0
  for (const [name, requests] of Object.entries(groups)) {
    // The first request of each compiles code and checks of the server. Later ones do not.
    for (const each of requests) await measure(server, each)
    const found: Measured[] = []
    for (const each of requests) {
      const tries: { ms: number; status: string }[] = []
      for (let n = 0; n < rounds; n++) tries.push(await measure(server, each))
      const [middle] = tries.sort((a, b) => a.ms - b.ms).slice(Math.floor(rounds / 2))
      if (middle !== undefined) found.push({ ...each, ...middle })
    }
    found.sort((a, b) => b.ms - a.ms)
    dearest = Math.max(dearest, found[0]?.ms ?? 0)
    const usual = found[Math.floor(found.length / 2)]?.ms ?? 0
    process.stdout.write(
      `\n### ${name}: ${found.length} requests, median ${usual.toFixed(2)} ms, over ${BUDGET_MS} ms: ${found.filter(({ ms }) => ms > BUDGET_MS).length}\n\n| door | kind | status | ms |\n|---|---|---|---|\n`,
    )
    for (const { door, kind, status, ms } of found.slice(0, 12))
      process.stdout.write(`| ${door} | ${kind} | ${status} | ${ms.toFixed(2)} |\n`)
  }
  process.stdout.write(`\nThe dearest took ${dearest.toFixed(2)} ms.\n`)
}

async function measure(
  { port, pid }: Server,
  { bytes }: WorstRequest,
): Promise<{ ms: number; status: string }> {
  const before = loopTime(pid)
  const status = await ask(port, bytes)
  return { ms: loopTime(pid) - before, status }
}

function ask(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let status = ''
    const end = () => {
      socket.destroy()
      resolve(status || 'cut')
    }
    socket.setTimeout(PATIENCE_MS, end)
    socket.on('error', end).on('close', end)
    socket.on('data', (chunk) => {
      status ||= chunk.subarray(9, 12).toString()
      // The rest of an unread body is not waited for.
      if (status !== '') socket.end()
    })
    socket.write(bytes)
  })
}

// Milliseconds of processor time of a process's first thread, where its event loop runs (Linux).
function loopTime(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}
