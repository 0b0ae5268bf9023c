import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { plant } from '../../support/table.ts'
import { makeAccount } from '../../support/users.ts'
import { report, useJobs } from '../jobs_fixture.ts'

const database = useDatabase()
const { store, boxes } = useJobs(database)
const unread = { etat: 'failed', raison: 'Aucun format d’alarme reconnu.', sujet: 'Brand 3. Stock' }

/** An account of a SIS with these permissions, and its mail among the devices. */
const addDevice = async (sis: string, email: string, permissions: string[]) => {
  const user = await makeAccount(database, { email, permissions: { [sis]: permissions } })
  const admin = await database.as('admin')
  await admin.query('update auth.users set email_verified_at = now() where id = $1', [user])
  await admin.query("insert into app.appareils (sis_key, user_id, type) values ($1, $2, 'email')", [
    sis,
    user,
  ])
}
const tell = async (sis: '*' | 'hs') =>
  (await (await database.as('worker')).query('select jobs.tell_echecs($1, $2) as n', [sis, boxes[sis]]))
    .rows[0].n
const told = async () =>
  (
    await (
      await database.as('admin')
    ).query(
      `select e.sis_key, u.email, e.contenu from app.envois e
         join app.appareils a on a.sis_key = e.sis_key and a.id = e.appareil_id join auth.users u on u.id = a.user_id
        where e.evenement = 'message_echoue' order by e.id`,
    )
  ).rows
const queued = async () =>
  (
    await (
      await database.as('admin')
    ).query(
      `select payload, round(extract(epoch from run_at - now()) / 60)::integer as minutes from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'tell_echecs' order by j.id`,
    )
  ).rows
const ask = 'Vérifiez auprès de la centrale s’il y a une alarme.'

let count = 0
beforeEach(async () => {
  count += 1
  const admin = await database.as('admin')
  await admin.query(`delete from graphile_worker._private_jobs; delete from app.envois; delete from app.appareils;
    update jobs.releves set echec_dit_at = null;
    update jobs.releves r set echec_dit_id = coalesce((select max(id) from app.messages), 0)`)
  await addDevice('hs', `chef${count}@example.org`, ['intervention.modification'])
  await addDevice('hs', `admin${count}@example.org`, ['sis.config'])
  await addDevice('hs', `lectrice${count}@example.org`, ['intervention.lecture'])
  await addDevice('test', `test${count}@example.org`, ['sis.config'])
})

