import { describe, expect, it } from 'vitest'
import { inTheClear } from '../../../src/commands/doctor/check_addresses.ts'
import { judgeCell } from '../../../src/commands/doctor/check_cell.ts'
import { judgeClock } from '../../../src/commands/doctor/check_clock.ts'
import { judgePools, judgeTaken, poolsOf } from '../../../src/commands/doctor/check_connections.ts'
import { judgeRoom } from '../../../src/commands/doctor/check_disk.ts'
import { judgeReplication } from '../../../src/commands/doctor/check_replication.ts'
import { judgeTls } from '../../../src/commands/doctor/check_tls.ts'
import { judgeVersion } from '../../../src/commands/doctor/check_version.ts'
import { compareListings } from '../../../src/commands/doctor/compare_listings.ts'

describe('a version of PostgreSQL', () => {
  it('is at fault while a hole is known in it, and the remedy names the minor that closes all', () => {
    expect(judgeVersion(150_020).level).toBe('ok')
    expect(judgeVersion(180_007)).toEqual({ level: 'ok', sentence: 'PostgreSQL 18.7' })
    // Its open hole needs a login that writes.
    expect(judgeVersion(180_004).level).toBe('warning')
    const { level, sentence, remedy } = judgeVersion(170_005)
    expect([level, remedy]).toEqual(['fault', expect.stringContaining('17.12 ou plus récent : https://')])
    expect(sentence).toContain('CVE-2025-8713')
    expect(sentence).not.toContain('CVE-2024-10976')
  })

  it('is at fault below 15, and noted above those that were tried', () => {
    expect(judgeVersion(140_023).level).toBe('fault')
    expect(judgeVersion(190_000).level).toBe('warning')
  })
})

it('clocks may differ by two seconds, and by a minute with a warning', () => {
  expect([0, 1999, 2000, 59_999, 60_000].map((apart) => judgeClock(apart).level)).toEqual([
    'ok',
    'ok',
    'warning',
    'warning',
    'fault',
  ])
})

it('a disk is full below 2 %, unless enough megabytes are free', () => {
  const gb = 1e9
  expect(judgeRoom('x', 50 * gb, 100 * gb).level).toBe('ok')
  expect(judgeRoom('x', gb, 100 * gb).level).toBe('warning')
  expect(judgeRoom('x', 0.1 * gb, 100 * gb).level).toBe('fault')
  expect(judgeRoom('x', 5 * gb, 1000 * gb).level).toBe('ok')
})

it('connections must suffice for the processes that run, at least one of each kind', () => {
  const sizes = { DATABASE_POOL_SIZE: 10, GRAPHQL: true, GRAPHQL_POOL_SIZE: 3, PASSWORD_POOL_SIZE: 2 }
  expect(poolsOf(sizes, { data: 1, workers: 1 })).toBe(14 + 12 + 47)
  expect(poolsOf(sizes, { data: 2, workers: 2 })).toBe(2 * 14 + 12 + 2 * 47)
  const judged = (data: number, workers: number, all: number) => judgePools(sizes, { data, workers }, all)
  expect([judged(0, 0, 97).level, judged(1, 1, 72).level]).toEqual(['ok', 'fault'])
  expect([judged(2, 2, 197).level, judged(2, 2, 97).level]).toEqual(['ok', 'fault'])
  expect(judged(2, 2, 97).sentence).toBe(
    'un serveur d’authentification, 2 de données et 2 workers en ouvrent jusqu’à 134 sur 97',
  )
  expect([10, 90, 97].map((taken) => judgeTaken(taken, 97).level)).toEqual(['ok', 'warning', 'fault'])
})

it('a certificate is noted two weeks before it ends', () => {
  const certificate = { subject: 'CN=caserne', validTo: 'Mar 31 00:00:00 2026 GMT' }
  const at = (day: string) => judgeTls(certificate, Date.parse(day)).level
  expect([at('2026-03-01'), at('2026-03-20'), at('2026-04-02')]).toEqual(['ok', 'warning', 'fault'])
})

it('an address of the database is noted if another machine is reached in the clear', () => {
  const noted = (address: string) => inTheClear('X', address).length === 1
  expect(noted('postgres://a:b@db.example.org/c')).toBe(true)
  expect(noted('postgres://a:b@db.example.org/c?sslmode=disable')).toBe(true)
  expect(noted('postgres://a:b@db.example.org/c?sslmode=verify-full')).toBe(false)
  expect(noted('postgres://a:b@127.0.0.1/c')).toBe(false)
  expect(noted('postgres://a:b@[::1]/c')).toBe(false)
  expect(noted('postgres:///c?host=/run/postgresql')).toBe(false)
})

