import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { plainValues } from '../archive/carried_tables.ts'
import { connect } from '../connect.ts'
import { ofCell } from './cell.ts'
import type { MovedTable } from './moved_tables.ts'
import type { Side } from './replicate.ts'
import { compareSince, type Pair, type Survey, surveyTable } from './survey_rows.ts'

/** Count and checksum of a SIS's rows in a table. */
interface Sum {
  rows: string
  checksum: string
}

/** Connections that compare tables of two databases, several at once. */
export interface Comparison {
  /** Reads the large tables before, so that comparing them takes little time. */
  survey(tables: MovedTable[]): Promise<void>
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
    Array.from({ length: CONNECTIONS }, () => Promise.all([openPlain(here), openPlain(there)])),
  )
  const surveys = new Map<string, Survey>()
  // Which tables are large is not known. So each connection takes the next table when it is done with one.
  const share = async (tables: MovedTable[], work: (pair: Pair, table: MovedTable) => Promise<void>) => {
    const waiting = [...tables]
    const one = async (pair: Pair) => {
      for (let table = waiting.shift(); table !== undefined; table = waiting.shift()) await work(pair, table)
    }
    await Promise.all(pairs.map(one))
  }
  return {
    survey: (tables) =>
      share(tables, async (pair, table) => {
        const survey = await surveyTable(pair, table)
        if (survey !== null) surveys.set(table.name, survey)
      }),
    compare: async (tables) => {
      const different: string[] = []
      let all = 0
      // Those that take long first.
      const ordered = tables.toSorted((a, b) => Number(surveys.has(b.name)) - Number(surveys.has(a.name)))
      await share(ordered, async (pair, table) => {
        const survey = surveys.get(table.name)
        const { same, rows } = await (survey ? compareSince(pair, table, survey) : compareWhole(pair, table))
        all += rows
        if (!same) different.push(table.name)
      })
      return { different: different.toSorted(), rows: all }
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

async function compareWhole(pair: Pair, table: MovedTable): Promise<{ same: boolean; rows: number }> {
  const [one, other] = await Promise.all([sumOf(pair[0], table), sumOf(pair[1], table)])
  return { same: one.rows === other.rows && one.checksum === other.checksum, rows: Number(one.rows) }
}

async function openPlain({ url, cell }: Side): Promise<pg.Client> {
  const client = await connect(url, { whose: ofCell(cell.nom) })
  client.on('error', () => undefined)
  await client.query(`${plainValues.replaceAll('set local', 'set')}; set jit = off`)
  return client
}

async function sumOf(client: pg.Client, { name, where, compared }: MovedTable): Promise<Sum> {
  const { rows } = await client.query<Sum>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as checksum
       from (select ${compared} from ${name} where ${where}) t`,
  )
  return rows[0] ?? { rows: '0', checksum: '0' }
}
