import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unseal } from '../../../src/mail/seal.ts'
import { useCommands } from '../../commands/command_fixture.ts'
import { useDatabase } from '../../support/database.ts'
import { fillSis, mailboxKey, mailboxPassword, readSis } from './whole_sis.ts'

const here = useDatabase()
const there = useDatabase('template_migrated')
// Refuses archives, and stays without a SIS.
const refusing = useDatabase('template_migrated')
const run = useCommands(() => ({ DATABASE_URL: here.urls.admin, MAILBOX_KEY: mailboxKey }))
const keyThere = Buffer.alloc(32, 2).toString('base64')
const runThere = useCommands(() => ({
  DATABASE_URL: there.urls.admin,
  MAILBOX_KEY: keyThere,
}))
const runRefusing = useCommands(() => ({ DATABASE_URL: refusing.urls.admin, MAILBOX_KEY: keyThere }))
const directory = mkdtempSync(join(tmpdir(), 'caserne-archive-'))
const archive = join(directory, 'hs.sis.gz')
const keyFile = join(directory, 'key')
let before: Record<string, string[]>

const patience = 60_000

// One table after the other: a difference of all at once could not be read. Passwords are encrypted again.
function expectSame(after: Record<string, string[]>, wanted: Record<string, string[]>): void {
  const open = (rows: string[] | undefined) => rows?.map((row) => row.replace(/"mot_de_passe": "[^"]*"/, ''))
  for (const name of Object.keys(wanted))
    expect([name, open(after[name])]).toEqual([name, open(wanted[name])])
}

beforeAll(async () => {
  await fillSis(here)
  before = await readSis(here, 'hs')
  writeFileSync(keyFile, `${mailboxKey}\n`)
  expect(await run(['export', '--sis', 'hs', '--to', archive])).toMatchObject({ code: 0 })
}, patience)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it('has rows of every table to carry', () => {
  const empty = Object.keys(before).filter((name) => before[name]?.length === 0)
  expect(empty).toEqual([])
})

it('exports a SIS to a file of its owner alone, twice the same rows', { timeout: patience }, async () => {
  expect(statSync(archive).mode & 0o077).toBe(0)
  expect(await run(['export', '--sis', 'hs', '--to', archive])).toMatchObject({
    code: 1,
    said: expect.stringContaining('existe déjà'),
  })
  const again = join(directory, 'again.sis.gz')
  await run(['export', '--sis', 'hs', '--to', again])
  const rows = (file: string) => gunzipSync(readFileSync(file)).toString().split('\n').slice(1, -2)
  expect(rows(again)).toEqual(rows(archive))
})

it('carries no row and no address of another SIS', () => {
  const text = gunzipSync(readFileSync(archive)).toString()
  expect(text).toContain('commandant@example.org')
  expect(text).not.toContain('autre@example.org')
})

it('refuses an archive that is cut or changed, and leaves nothing', { timeout: patience }, async () => {
  const whole = readFileSync(archive)
  const text = gunzipSync(whole)
  const lines = text.toString().split('\n')
  const faulty: Record<string, Buffer> = {
    cut: whole.subarray(0, whole.length - 500),
    'without end': gzipSync(lines.slice(0, -2).join('\n')),
    'one byte changed': gzipSync(text.toString().replace('Centre antipoison', 'Centre antipoisoN')),
    'no archive': Buffer.from('bonjour'),
  }
  for (const [name, bytes] of Object.entries(faulty)) {
    const file = join(directory, 'faulty')
    writeFileSync(file, bytes)
    const { code, said } = await runRefusing(['import-sis', file])
    expect([name, code, /rien n’est importé/.test(said)], said).toEqual([name, 1, true])
  }
  expect(Object.values(await readSis(refusing, 'hs')).flat()).toEqual([])
})

it('gives no rights of another SIS to the author of an address in an archive', {
  timeout: patience,
}, async () => {
  const admin = await refusing.as('admin')
  await admin.query(
    `select auth.add_sis('autre', 'Autre SIS', null);
     select request.open(null, null, null, null);
     with unconfirmed as (insert into auth.users (name, email, password_hash) values ('Invité', 'chef@example.org', '!') returning id)
     insert into auth.memberships (sis_key, user_id) select 'autre', id from unconfirmed`,
  )
  const { code, said } = await runRefusing(['import-sis', archive])
  expect([code, said]).toEqual([1, expect.stringMatching(/chef@example\.org\. Confirmez-les/)])
  await admin.query("delete from auth.users where email = 'chef@example.org'")
})

describe('a SIS that another instance imports', () => {
  beforeAll(async () => {
    // An account that has the id of another one here, and one that is the same.
    await (await there.as('admin')).query(
      `insert into auth.users (name, email, password_hash, email_verified_at)
     values ('Autre', 'tout-autre@example.org', '!', null), ('Chef', 'CHEF@example.org', 'le sien', now()),
            ('Imposteur', 'lecteur@example.org', 'de l’imposteur', null)`,
    )
    const { code, said } = await runThere([
      'import-sis',
      archive,
      '--mailbox-key-file',
      keyFile,
      '--comptes-confirmes',
    ])
    expect([code, said]).toEqual([0, expect.stringContaining('2 connus ici')])
  }, patience)

  it('has every row of every table, with its ids', { timeout: patience }, async () => {
    const admin = await there.as('admin')
    expectSame(await readSis(there, 'hs'), before)
    const { rows } = await admin.query(
      `select email, password_hash = 'le sien' as own, is_admin from auth.users where lower(email) in ('chef@example.org', 'admin@example.org') order by 1`,
    )
    expect(rows).toEqual([{ email: 'CHEF@example.org', own: true, is_admin: false }])
    // An account that registered here with somebody else's address gets none of their rights.
    const taken = await admin.query(
      "select name, left(password_hash, 4) as hash, email_verified_at is not null as confirmed from auth.users where email = 'lecteur@example.org'",
    )
    expect(taken.rows).toEqual([
      { name: expect.not.stringContaining('Imposteur'), hash: '$2a$', confirmed: true },
    ])
  })

  it('has its mailbox passwords encrypted by the key of that instance', async () => {
    const admin = await there.as('admin')
    const { rows } = await admin.query(
      "select mot_de_passe, active from app.messageries where sis_key = 'hs' and utilisateur = 'hs@example.org'",
    )
    const place = { sis: 'hs', host: 'imap.example.org', port: 993, security: 'tls', user: 'hs@example.org' }
    expect(rows.map((row) => [unseal(row.mot_de_passe, keyThere, place), row.active])).toEqual([
      [mailboxPassword, true],
    ])
  })

  it('asks again for the work that waited, and is refused a second time', {
    timeout: patience,
  }, async () => {
    const admin = await there.as('admin')
    const { rows } = await admin.query(
      "select count(*)::integer as n from graphile_worker._private_jobs where payload ->> 'travail_id' is not null",
    )
    expect(rows[0].n).toBe(1)
    const { rows: told } = await admin.query(
      `select distinct task_identifier as task, queue_name is not null as queued from graphile_worker.jobs
      where task_identifier in ('mail_envoi', 'send_webhook', 'tell_appareils') order by 1`,
    )
    expect(told).toEqual([
      { task: 'mail_envoi', queued: false },
      { task: 'send_webhook', queued: true },
      { task: 'tell_appareils', queued: false },
    ])
    const { code, said } = await runThere(['import-sis', archive])
    expect([code, said]).toEqual([1, expect.stringContaining('Le SIS hs existe déjà : rien n’est importé')])
  })

  it('gives new ids to new rows', async () => {
    const admin = await there.as('admin')
    await admin.query('begin')
    await admin.query(
      "select request.open(null, 'hs', array(select identifiant from auth.permissions), null)",
    )
    for (const table of ['vehicules', 'materiels', 'telephones_utiles']) {
      const name = table === 'telephones_utiles' ? 'nom, numero' : 'designation'
      const value = table === 'telephones_utiles' ? "'Police', '117'" : "'Neuf'"
      const { rows } = await admin.query(
        `insert into app.${table} (${name}) values (${value})
       returning id > (select max(id) from app.${table} where sis_key = 'hs') as fresh`,
      )
      expect(rows[0].fresh).toBe(true)
    }
    await admin.query('rollback')
  })
})