it('standbys are noted if no commit waits for one, or if nobody reads a slot; other databases are no standbys', () => {
  const server = {
    standby: false,
    synchronous: '*',
    standbys: 2,
    safe: 1,
    followers: 0,
    idle: [],
    unfollowed: [],
  }
  const levels = (
    changes: Partial<typeof server> | { safe: null } | { idle: string[] } | { unfollowed: string[] },
    moves = false,
  ) => judgeReplication({ ...server, ...changes }, moves).map(({ level }) => level)
  expect(levels({})).toEqual(['ok'])
  expect(levels({ safe: 0 })).toEqual(['warning'])
  // A mail that was moved away is not read again after a failover that lost its row.
  expect(levels({ safe: 0 }, true)).toEqual(['fault'])
  expect(levels({ safe: null })).toEqual(['unchecked'])
  expect(levels({ standbys: 0, safe: 0 })).toEqual(['fault'])
  expect(levels({ idle: ['old'] })).toEqual(['ok', 'warning'])
  expect(levels({ followers: 2, unfollowed: ['caserne_comptes_a_b'] })).toEqual(['ok', 'ok', 'warning'])
})

it('a cell that does not receive the accounts is at fault, and a move that stands is noted', () => {
  const cell = {
    nom: 'sud',
    comptes: false,
    rompue: false,
    abonnee: true as boolean | null,
    unsubscribed: [] as string[],
    moves: [] as string[],
  }
  const levels = (changes: Partial<typeof cell>) =>
    judgeCell({ ...cell, ...changes }).map(({ level }) => level)
  expect(levels({})).toEqual(['ok'])
  expect(levels({ comptes: true, abonnee: null })).toEqual(['ok'])
  for (const changes of [{ rompue: true }, { abonnee: false }, { abonnee: null }])
    expect(levels(changes)).toEqual(['fault'])
  expect(levels({ comptes: true, unsubscribed: ['sud'] })).toEqual(['ok', 'fault'])
  expect(levels({ moves: ['caserne_move_hs'] })).toEqual(['ok', 'warning'])
})

describe('listings', () => {
  const found = (wanted: string[], now: string[]) =>
    compareListings(`${wanted.join('\n')}\n`, `${now.join('\n')}\n`).map(({ sentence }) => sentence)

  it('are compared entry by entry, also where an entry has several lines', () => {
    const policy = ['policy app.a lecture permissive r to {public} using', 'CASE', '  WHEN b', 'END) check ']
    const other = policy.with(2, '  WHEN c')
    const schema = 'schema app owner caserne_owner'
    expect(found([...policy, schema], [...policy, schema])).toEqual([])
    expect(found([...policy, schema], [...other, schema])).toEqual([
      'politique app.a lecture est différent de ce qui a été livré',
    ])
  })

  it('pass over the parentheses of a restored condition, but not over what it says', () => {
    const trigger = (when: string) => `trigger app.a CREATE TRIGGER t BEFORE UPDATE ON app.a WHEN (${when})`
    const nested = "(b = ') OR (') AND ((((c) OR (d)) OR (e)))"
    const flat = "(b = ') OR (') AND (((c) OR (d) OR (e)))"
    expect(found([trigger(nested)], [trigger(flat)])).toEqual([])
    for (const other of [
      "(b = ') OR (') AND (((c) OR (d) OR (f)))",
      "(b = ') OR (') AND (((c) OR (d)) OR (e))",
    ])
      expect(found([trigger(nested)], [trigger(other)])).toHaveLength(1)
    expect(found([trigger('((c) AND (d)) OR (e)')], [trigger('(c) AND ((d) OR (e))')])).toHaveLength(1)
  })

  it('name a function that was changed, and a right on a function with the SQL', () => {
    const f = (body: string) =>
      `function api.f(id bigint, x text) owner caserne_owner: CREATE OR REPLACE FUNCTION ${body}`
    expect(found([f('a')], [f('b')])).toEqual([
      'fonction api.f(id bigint, x text) est différent de ce qui a été livré',
    ])
    const [right] = compareListings(
      'schema a owner b\n',
      'grant EXECUTE to public on api.f(id bigint)\nschema a owner b\n',
    )
    expect(right?.sql).toBe('revoke execute on function api.f(id bigint) from public;')
  })

  it('pass over qualifiers in views where the server writes more of them, but not over columns', () => {
    const view = (columns: string) => `view stats.a: SELECT ${columns} FROM app.a s;\n`
    const differs = (now: string, qualifies: boolean) =>
      compareListings(view('id, nom'), view(now), { qualifies }).length === 1
    expect(differs('s.id, s.nom', true)).toBe(false)
    expect(differs('s.id, s.nom', false)).toBe(true)
    expect(differs('s.id, s.avs', true)).toBe(true)
  })
})
