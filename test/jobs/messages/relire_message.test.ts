import pg from 'pg'
import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { report, type Stored, useJobs } from '../jobs_fixture.ts'

const database = useDatabase()
const { boxes, store, read, alarme, intervention } = useJobs(database)

/** Asks for a relecture of a message, as the operator; returns the message's state. */
async function relire(id: number | undefined): Promise<{ etat: string; tentatives: number }> {
  const owner = await database.as('owner')
  return (await owner.query('select jobs.relire_message($1) as message', [id])).rows[0].message
}

const jobsOf = async (id: number | undefined) => {
  const admin = await database.as('admin')
  const query = `select t.identifier as task, j.locked_by is not null as locked
                   from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
                  where j.payload ->> 'id' = $1::text`
  return (await admin.query(query, [id])).rows
}

/** Stores the result of a relecture, as a worker does. */
async function settle(id: number | undefined, changes: object, found: object | null, client?: pg.Client) {
  const worker = client ?? (await database.as('worker'))
  const message = { sis_key: '*', id, etat: 'alarm', ...changes }
  const { rows } = await worker.query('select jobs.store_relecture($1, null, $2) as stored', [
    JSON.stringify(message),
    found && JSON.stringify(found),
  ])
  return rows[0].stored
}

const row = async (id: number | undefined, sis = '*') =>
  (
    await read(
      sis,
      'select etat, raison, tentatives, contenu is not null as raw, expediteur from app.messages where id = $1',
      [id],
    )
  )[0]

const fail = (changes: object = {}) => store(null, { etat: 'failed', raison: 'Illisible.', ...changes })

it('turns a failed message into the alarms of its report, once, however often it is asked for', async () => {
  const { id } = await fail()
  expect(await relire(id)).toMatchObject({ etat: 'received', raison: 'Illisible.', tentatives: 1, raw: true })
  expect(await relire(id)).toMatchObject({ etat: 'received', tentatives: 1 })
  expect(await jobsOf(id)).toEqual([{ task: 'relire_message', locked: false }])

  const found = report({ adresse: 'G 1' })
  const clients = [0, 1].map(() => new pg.Client(database.urls.worker))
  await Promise.all(clients.map((client) => client.connect()))
  const settled = await Promise.all(clients.map((client) => settle(id, {}, found, client)))
  await Promise.all(clients.map((client) => client.end()))
  expect(settled.filter(({ nouveau }) => nouveau)).toEqual([
    { nouveau: true, id, etat: 'alarm', raison: '', sis: ['hs'] },
  ])
  expect(await row(id)).toMatchObject({ etat: 'alarm', raison: '', tentatives: 2, raw: true })
  expect(await alarme('hs', { id } as Stored)).toMatchObject({ adresse: 'G 1' })
  expect(await intervention('hs', { id } as Stored)).toMatchObject({ lieu: 'G 1', statut: 0 })
  expect(await read('hs', "select from app.alarmes where adresse = 'G 1'")).toHaveLength(1)
})

it('keeps the alarms that the message already became', async () => {
  const stored = await store(report({ adresse: 'G 2' }))
  const admin = await database.as('admin')
  await admin.query("update app.messages set etat = 'failed' where id = $1", [stored.id])
  const before = await alarme('hs', stored)
  await relire(stored.id)
  const groupes = ['SIS Haute-Sorne', 'SIS Test'].map((sis) => ({ titre: `90 EM, ${sis}`, personnes: [] }))
  expect(await settle(stored.id, {}, report({ adresse: 'G 2 bis', groupes }))).toMatchObject({
    etat: 'alarm',
    sis: ['hs', 'test'],
  })
  expect(await alarme('hs', stored)).toEqual(before)
  expect(await alarme('test', stored)).toMatchObject({ adresse: 'G 2 bis' })
})

it('updates the reason of a message that is still no alarm', async () => {
  const { id } = await fail()
  await relire(id)
  await settle(id, { etat: 'ignored', raison: 'Avis météo.' }, null)
  expect(await row(id)).toMatchObject({ etat: 'ignored', raison: 'Avis météo.', tentatives: 2, raw: true })
  await relire(id)
  const groupes = [{ titre: '90 EM, SIS Ailleurs', personnes: [] }]
  expect(await settle(id, {}, report({ groupes }))).toMatchObject({ etat: 'failed', sis: [] })
  expect(await row(id)).toMatchObject({
    etat: 'failed',
    raison: expect.stringMatching(/^Aucun SIS/),
    tentatives: 3,
  })
})

