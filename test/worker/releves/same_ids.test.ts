import { beforeEach, expect, it } from 'vitest'
import { ALARM_CENTRE } from '../../../src/demo/demo_alarme.ts'
import { useDatabase } from '../../support/database.ts'
import { useServers } from '../../support/servers.ts'
import { letter, soon } from '../mail_fixture.ts'
import { ID, owners, useSameIds } from './same_ids_fixture.ts'

const database = useDatabase()
const servers = useServers(database)
const { mail, lines, query, sisWhere, deliver, alarmes, states } = useSameIds(database)
const commandant = { as: 'commandant@example.org', sis: 'hs' }
const admin = { as: 'admin@example.org', sis: 'hs' }
// Number of the first message of a test.
let no = 9_000
beforeEach(() => {
  no += 1_000
})

it('mailboxes of one id are each read: alarms go to their SIS, positions and marks to their mailbox', async () => {
  const positions = async () =>
    (await query('select last_uid::integer from jobs.releves order by sis_key')).map(
      ({ last_uid }) => last_uid,
    )
  const before = await positions()
  await deliver('hs', 'Rue de hs', no)
  await deliver('test', 'Rue de test', no + 1)
  await deliver('test', 'Place de test', no + 2)
  await deliver('*', 'Rue de tous', no + 3, 'hs', 'test')
  expect(await alarmes('Rue de hs')).toEqual([['hs', 'hs', no]])
  expect(await alarmes('Rue de test')).toEqual([['test', 'test', no + 1]])
  expect(await alarmes('Place de test')).toEqual([['test', 'test', no + 2]])
  expect(await alarmes('Rue de tous')).toEqual([
    ['hs', '*', no + 3],
    ['test', '*', no + 3],
  ])
  expect((await positions()).map((uid, n) => uid - before[n])).toEqual([1, 1, 2])
  await expect.poll(() => query('select from jobs.marquages'), soon).toEqual([])
  expect(await query('select sis_key, messagerie_id::integer as id from jobs.baux order by 1')).toEqual(
    owners.map((sis_key) => ({ sis_key, id: ID })),
  )
})

it('messages of one id hide none of their alarms', async () => {
  await deliver('*', 'Pont de tous', no, 'hs')
  await deliver('hs', 'Pont de hs', no)
  await deliver('test', 'Pont de test', no)
  expect(await alarmes('Pont de tous')).toEqual([['hs', '*', no]])
  expect(await alarmes('Pont de hs')).toEqual([['hs', 'hs', no]])
  expect(await alarmes('Pont de test')).toEqual([['test', 'test', no]])
  expect(await states(no)).toEqual({ '*': 'alarm', hs: 'alarm', test: 'alarm' })
  // The ledger of hs shows the alarm of its own message only.
  const { body } = await servers.data(`/api/v2/messageries/${ID}/messages/${no}`, admin)
  const [own] = await query("select id::text from app.alarmes where adresse = 'Pont de hs'")
  expect(body.data.alarmes).toEqual([own.id])
})

it('messages of one id are read again apart from their kept text', async () => {
  for (const sis of owners) {
    const raw = letter('Relu', `Type: Feu\r\nAdresse: Cour de ${sis}\r\nSIS: test`)
    await query(
      `insert into app.messages (sis_key, id, messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille, etat, contenu)
         overriding system value
       values ($1, $2, $3, 1, 1, $4, $5, 'Illisible', 1, 'failed', $6)`,
      [sis, no, ID, `illisible ${sis}`, ALARM_CENTRE, raw],
    )
  }
  const path = `/api/v2/messageries/${ID}/messages/${no}/relire`
  expect((await servers.data(path, { ...admin, method: 'POST' })).status).toBe(202)
  await expect.poll(() => states(no), soon).toEqual({ '*': 'failed', hs: 'alarm', test: 'failed' })
  await (await database.as('owner')).query("select jobs.relire_message($1, '*')", [no])
  await expect.poll(() => states(no), soon).toEqual({ '*': 'alarm', hs: 'alarm', test: 'failed' })
  expect(await alarmes('Cour de hs')).toEqual([['hs', 'hs', no]])
  expect(await alarmes('Cour de *')).toEqual([['test', '*', no]])
  expect(await alarmes('Cour de test')).toEqual([])
})

it('messages of one id are fetched again apart, each from its own mailbox', async () => {
  const allow = (expediteurs: string[]) => query('update app.messageries set expediteurs = $1', [expediteurs])
  await allow([])
  await deliver('hs', 'Refusé de hs', no)
  await deliver('test', 'Refusé de test', no)
  await allow([ALARM_CENTRE])
  expect(await states(no)).toEqual({ hs: 'refused', test: 'refused' })
  await (await database.as('owner')).query("select jobs.relire_message($1, 'test')", [no])
  await expect.poll(() => states(no), soon).toEqual({ hs: 'refused', test: 'alarm' })
  expect(await alarmes('Refusé de test')).toEqual([['test', 'test', no]])
  expect(await alarmes('Refusé de hs')).toEqual([])
})

it('mailboxes of one id are asked for by force=true only where they serve the SIS', async () => {
  await query('update jobs.releves set asked_at = null')
  expect((await servers.data('/api/v2/alarmes?force=true', commandant)).status).toBe(200)
  expect(await sisWhere('asked_at is not null')).toEqual(['*', 'hs'])
  expect(await sisWhere('asked_at <= done_from')).toEqual(['*', 'hs'])
})

it('mailboxes of one id fail, fall silent and come back apart', async () => {
  await mail.hs.stop()
  await expect.poll(() => sisWhere('next_try_at is not null'), soon).toEqual(['hs'])
  expect((await servers.data('/api/v2/alarmes?force=true', commandant)).status).toBe(502)
  await query(
    `update jobs.releves set active_since = now() - interval '1 hour', advanced_at = null,
            last_success_at = now() - interval '4 minutes' where sis_key = 'hs'`,
  )
  const silences = () =>
    (lines as { msg: string; messagerie?: string }[])
      .filter(({ msg }) => msg.startsWith('nobody could read a mailbox'))
      .map(({ messagerie }) => messagerie)
  await expect.poll(silences, soon).toEqual([`hs:${ID}`])
  await deliver('test', 'Quai de test', no)
  expect(await alarmes('Quai de test')).toEqual([['test', 'test', no]])
  await mail.hs.restart()
  const down = () => sisWhere('next_try_at is not null or silent_since is not null')
  await expect.poll(down, { ...soon, timeout: 90_000 }).toEqual([])
  await deliver('hs', 'Quai de hs', no)
  expect(await alarmes('Quai de hs')).toEqual([['hs', 'hs', no]])
}, 150_000)

it('a job that release 0.1.0 left in the queue is refused by name where several SIS have its id', async () => {
  await query(
    `select graphile_worker.add_job('read_messagerie', json_build_object('messagerie_id', $1::bigint),
                                    job_key := 'releve:' || $1, max_attempts := 1)`,
    [ID],
  )
  const error = () => query("select last_error from graphile_worker.jobs where key = 'releve:' || $1", [ID])
  const said = expect.stringContaining(`Plusieurs SIS ont une messagerie ${ID} : *, hs, test`)
  await expect.poll(error, soon).toEqual([{ last_error: said }])
})
