import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import { allPermissions } from '../support/table.ts'
import type { Reply } from './every_operation/client.ts'
import { useDoors } from './every_operation/doors.ts'
import { operations } from './every_operation/schema.ts'
import type { Sample } from './samples/sample.ts'

const doors = useDoors()
const reading = operations.filter(({ readsJson, permissions }) => readsJson && permissions !== null)
const revalidated = reading.filter(({ keptBy }) => keptBy !== 'nobody')
const known = (reply: Reply) => ({ headers: { 'if-none-match': String(reply.headers.etag) } })

it('covers every GET except private ones', () => {
  const all = [...operations, ...readDocument('auth').operations].filter(({ readsJson }) => readsJson)
  const left = all.filter(({ keptBy }) => keptBy === 'nobody').map(({ path }) => path)
  expect(left.filter((path) => !/^\/(mes-|mon-)/.test(path)).toSorted()).toEqual([
    '/disponibilites',
    '/ecritures',
    '/ecritures/{id}',
    '/effectif-disponible',
    '/piquets',
    '/piquets/{id}/echange',
    '/push-key',
    '/sapeurs/{id}',
    '/sapeurs/{id}/telephones',
  ])
})

describe.each(revalidated)('$id', (operation) => {
  let sample: Sample = {}
  let first: Reply
  beforeAll(async () => {
    sample = await doors.sampleOf(operation)
    first = await doors.knock(operation, sample)
  })

  it('is not sent again to a client that has it', async () => {
    expect([first.status, first.headers.etag]).toEqual([200, expect.stringMatching(/^W\/"[\w.-]+"$/)])
    const headers = { 'if-none-match': `"autre", ${first.headers.etag}` }
    const again = await doors.knock(operation, sample, { headers })
    expect([again.status, again.body, again.headers.etag]).toEqual([304, null, first.headers.etag])
    expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
    expect(again.headers).not.toHaveProperty('content-type')
    expect((await doors.knock(operation, sample, { headers: { 'if-none-match': '*' } })).status).toBe(304)
  })

  it('is sent to a client with another version', async () => {
    for (const tag of ['"autre"', '""', 'W/"0..x"', 'x', '']) {
      const { status, body } = await doors.knock(operation, sample, { headers: { 'if-none-match': tag } })
      expect([tag, status, body]).toEqual([tag, 200, first.body])
    }
  })

  it('has another ETag for another SIS, another caller, another query', async () => {
    const others = [
      await doors.knock(operation, sample, known(first), { admin: true, sapeur: false }),
      await doors.knock(operation, sample, { query: { autre: 'x' }, ...known(first) }),
    ]
    // Rows visible elsewhere are asked for there.
    const elsewhere = await doors.sampleOf(operation, 'test')
    const headers = { 'sis-key': 'test', ...known(first).headers }
    others.push(await doors.knock(operation, elsewhere, { headers }, { sis: 'test' }))
    for (const other of others) {
      expect(other.status).toBe(200)
      expect(other.headers.etag).not.toBe(first.headers.etag)
    }
  })

  it('is refused to strangers', async () => {
    const stranger = await doors.knock(operation, sample, { bare: true, ...known(first) })
    expect(stranger.status).toBe(401)
  })
})

describe.each(reading.filter(({ keptBy }) => keptBy === 'nobody'))('$id', (operation) => {
  it('is never cached, and sent each time', async () => {
    const sample = await doors.sampleOf(operation)
    const first = await doors.knock(operation, sample)
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-store'])
    const headers = { 'if-none-match': `${first.headers.etag ?? '"x"'}, *` }
    expect((await doors.knock(operation, sample, { headers })).status).toBe(200)
    // Records that can be changed have a version.
    expect(first.headers.etag !== undefined).toBe(operation.records.answered !== null)
  })
})

// How often each table has been read, under any rights; counts of earlier transactions of the session may be
// included. A lock is held until the end of the transaction for every table of a plan, even in a branch that was not
// taken.
const looks = `
  select relid::regclass::text as name,
         coalesce(seq_scan, 0) + coalesce(idx_scan, 0) + (l.relation is not null)::integer as n
    from pg_stat_xact_all_tables
    left join pg_locks l on l.relation = relid and l.pid = pg_backend_pid() and l.locktype = 'relation' and l.mode = 'AccessShareLock'
   where schemaname in ('app', 'auth', 'jobs', 'audit')`
const marked = `
  select distinct tgrelid::regclass::text as name
    from pg_trigger
   where tgfoid = 'audit.tg_changement()'::regprocedure
     and split_part(encode(tgargs, 'escape'), '\\000', 1) = any ($1)`

describe.each(revalidated.filter(({ groups }) => groups !== null))('$id', (operation) => {
  it('is made only from tables of the groups whose marks form its ETag', async () => {
    const { path = {} } = await doors.sampleOf(operation)
    const args = Object.keys(path).map((name, index) => `${name} => $${index + 1}`)
    const api = await doors.database.as('api')
    const count = async () => {
      const { rows } = await api.query<{ name: string; n: string }>(looks)
      return new Map(rows.map(({ name, n }) => [name, Number(n)]))
    }
    await api.query('begin')
    try {
      await api.query("select request.open(1, 'hs', $1, 1)", [allPermissions])
      const before = await count()
      const call = `select api.${operation.id}(${args.join(', ')})::text as json`
      expect((await api.query(call, Object.values(path))).rows[0]?.json).not.toBeNull()
      const after = await count()
      const read = [...after.keys()].filter((name) => after.get(name) !== (before.get(name) ?? 0))
      const covered = (await api.query(marked, [operation.groups])).rows.map(({ name }) => name)
      expect(read.length).toBeGreaterThan(0)
      const missing = read.filter((name) => !covered.includes(name))
      expect(missing, 'add the groups of these tables to x-reads').toEqual([])
    } finally {
      await api.query('rollback')
    }
  })

  it('is answered without being built while nothing in its groups changes', async () => {
    const { rows } = await (await doors.database.as('admin')).query(
      'select provolatile as volatility from pg_proc where pronamespace = $1::regnamespace and proname = $2',
      ['api', operation.id],
    )
    // In one snapshot with its state.
    expect(rows).toEqual([{ volatility: 's' }])
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    try {
      const sample = await doors.sampleOf(operation)
      const first = await doors.knock(operation, sample)
      spy.mockClear()
      expect((await doors.knock(operation, sample, known(first))).status).toBe(304)
      const texts = spy.mock.calls.map(([query]) => String(Object(query).text))
      expect(texts).toEqual([expect.stringContaining(`then null else api.${operation.id}(`)])
    } finally {
      spy.mockRestore()
    }
  })
})
