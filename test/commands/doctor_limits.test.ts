import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../faults/own_postgres.ts'
import { inOrder } from '../support/in_order.ts'
import { makeCertificate } from '../support/smtp.ts'
import { patience, useCommands } from './command_fixture.ts'

// Connections are those of the whole cluster.
let postgres: OwnPostgres
const data = mkdtempSync(join(tmpdir(), 'caserne-limits-'))
beforeAll(async () => {
  postgres = await startOwnPostgres()
}, 120_000)
afterAll(async () => {
  await postgres.remove()
  rmSync(data, { recursive: true })
})
const run = useCommands(() => ({ DATABASE_URL: postgres.urls.admin, DATA_DIR: data }))

/** Findings of a check of doctor, as `level: sentence`, and the exit code of the command. */
async function examine(
  check: string,
  env: Record<string, string> = {},
): Promise<[number | null, ...string[]]> {
  const { code, said } = await run(['doctor', '--json'], { env })
  const { findings } = JSON.parse(said) as { findings: Record<'check' | 'level' | 'sentence', string>[] }
  const found = findings.filter((each) => each.check === check)
  return [code, ...found.map(({ level, sentence }) => `${level}: ${sentence}`)]
}

/** Does something while this machine's clock is wrong. */
async function whileWrong<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => now() + ms)
  return await work().finally(() => spy.mockRestore())
}

// The accounts of the demo, which this database has, are at fault too.
const failed = 1

describe('doctor on one database after the other:', inOrder, () => {
  it('this machine’s clock is compared with the database’s', patience, async () => {
    const shifted = (ms: number) => whileWrong(ms, async () => (await examine('horloge'))[1])
    expect(await shifted(0)).toMatch(/^ok: /)
    expect(await shifted(10_000)).toMatch(/^warning: .* diffèrent de (9|10) s$/)
    expect(await shifted(-10_000)).toMatch(/^warning: /)
    expect(await shifted(90_000)).toMatch(/^fault: .* diffèrent de (89|90) s$/)
  })

  describe('connections', () => {
    it('are too few for the pools that the settings ask for', patience, async () => {
      expect((await examine('connexions'))[2]).toMatch(/^ok: /)
      expect(await examine('connexions', { DATABASE_POOL_SIZE: '40' })).toContainEqual(
        expect.stringMatching(/^fault: .* ouvrent jusqu’à 1\d\d sur 97$/),
      )
    })

    it('are counted while others hold them', patience, async () => {
      const held: pg.Client[] = []
      const hold = async (count: number) => {
        for (let n = held.length; n < count; n += 1) {
          const client = new pg.Client(postgres.urls.api)
          client.on('error', () => undefined)
          held.push(client)
          await client.connect()
        }
        return (await examine('connexions'))[1]
      }
      try {
        expect(await hold(80)).toMatch(/^warning: 8\d prises sur 97$/)
        // The last ones are for superusers, as which doctor comes.
        expect(await hold(96)).toMatch(/^fault: 9[78] prises sur 97$/)
      } finally {
        for (const each of held) await each.end()
      }
    })
  })

  it('a missing role is one line, the first, and not each of its rights', patience, async () => {
    await postgres.rows('drop owned by caserne_national; drop role caserne_national')
    const { code, said } = await run(['doctor', '--json'])
    await postgres.rows('create role caserne_national')
    const { findings } = JSON.parse(said) as { findings: Record<'check' | 'level' | 'sentence', string>[] }
    const faults = findings.filter(({ level, check }) => level === 'fault' && check !== 'comptes de démo')
    expect([code, findings[0]?.sentence, faults.length]).toEqual([1, 'le rôle caserne_national manque', 1])
  })

  describe('migrations', () => {
    it('that this program does not know are noted', patience, async () => {
      await postgres.rows(
        "insert into graphile_migrate.migrations (hash, previous_hash, filename) select 'sha1:neuve', max(hash), '000099.sql' from graphile_migrate.migrations where filename = (select max(filename) from graphile_migrate.migrations)",
      )
      expect((await examine('migrations'))[1]).toBe(
        'warning: la base a des migrations que ce programme ne connaît pas : 000099.sql',
      )
      await postgres.rows("delete from graphile_migrate.migrations where filename = '000099.sql'")
      expect((await examine('migrations'))[1]).toMatch(/^ok: /)
    })

    it('that wait are a fault, and nothing else of the database is examined', patience, async () => {
      const newest = 'where filename = (select max(filename) from graphile_migrate.migrations)'
      await postgres.rows(`update graphile_migrate.migrations set hash = 'x' || hash ${newest}`)
      const [code, found] = await examine('base')
      await postgres.rows(`update graphile_migrate.migrations set hash = substr(hash, 2) ${newest}`)
      expect([code, found]).toEqual([failed, expect.stringMatching(/^fault: .*migrate/)])
    })
  })

  it('jobs that nobody does are noted after a minute, and at fault after ten', patience, async () => {
    const add = (since: string) =>
      postgres.rows(
        "select graphile_worker.add_job('essai', job_key => 'essai', run_at => now() - $1::interval)",
        [since],
      )
    await add('30 seconds')
    expect((await examine('file'))[1]).toMatch(/^ok: 1 tâches attendent/)
    await add('90 seconds')
    expect((await examine('file'))[1]).toMatch(/^warning: 1 tâches attendent, la plus ancienne depuis 9\d s$/)
    await add('15 minutes')
    expect((await examine('file'))[1]).toMatch(/^fault: /)
  })

  it(
    'a real certificate is noted on its last day, and at fault with another key or when it has ended',
    patience,
    async () => {
      const [mine, other] = [makeCertificate(), makeCertificate()]
      const files = { TLS_CERT_FILE: join(data, 'cert.pem'), TLS_KEY_FILE: join(data, 'key.pem') }
      writeFileSync(files.TLS_CERT_FILE, mine.cert)
      writeFileSync(files.TLS_KEY_FILE, mine.key)
      expect((await examine('HTTPS', files))[1]).toMatch(
        /^warning: le certificat CN=127.0.0.1 est valable encore [01] jours$/,
      )
      const later = await whileWrong(2 * 86_400_000, () => examine('HTTPS', files))
      expect(later[1]).toBe('fault: le certificat CN=127.0.0.1 est échu')
      writeFileSync(files.TLS_KEY_FILE, other.key)
      expect((await examine('HTTPS', files))[1]).toMatch(/^fault: .*TLS_KEY_FILE/)
    },
  )
})