describe('a mail that could not be read', () => {
  it('is announced also when the queue was down for hours, and not years later', async () => {
    const admin = await database.as('admin')
    for (const [age, n] of [
      ['5 hours', 2],
      ['1 year', 0],
    ] as const) {
      await store(null, { ...unread, sis_key: 'hs' })
      await admin.query(
        'update app.messages set created_at = now() - $1::interval where id = (select max(id) from app.messages)',
        [age],
      )
      expect(await tell('hs')).toBe(n)
    }
  })

  it('is announced to those who can make an alarm of it, in as few words as the SIS chose', async () => {
    await store(null, { ...unread, sis_key: 'hs' })
    expect(await queued()).toMatchObject([
      { payload: { sis_key: 'hs', messagerie_id: boxes.hs }, minutes: 0 },
    ])
    expect(await tell('hs')).toBe(2)
    const contenu = { titre: 'E-mail illisible', texte: ask, lien: '/tableau/messages' }
    expect(await told()).toEqual([
      { sis_key: 'hs', email: `chef${count}@example.org`, contenu },
      { sis_key: 'hs', email: `admin${count}@example.org`, contenu },
    ])
    expect(await tell('hs')).toBe(0)
    await plant(database, "update app.sis set contenu_alerte = 'complet'")
    await store(null, { ...unread, sis_key: 'hs' })
    await tell('hs')
    await plant(database, "update app.sis set contenu_alerte = 'minimal'")
    expect((await told()).at(-1)?.contenu.texte).toBe(
      `Brand 3. Stock\nAucun format d’alarme reconnu.\n${ask}`,
    )
  })

  it('is announced in each SIS that the mailbox of the instance serves, which learn nothing of its text', async () => {
    await plant(
      database,
      `update app.sis set contenu_alerte = 'complet';
       insert into app.webhooks (url, secret, evenements) values ('https://sms.example.org', '\\x00', '{message_echoue}')`,
    )
    const { id } = await store(null, unread)
    expect(await tell('*')).toBe(3)
    expect((await told()).map(({ sis_key, contenu }) => [sis_key, contenu.texte])).toEqual([
      ['hs', ask],
      ['hs', ask],
      ['test', ask],
    ])
    const admin = await database.as('admin')
    const hooks = await admin.query(
      "select contenu from app.envois where canal = 'webhook' and sis_key = 'hs'",
    )
    expect(hooks.rows).toEqual([{ contenu: { messagerie_id: 'instance', message_id: id } }])
    await plant(database, "update app.sis set contenu_alerte = 'minimal'; delete from app.webhooks")
  })

  it('is sent to webhooks of each SIS for the 20 newest of the mailbox of the instance', async () => {
    await plant(
      database,
      "insert into app.webhooks (url, secret, evenements) values ('https://sms.example.org', '\\x00', '{message_echoue}')",
    )
    let newest = 0
    for (let n = 0; n < 22; n += 1) newest = Number((await store(null, unread)).id)
    await tell('*')
    const { rows } = await (await database.as('admin')).query(
      `select count(*)::integer as n, max((contenu ->> 'message_id')::bigint)::integer as newest
         from app.envois where canal = 'webhook' and sis_key = 'hs'`,
    )
    expect(rows).toEqual([{ n: 20, newest }])
    expect((await told())[0]?.contenu.titre).toBe('22 e-mails illisibles')
    await plant(database, 'delete from app.webhooks')
  })

  it('waits for ten minutes after the last notice, and is announced with those that came meanwhile', async () => {
    await store(null, { ...unread, sis_key: 'hs' })
    await tell('hs')
    const admin = await database.as('admin')
    await admin.query('delete from graphile_worker._private_jobs')
    await store(null, { ...unread, sis_key: 'hs' })
    await store(null, { ...unread, sis_key: 'hs' })
    expect(await queued()).toMatchObject([{ minutes: 10 }])
    await tell('hs')
    expect((await told()).at(-1)?.contenu.titre).toBe('2 e-mails illisibles')
  })
})

it('webhooks receive an alarm whose report is incomplete, in each of its SIS', async () => {
  await plant(
    database,
    "insert into app.webhooks (url, secret, evenements) values ('https://sms.example.org', '\\x00', '{alarme,message_incomplet}')",
  )
  const admin = await database.as('admin')
  const avertissements = ['Rapport incomplet : 22 personnes lues sur 30.']
  const now = { date_creation: null, debut: null, fin: null }
  await store(report({ adresse: 'Rue Entière 1', ...now }), { date: new Date().toISOString() })
  const { id } = await store(
    report({ adresse: 'Rue Incomplète 1', ...now, incomplet: true, avertissements }),
    {
      date: new Date().toISOString(),
    },
  )
  const { rows } = await admin.query(
    `select e.evenement, e.contenu from app.envois e join app.alarmes a on a.sis_key = e.sis_key and a.id = e.alarme_id
      where e.canal = 'webhook' and e.sis_key = 'hs' and a.message_id = $1 order by e.id`,
    [id],
  )
  expect(rows).toMatchObject([
    { evenement: 'message_incomplet', contenu: { alarme_id: expect.any(String) } },
    { evenement: 'alarme', contenu: { incomplet: true, test: false } },
  ])
  const incomplets =
    "select count(*)::integer as n from app.envois where evenement = 'message_incomplet' and sis_key = 'hs'"
  expect((await admin.query(incomplets)).rows).toEqual([{ n: 1 }])
  const { rows: described } = await admin.query(
    'select jobs.describe_alarme(sis_key, id) as contenu from app.alarmes where message_id = $1',
    [id],
  )
  expect(described).toEqual([{ contenu: { titre: 'Alarme', texte: 'Rapport incomplet.' } }])
})
