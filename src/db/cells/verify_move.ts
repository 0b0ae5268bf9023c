import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { plainValues } from '../archive/carried_tables.ts'
import { connect } from '../connect.ts'
import type { MovedTable } from './moved_tables.ts'
import type { Side } from './replicate.ts'

/** What a table holds of a SIS. */
interface Sum {
  rows: string
  checksum: string
}

/** Connections that compare tables of two databases, several at once. */
export interface Comparison {
  /**
   * Compares tables by the number of their rows and by a checksum of them.
   * @returns the names of those that differ, and all rows
   */
  compare(tables: MovedTable[]): Promise<{ different: string[]; rows: number }>
  end(): Promise<void>
}

const CONNECTIONS = 3

/** Opens the connections, so that a SIS that is closed need not wait for them. */
export async function openComparison(here: Side, there: Side): Promise<Comparison> {
  const pairs = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Promise.all([openPlain(here.url), openPlain(there.url)])),
  )
  return {
    compare: async (tables) => {
      // The largest ones are not known. So each connection takes the next table when it is done with one.
      const waiting = [...tables]
      const different: string[] = []
      let rows = 0
      const work = async (pair: [pg.Client, pg.Client]) => {
        for (let table = waiting.shift(); table !== undefined; table = waiting.shift()) {
          const [one, other] = await Promise.all([sumOf(pair[0], table), sumOf(pair[1], table)])
          rows += Number(one.rows)
          if (one.rows !== other.rows || one.checksum !== other.checksum) different.push(table.name)
        }
      }
      await Promise.all(pairs.map(work))
      return { different: different.toSorted(), rows }
    },
    end: async () => {
      await Promise.all(pairs.flat().map((client) => client.end()))
    },
  }
}

/** Compares until all are the same. @returns as `compare`, after a few seconds with those that still differ */
export async function compareUntilSame(
  comparison: Comparison,
  tables: MovedTable[],
  tries: number,
): Promise<{ different: string[]; rows: number }> {
  const all = await comparison.compare(tables)
  let { different } = all
  for (let tried = 1; different.length > 0 && tried < tries; tried += 1) {
    await pause(100)
    const again = await comparison.compare(tables.filter(({ name }) => different.includes(name)))
    different = again.different
  }
  return { different, rows: all.rows }
}

async function openPlain(url: string): Promise<pg.Client> {
  const client = await connect(url)
  client.on('error', () => undefined)
  await client.query(plainValues.replaceAll('set local', 'set'))
  return client
}

async function sumOf(client: pg.Client, { name, where, compared }: MovedTable): Promise<Sum> {
  const { rows } = await client.query<Sum>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum
       from (select ${compared} from ${name} where ${where}) t`,
  )
  return rows[0] ?? { rows: '0', checksum: '0' }
}
