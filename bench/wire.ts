import { accepted, plain } from './accepted.ts'
import { withConnection } from './connection.ts'
import { heading } from './heading.ts'
import { addAlarmes, findPlace, headersAt } from './http/lists.ts'
import { differences } from './peers/differences.ts'
import { preparePeers } from './peers/prepare.ts'
import { compared, quotient, type Side, type Turns, takeTurns, turnsTable } from './peers/turns.ts'
import { postgresVersion, type Server } from './setting.ts'
import { type Timed, timeLists } from './wire/time_lists.ts'
import { timeSilence } from './wire/time_silence.ts'

const CONNECTIONS = [1, 8]
const columns = 'per second, median | range | p50, ms | p99, ms | server, ms | PostgreSQL, ms'
// A longer p50 of a list is noticed.
const SLOW_MS = 10
const SHOWN = 8

const warm = 'REST, all fields'
const cold = 'REST, all fields, rebuilt'
const peer = 'PostGraphile, all fields'
const sides = [warm, cold, peer, 'Directus, all fields']

/** A goal, and what was measured. */
interface Goal {
  name: string
  measured: number
  met: boolean
  goal: string
}

/**
 * Compares answers as clients take them, compressed and plain, with those of the peers, and kept answers compressed
 * with the same plain. Then times a list after a silence, and every list from one connection.
 * @param seconds length of each measure, repeated for `rounds`
 */
export async function benchWire(seconds: number, rounds: number): Promise<void> {
  const { admin, ours, lists, bytes } = await preparePeers('S')
  process.stdout.write(heading(`wire ${seconds} ${rounds}`, await postgresVersion(admin)) + differences)
  const goals: Goal[] = []
  for (const encodings of [accepted, plain])
    for (const connections of CONNECTIONS) {
      const asked = lists
        .filter(({ name }) => sides.includes(name))
        .map((list) => ({ ...list, headers: { ...list.headers, ...encodings } }))
      const turns = await takeTurns(admin, asked, { connections, seconds, rounds })
      process.stdout.write(
        `\n### 20 interventions, connections: ${connections}, Accept-Encoding: ${encodings['accept-encoding']}\n\n` +
          turnsTable(turns, `server | ${columns} | bytes plain`, bytes),
      )
      process.stdout.write(`\n${compared(turns, cold, peer)}`)
      if (encodings === accepted)
        goals.push(
          atLeast(2.5, `warm ÷ PostGraphile, connections: ${connections}`, quotient(turns, warm, peer)),
          atLeast(1.2, `cold ÷ PostGraphile, connections: ${connections}`, quotient(turns, cold, peer)),
        )
    }
  const { turns, names, sis, headers } = await compareForms(admin, ours, seconds, rounds)
  process.stdout.write(`\n### Kept answers, compressed and plain\n\n${turnsTable(turns, `GET | ${columns}`)}`)
  for (const name of names) {
    process.stdout.write(compared(turns, `${name}, compressed`, `${name}, plain`))
    goals.push(
      atLeast(0.9, `${name}: compressed ÷ plain`, quotient(turns, `${name}, compressed`, `${name}, plain`)),
    )
  }
  const silence = await timeSilence(ours.port, '/api/v2/interventions?limit=20', headers, rounds)
  goals.push(
    atMost(2, 'first click after 12 s of silence ÷ the next', silence.first / silence.next),
    atMost(20, 'first click after 12 s of silence, ms', silence.first),
  )
  const timed = await timeLists(admin, ours, sis)
  process.stdout.write(`\n### The slowest lists, from one connection\n\n${timedTable(timed.slice(0, SHOWN))}`)
  const slowest = timed[0]
  goals.push(atMost(SLOW_MS, `p50 of the slowest list (${slowest?.name}), ms`, slowest?.p50 ?? 0))
  process.stdout.write(`\n### Goals\n\n${goalsTable(goals)}`)
}

function atLeast(least: number, name: string, measured: number): Goal {
  return { name, measured, met: measured >= least, goal: `≥ ${least}` }
}

function atMost(most: number, name: string, measured: number): Goal {
  return { name, measured, met: measured <= most, goal: `≤ ${most}` }
}

// A short, a usual and a long list, each asked in both ways.
async function compareForms(
  admin: string,
  { pid, port }: Server,
  seconds: number,
  rounds: number,
): Promise<{ turns: Turns; names: string[]; sis: string; headers: Record<string, string> }> {
  const { headers, sis } = await withConnection(admin, async (client) => {
    const place = await findPlace(client)
    await addAlarmes(client, place)
    return { headers: await headersAt(client, place), sis: place.sis }
  })
  const names = ['/interventions?limit=20', '/sapeurs', '/alarmes?old=true']
  const asked = names.flatMap((name): Side[] => {
    const url = `http://127.0.0.1:${port}/api/v2${name}`
    const side = { pid, login: 'caserne_api', url }
    return [
      { ...side, name: `${name}, compressed`, headers: { ...headers, ...accepted } },
      { ...side, name: `${name}, plain`, headers: { ...headers, ...plain } },
    ]
  })
  return { turns: await takeTurns(admin, asked, { connections: 8, seconds, rounds }), names, sis, headers }
}

function timedTable(timed: Timed[]): string {
  const rows = timed.map(
    ({ name, p50, bytes }) => `| ${name} | ${p50.toFixed(1)} | ${(bytes / 1024).toFixed(1)} |\n`,
  )
  return `| GET | p50, ms | KB plain |\n|---|---|---|\n${rows.join('')}`
}

function goalsTable(goals: Goal[]): string {
  const rows = goals.map(
    ({ name, measured, met, goal }) =>
      `| ${name} | ${goal} | **${measured.toFixed(2)}** | ${met ? 'met' : 'missed'} |\n`,
  )
  return `| | goal | measured | |\n|---|---|---|---|\n${rows.join('')}`
}
