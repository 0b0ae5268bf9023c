import type pg from 'pg'
import { beforeAll, expect } from 'vitest'
import { eventually, type TwoCells, useAsDatabase, useTwoCells } from '../../db/cells/cells_fixture.ts'
import { useCommandLine } from '../../support/command_line.ts'
import type { TestDatabase } from '../../support/database.ts'
import { type Doors, useDoors } from '../every_operation/doors.ts'

/** The same demo in one database, and in two cells: `principale` with the accounts, `sud` with Haute-Sorne. */
interface OneAndTwo {
  one: Doors
  /** The servers begin with `principale`. Rows that tests prepare for `hs` come into `sud`. */
  two: Doors
  cells: TwoCells
  /** The accounts' database of `two`. */
  accounts: TestDatabase
}

/** How long a comparison may take, in ms. */
export const patience = 120_000

/** Starts the servers of both for one test file. */
export function useOneAndTwo(): OneAndTwo {
  const one = useDoors()
  const cells = useTwoCells()
  const run = useCommandLine()
  beforeAll(async () => {
    const env = { DATABASE_URL: cells.operator() }
    expect(await run(['sis', 'move', 'hs', '--to', 'sud'], { env })).toMatchObject({ code: 0 })
  }, patience)
  const [accounts, sud] = [useAsDatabase(cells.first), useAsDatabase(cells.second)]
  const two = useDoors(
    {},
    {
      name: sud.name,
      get urls() {
        return cells.first().urls
      },
      as: async (role) => (role === 'owner' ? withAccounts(cells, await sud.as(role)) : await sud.as(role)),
    },
  )
  return { one, two, cells, accounts }
}

// Rows of accounts are prepared where they are kept, and reach the cell by themselves.
function withAccounts(cells: TwoCells, client: pg.Client): pg.Client {
  return new Proxy(client, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name)
      return async (text: string, values: unknown[] = []) => {
        if (!/insert into (auth\.|request\.push_keys)/.test(text)) return await target.query(text, values)
        const rows = await cells.first().rows(text.replaceAll('request.sis_key()', "'hs'"), values)
        const count =
          'select (select count(*)::int from auth.memberships), (select count(*)::int as keys from request.push_keys)'
        await eventually(cells.second(), count, await cells.first().rows(count))
        return { rows }
      }
    },
  })
}

/** A text without what differs between two runs in one database too: instants, random tokens. */
const plain = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?/g, '<instant>')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<jwt>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replace(/[\w-]{43}/g, '<token>')
const IGNORED = [
  'date',
  'etag',
  'x-request-id',
  'server-timing',
  'content-length',
  'retry-after',
  'last-modified',
]
/** An answer as it may be compared. @param different what else differs in this one */
export const seen = (
  { status, headers, body }: { status: number; headers: object; body: unknown },
  different = /^$/g,
) => ({
  status,
  headers: Object.entries(headers)
    .filter(([name]) => !IGNORED.includes(name))
    .map(([name, value]) => `${name}: ${plain(String(value))}`)
    .sort(),
  body: plain(JSON.stringify(body)).replaceAll(different, '<another>'),
})
