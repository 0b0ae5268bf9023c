import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importSis } from '../../src/db/archive/import_sis.ts'
import type { Trust } from '../../src/db/archive/map_ids.ts'
import { useCommands } from '../commands/command_fixture.ts'
import { fillSis, mailboxKey } from '../db/archive/whole_sis.ts'
import { useDatabase } from '../support/database.ts'
import { whole } from '../support/whole.ts'
import { type Forged, forge, openArchive, sealArchive } from './archive_forger.ts'

// The author of an archive writes any row. `ARCHIVES=5000 npx vitest run test/attacks/forged_archives.test.ts` tries
// more of them.
const COUNT = Number(process.env.ARCHIVES ?? (whole ? 200 : 8))
const source = useDatabase()
const target = useDatabase()
const run = useCommands(() => ({ DATABASE_URL: source.urls.admin, MAILBOX_KEY: mailboxKey }))
const directory = mkdtempSync(join(tmpdir(), 'caserne-forged-'))
const keys = { here: mailboxKey, before: null }
let archive: Forged
let client: pg.Client
let before: Record<string, string>

beforeAll(async () => {
  await fillSis(source)
  const file = join(directory, 'hs.sis.gz')
  expect(await run(['export', '--sis', 'hs', '--to', file])).toMatchObject({ code: 0 })
  archive = openArchive(readFileSync(file))
  archive.header.sis.api_key = 'faux'
  archive.header.sis.nom = 'SIS Faux'
  archive.header.sis.abreviation = 'Faux'
  client = await target.as('admin')
  // As an import sets it: rows are compared as texts.
  await client.query("set timezone = 'UTC'")
  await shorten()
  before = await readOthers()
}, 120_000)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const importOf = (bytes: Buffer, trust: Trust = 'claims') =>
  importSis(client, Readable.from([bytes]), keys, () => undefined, trust)

// A few rows of each table that no other refers to.
async function shorten(): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select distinct confrelid::regclass::text as name from pg_constraint where contype = 'f'",
  )
  const referred = rows.map(({ name }) => name)
  for (const table of archive.tables) if (!referred.includes(table.table)) table.rows.splice(5)
}

// Rows of other SIS and of the instance, by table; of accounts and places each, because an import may add some.
async function readOthers(): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string; kept: string }>(
    `select c.oid::regclass::text as name,
            case when exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'sis_key')
                 then 'sis_key <> ''faux''' when c.oid = 'auth.sis'::regclass then 'api_key <> ''faux''' else 'true' end as kept
       from pg_class c
      where c.relkind = 'r'
        and c.relnamespace::regnamespace::text in ('app', 'auth', 'audit', 'request', 'jobs')
        and c.oid not in ('auth.users'::regclass, 'app.localites'::regclass, 'audit.changements'::regclass)`,
  )
  const { rows } = await client.query<{ name: string; digest: string }>(
    [
      ...tables.map(
        ({ name, kept }) =>
          `select '${name}' as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as digest from ${name} t where ${kept}`,
      ),
      ...['auth.users', 'app.localites'].map(
        (name) => `select '${name} ' || t.id, md5(t::text) from ${name} t`,
      ),
    ].join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

async function readSequences(): Promise<Record<string, bigint>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select schemaname || '.' || sequencename as name, coalesce(last_value, 0) as last from pg_sequences
      where schemaname <> 'graphile_worker'`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, BigInt(last)]))
}

/** The refusal of an import, or null, and the changes that it made elsewhere; it is taken back. */
async function attempt(bytes: Buffer): Promise<{ refusal: string | null; harm: string[] }> {
  const rows = Object.values(archive.tables).reduce((all, table) => all + table.rows.length, 0) + 1
  const ids = await readSequences()
  await client.query('begin')
  let refusal: string | null = null
  const harm: string[] = []
  try {
    await importOf(bytes)
    const after = await readOthers()
    harm.push(...Object.keys(before).filter((name) => after[name] !== before[name]))
    const { rows: accounts } = await client.query(
      `select u.email from auth.users u
        where not ('auth.users ' || u.id = any ($1)) and (u.email_verified_at is not null or u.password_hash <> '!' or u.is_admin)`,
      [Object.keys(before)],
    )
    harm.push(...accounts.map(({ email }) => `${email} has a password, or is confirmed`))
  } catch (error) {
    refusal = String(Object(error).message)
  }
  await client.query('rollback')
  const most = BigInt((rows + 1_000) * 1_000_000)
  for (const [name, last] of Object.entries(await readSequences())) {
    const was = ids[name] ?? 0n
    if (last > was && last > most) harm.push(`${name}: ${was} to ${last}`)
  }
  return { refusal, harm }
}

describe('a forged archive', () => {
  it('is imported whole as it is', async () => {
    const { refusal, harm } = await attempt(sealArchive(archive))
    expect([refusal, harm]).toEqual([null, []])
  })

  it.each([
    ['auth.users', 'id'],
    ['app.localites', 'id'],
    ['app.alarmes', 'id'],
    ['audit.journal', 'id'],
  ])('is refused for an id of %s that exhausts its sequence', async (name, column) => {
    for (const id of ['9223372036854775807', '9007199254740993', '0', '-5']) {
      const forged = structuredClone(archive)
      const table = forged.tables.find((each) => each.table === name)
      const row = table?.rows[0]
      if (table === undefined || row === undefined) throw new Error(`no row of ${name}`)
      row[table.columns.indexOf(column)] = id
      const { refusal, harm } = await attempt(sealArchive(forged))
      expect([refusal, harm]).toEqual([
        expect.stringContaining(`La table ${name} de l’archive a l’id ${id}`),
        [],
      ])
    }
  })

  it('makes no confirmed account of somebody who is known to another SIS', async () => {
    await client.query('begin')
    await client.query("delete from auth.users where email = 'autre@example.org'")
    const forged = structuredClone(archive)
    const accounts = forged.tables.find(({ table }) => table === 'auth.users')
    const email = accounts?.columns.indexOf('email') ?? 0
    const member = accounts?.rows.find((row) => row[email] === 'chef@example.org')
    if (member === undefined) throw new Error('no such member')
    member[email] = 'autre@example.org'
    const { a_confirmer } = await importOf(sealArchive(forged))
    const { rows } = await client.query(
      "select password_hash, email_verified_at from auth.users where email = 'autre@example.org'",
    )
    const { rows: mails } = await client.query(
      "select from graphile_worker.jobs where key = 'mail:confirmation:autre@example.org'",
    )
    const { rows: trusted } = await client.query(
      "select count(*)::integer as n from auth.tokens where sis_key = 'faux' and mailed",
    )
    await client.query('rollback')
    expect(rows).toEqual([{ password_hash: '!', email_verified_at: null }])
    expect(a_confirmer).toBeGreaterThan(0)
    expect([mails.length, trusted[0].n]).toEqual([1, 0])
  })

  it(`is refused whole or harms no other SIS, ${COUNT} times`, { timeout: 0 }, async () => {
    const harmed: [string, string[]][] = []
    let refused = 0
    for (let nth = 0; nth < COUNT; nth += 1) {
      const { what, bytes } = forge(archive, nth)
      const { refusal, harm } = await attempt(bytes)
      if (refusal !== null) refused += 1
      if (refusal !== null && !refusal.endsWith('rien n’est importé.')) harm.push(refusal)
      if (harm.length > 0) harmed.push([what, harm])
    }
    expect(harmed).toEqual([])
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(COUNT)
  })
})