it('refuses an alarm, and a message that cannot be fetched', async () => {
  const { id } = await store(report({ adresse: 'G 3' }))
  const refusal = { code: 'PT409', message: 'Seul un message en échec, ignoré ou refusé peut être relu' }
  await expect(relire(id)).rejects.toMatchObject(refusal)
  const refused = await store(null, { etat: 'refused', sis_key: 'hs' })
  const admin = await database.as('admin')
  await admin.query('update app.messages set contenu = null where id = $1', [refused.id])
  const active = 'update app.messageries set active = $1 where id = $2'
  await admin.query(active, [false, boxes.hs])
  await expect(relire(refused.id)).rejects.toMatchObject({
    code: 'PT409',
    message: expect.stringMatching(/active$/),
  })
  await admin.query(active, [true, boxes.hs])
  await expect(relire(987_654)).rejects.toMatchObject({ code: 'PT404', message: 'Message inconnu : 987654' })
  expect(await relire(refused.id)).toMatchObject({ etat: 'received', raw: false })
  const worker = await database.as('worker')
  const { rows } = await worker.query('select jobs.list_relectures($1, $2) as wanted', ['hs', boxes.hs])
  expect(rows[0].wanted).toEqual([{ id: refused.id, uidvalidity: 7, uid: expect.any(Number) }])
})

it('queues the job again each minute while a killed worker still holds it', async () => {
  const { id } = await fail()
  await relire(id)
  const admin = await database.as('admin')
  await admin.query(
    "update graphile_worker._private_jobs set locked_by = 'mort', locked_at = now() where key = 'relecture:*:' || $1",
    [id],
  )
  const worker = await database.as('worker')
  for (let times = 0; times < 2; times += 1) await worker.query('select jobs.ask_relectures()')
  expect((await jobsOf(id)).map(({ locked }) => locked).sort()).toEqual([false, true])
  await settle(id, { etat: 'ignored' }, null)
  await admin.query("delete from graphile_worker._private_jobs where payload ->> 'id' = $1::text", [id])
  await worker.query('select jobs.ask_relectures()')
  expect(await jobsOf(id)).toEqual([])
})

const withheld = {
  etat: 'failed',
  sha256: 'stand-in',
  message_id: null,
  expediteur: '',
  sujet: '',
  taille: 0,
}

it('stores the content of a message that its server withheld, and whether the message is known', async () => {
  const first = await store(null, withheld)
  await relire(first.id)
  const header = {
    message_id: '<late@x>',
    sha256: 'real',
    expediteur: 'cet@example.org',
    sujet: 'Enfin',
    taille: 9,
  }
  expect(await settle(first.id, header, report({ adresse: 'G 4' }))).toMatchObject({ etat: 'alarm' })
  expect(await row(first.id)).toMatchObject({ expediteur: 'cet@example.org', tentatives: 2 })
  expect(await store(null, { message_id: '<late@x>' })).toEqual({ nouveau: false })

  const second = await store(null, { ...withheld, sha256: 'stand-in 2' })
  await relire(second.id)
  expect(await settle(second.id, header, report({ adresse: 'G 5' }))).toMatchObject({ etat: 'ignored' })
  expect(await row(second.id)).toMatchObject({ raison: 'Ce message est déjà connu.' })
  expect(await read('hs', "select from app.alarmes where adresse = 'G 5'")).toEqual([])
})

it('does not confuse it with another message that now has its number', async () => {
  const { id } = await store(null, { etat: 'refused', message_id: '<mine@x>' })
  await (await database.as('admin')).query('update app.messages set contenu = null where id = $1', [id])
  await relire(id)
  const other = { message_id: '<other@x>', sha256: 'other' }
  expect(await settle(id, other, report({ adresse: 'G 6' }))).toMatchObject({ etat: 'failed', sis: [] })
  expect(await row(id)).toMatchObject({ raison: 'Le message n’est plus dans la messagerie.' })
})
