import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../../src/http/document.ts'
import { eventually, useAsDatabase, useTwoCells } from '../../db/cells/cells_fixture.ts'
import { useCommandLine } from '../../support/command_line.ts'
import { useDoors } from '../every_operation/doors.ts'
import { operations } from '../every_operation/schema.ts'
import { countFrom } from '../samples/sample.ts'

// The same demo in one database, and in two cells: `principale` with the accounts, `sud` with Haute-Sorne. The servers
// begin with `principale`, and the tests prepare rows in `sud`.
const one = useDoors()
const cells = useTwoCells()
const run = useCommandLine()
const patience = 120_000
beforeAll(async () => {
  const env = { DATABASE_URL: cells.operator() }
  expect(await run(['sis', 'move', 'hs', '--to', 'sud'], { env })).toMatchObject({ code: 0 })
}, patience)
const sud = useAsDatabase(cells.second)
const two = useDoors(
  {},
  {
    name: sud.name,
    get urls() {
      return cells.first().urls
    },
    as: async (role) => (role === 'owner' ? withAccounts(await sud.as(role)) : await sud.as(role)),
  },
)

// Rows of accounts are prepared where they are kept, and reach the cell by themselves.
function withAccounts(client: pg.Client): pg.Client {
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

// What differs between two runs in one database too: instants, random tokens, sequences that other files do not share.
const plain = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?/g, '<instant>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replace(/[\w-]{43}/g, '<token>')
// A SIS that has moved counts its journal on from far ahead, and what the journal says of accounts stays with them. Some
// samples count for themselves.
const DIFFERENT: Record<string, RegExp> = {
  list_journal: /"id":\d+/g,
  get_mes_donnees: /"changed_in":"\d+"/g,
  create_amende: /"rang":\d+/g,
  update_amende: /"rang":\d+/g,
  create_exercice_comptable: /21\d\d/g,
  update_exercice_comptable: /21\d\d/g,
  list_sapeur_telephones: /\d{4}"/g,
  create_sapeur_telephone: /\d{4}"/g,
  update_sapeur_telephone: /\d{4}"/g,
}
const IGNORED = [
  'date',
  'etag',
  'x-request-id',
  'server-timing',
  'content-length',
  'retry-after',
  'last-modified',
]
const seen = (
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

// Of a person's data, what is not about his account.
function keepOwn(donnees: Record<string, unknown>): void {
  expect(Object.keys(donnees)).toContain('auth.users')
  for (const name of Object.keys(donnees))
    if (/^(auth|audit)\.|^mes_modifications$/.test(name)) delete donnees[name]
}

describe('over two cells and over one database', () => {
  it('every operation of the data API answers the same', { timeout: patience }, async () => {
    const others: unknown[] = []
    for (const [nth, operation] of operations.entries()) {
      const ask = async (doors: typeof one) => {
        countFrom(100 * nth)
        const sample = await doors.sampleOf(operation)
        const reply = await doors.knock(operation, sample)
        if (operation.id === 'get_mes_donnees') keepOwn(reply.body.data.donnees)
        return seen(reply, DIFFERENT[operation.id])
      }
      const [there, here] = [await ask(one), await ask(two)]
      if (JSON.stringify(here) !== JSON.stringify(there)) others.push([operation.id, there, here])
    }
    expect(others).toEqual([])
  })

  it('every GET of the authentication API answers the same', async () => {
    const reads = readDocument('auth').operations.filter(
      ({ method, path }) => method === 'get' && !path.includes('{'),
    )
    expect(reads.length).toBeGreaterThan(5)
    for (const { path } of reads) {
      const ask = { as: 'commandant@example.org', sis: 'hs' }
      const there = await one.servers.auth(`/api/v1${path}`, ask)
      const here = await two.servers.auth(`/api/v1${path}`, ask)
      expect([path, here.status, plain(JSON.stringify(here.body))]).toEqual([
        path,
        there.status,
        plain(JSON.stringify(there.body)),
      ])
    }
  })
})
