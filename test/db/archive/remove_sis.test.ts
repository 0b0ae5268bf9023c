import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { useCommands } from '../../commands/command_fixture.ts'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { allPermissions } from '../../support/table.ts'
import { fillSis, mailboxKey, readSis } from './whole_sis.ts'

const database = useDatabase()
const run = useCommands(() => ({ DATABASE_URL: database.urls.admin, MAILBOX_KEY: mailboxKey }))
const directory = mkdtempSync(join(tmpdir(), 'caserne-remove-'))
const archive = join(directory, 'hs.sis.gz')
const patience = 60_000
let hs: Record<string, string[]>

beforeAll(async () => {
  await fillSis(database)
  hs = await readSis(database, 'hs')
  expect(await run(['export', '--sis', 'hs', '--to', archive])).toMatchObject({ code: 0 })
}, patience)
beforeEach(async () => {
  if (!(await homes()).includes('hs')) await run(['import-sis', archive])
  await run(['sis', 'open', 'hs'])
}, patience)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const homes = async () =>
  (await (await database.as('admin')).query('select sis_key from request.homes order by 1')).rows.map(
    ({ sis_key }) => sis_key,
  )

/** Closes hs and removes it. */
async function remove(): Promise<void> {
  expect(await run(['sis', 'close', 'hs'])).toMatchObject({ code: 0 })
  expect(await run(['sis', 'remove', 'hs', '--yes'])).toMatchObject({ code: 0 })
}

/** The keys of the SIS whose removal is in the journal of the instance. */
const removals = async () => {
  const { rows } = await (await database.as('admin')).query(
    "select avant ->> 'api_key' as key from audit.journal where sis_key = '*' and action = 'suppression' order by id",
  )
  return rows.map(({ key }) => key)
}

const addVehicule = async (sis: string) =>
  asSomeone(await database.as('owner'), { sis, permissions: allPermissions }, (owner) =>
    owner.query("insert into app.vehicules (designation) values ('Échelle')"),
  )

it('removes no SIS that is open', async () => {
  const { code, said } = await run(['sis', 'remove', 'hs', '--yes'])
  expect([code, said]).toEqual([1, expect.stringContaining('Fermez-le d’abord')])
})

it('closes a SIS: it is read, and nothing of it changes', { timeout: patience }, async () => {
  expect(await run(['sis', 'close', 'hs'])).toMatchObject({ code: 0 })
  expect((await run(['sis', 'list'])).said).toMatch(/^hs .*\(fermé\)$/m)
  await expect(addVehicule('hs')).rejects.toMatchObject({ code: 'PT503' })
  await addVehicule('test')
  const erasure = await run(['erase', 'sapeur', '1', '--sis', 'hs', '--yes'])
  expect([erasure.code, erasure.said]).toEqual([1, expect.stringContaining('Ce SIS est fermé')])
  const owner = await database.as('owner')
  const seen = await asSomeone(owner, { sis: 'hs', permissions: allPermissions }, () =>
    owner.query('select from app.sapeurs'),
  )
  expect(seen.rowCount).toBeGreaterThan(5)
  expect(await readSis(database, 'hs')).toEqual(hs)
})

it('closing waits for those who write, who are done before it', { timeout: patience }, async () => {
  const owner = await database.as('owner')
  await owner.query('begin')
  await owner.query('select request.open(null, $1, $2, null)', ['hs', allPermissions])
  await owner.query("insert into app.vehicules (designation) values ('Échelle')")
  let closed = false
  const closing = run(['sis', 'close', 'hs']).then(({ code }) => {
    closed = true
    return code
  })
  const admin = await database.as('admin')
  const waiting = async () =>
    (await admin.query("select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'close_sis'"))
      .rowCount
  while ((await waiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(closed).toBe(false)
  await owner.query('rollback')
  expect(await closing).toBe(0)
})

it('removes every row of a closed SIS and none of another', { timeout: patience }, async () => {
  const [other, before] = [await readSis(database, 'test'), await removals()]
  await remove()
  expect(Object.values(await readSis(database, 'hs')).flat()).toEqual([])
  expect(await readSis(database, 'test')).toEqual(other)
  expect(await homes()).toEqual(['test'])
  expect(await removals()).toEqual([...before, 'hs'])
})

it('brings it back from its archive, the accounts with it', { timeout: patience }, async () => {
  const other = await readSis(database, 'test')
  await remove()
  const { code, said } = await run(['import-sis', archive])
  expect([code, said]).toEqual([0, expect.stringMatching(/Comptes : 0 créé,/)])
  expect(await readSis(database, 'hs')).toEqual(hs)
  expect(await readSis(database, 'test')).toEqual(other)
  expect(await homes()).toEqual(['hs', 'test'])
})

it('keeps the ids of mails and mailboxes, also where another SIS has the same', {
  timeout: patience,
}, async () => {
  await remove()
  const admin = await database.as('admin')
  await admin.query(
    `insert into app.messageries (sis_key, id, host, port, utilisateur, mot_de_passe) overriding system value
     values ('test', 2, 'imap.example.org', 993, 'test@example.org', '');
     insert into app.messages (sis_key, id, messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille) overriding system value
     values ('test', 3, 2, 1, 1, 'x', '', '', 1)`,
  )
  expect((await run(['import-sis', archive])).code).toBe(0)
  expect(await readSis(database, 'hs')).toEqual(hs)
  const { rows } = await admin.query(
    `select count(b.id)::integer as boxes, count(*) filter (where m.id = 3)::integer as threes,
            (select count(*)::integer from app.alarmes a
               join app.messages o on o.sis_key = a.message_sis_key and o.id = a.message_id where a.sis_key = 'hs') as alarmes
       from app.messages m left join app.messageries b on b.sis_key = m.sis_key and b.id = m.messagerie_id
      where m.sis_key <> '*'`,
  )
  expect(rows).toEqual([{ boxes: 5, threes: 2, alarmes: 1 }])
  await admin.query("delete from app.messageries where sis_key = 'test' and id = 2")
})
