import type pg from 'pg'
import { withConnection } from '../connection.ts'
import { median } from '../median.ts'
import { processTime } from '../processor_time.ts'
import { load, type Repeated } from '../wrk.ts'

/** A server and the request that it is measured with. */
export interface Side extends Repeated {
  name: string
  pid: number
  /** The login of its connections to the database. */
  login: string
}

/** Measurements of one turn of a side. */
interface Turn {
  /** Requests a second. */
  rate: number
  /** Latencies, in ms. */
  p50: number
  p99: number
  /** Milliseconds of processor time a request, of the server and of its connections to the database. */
  server: number
  postgres: number
}

/** The turns of each side, by its name. */
export type Turns = Record<string, Turn[]>

/**
 * Measures some servers in turns, so that all see the same machine. The first round only warms caches and compilers.
 * @param admin address of the database as superuser, to see whose connections are whose
 */
export async function takeTurns(
  admin: string,
  sides: Side[],
  { connections, seconds, rounds }: { connections: number; seconds: number; rounds: number },
): Promise<Turns> {
  const turns: Turns = Object.fromEntries(sides.map(({ name }) => [name, []]))
  await withConnection(admin, async (client) => {
    for (let round = -1; round < rounds; round++) {
      for (const side of sides) {
        const before = await usedBy(client, side)
        const { requests, ...measured } = await load(side, connections, seconds)
        const after = await usedBy(client, side)
        const each = (pids: number[]) => used(before, after, pids) / requests
        if (round >= 0)
          turns[side.name]?.push({ ...measured, server: each([side.pid]), postgres: each(after.backends) })
      }
    }
  })
  return turns
}

interface Used {
  backends: number[]
  /** Milliseconds of processor time so far, by process. */
  times: Map<number, number>
}

async function usedBy(client: pg.Client, { pid, login }: Side): Promise<Used> {
  const text = 'select pid from pg_stat_activity where usename = $1'
  const { rows } = await client.query<{ pid: number }>(text, [login])
  const backends = rows.map((row) => row.pid)
  return { backends, times: new Map([pid, ...backends].map((each) => [each, processTime([each])])) }
}

// Connections that the server opened meanwhile count from their beginning.
function used(before: Used, after: Used, pids: number[]): number {
  return pids.reduce((sum, pid) => sum + (after.times.get(pid) ?? 0) - (before.times.get(pid) ?? 0), 0)
}

/** A Markdown table of medians. @param more further cells by the name of the side */
export function turnsTable(turns: Turns, title: string, more: Record<string, string> = {}): string {
  const rows = Object.entries(turns).map(([name, each]) => {
    const of = (what: keyof Turn) => each.map((turn) => turn[what])
    const rates = of('rate')
    const digits = median(rates) < 100 ? 1 : 0
    const cells = [
      name,
      median(rates).toFixed(digits),
      `${Math.min(...rates).toFixed(digits)} to ${Math.max(...rates).toFixed(digits)}`,
      ...(['p50', 'p99', 'server', 'postgres'] as const).map((what) => median(of(what)).toFixed(2)),
      ...(name in more ? [more[name]] : []),
    ]
    return `| ${cells.join(' | ')} |\n`
  })
  return (
    `| ${title} |\n` +
    `|${title
      .split('|')
      .map(() => '---|')
      .join('')}\n` +
    rows.join('')
  )
}

/** A line with two medians: of our rate ÷ theirs, and of their processor time a request ÷ ours. */
export function compared(turns: Turns, our: string, their: string): string {
  const pairs = pairsOf(turns, our, their)
  const work = ({ server, postgres }: Turn) => server + postgres
  const rate = quotient(turns, our, their).toFixed(2)
  const time = median(pairs.map(([mine, other]) => work(other) / work(mine))).toFixed(2)
  return `- ${our} ÷ ${their}: **${rate}** (by processor time ${time})\n`
}

/** The median over the turns of one rate ÷ another. */
export function quotient(turns: Turns, our: string, their: string): number {
  return median(pairsOf(turns, our, their).map(([mine, other]) => mine.rate / other.rate))
}

function pairsOf(turns: Turns, our: string, their: string): [mine: Turn, other: Turn][] {
  return (turns[our] ?? []).flatMap((mine, round): [Turn, Turn][] => {
    const other = turns[their]?.[round]
    return other === undefined ? [] : [[mine, other]]
  })
}
