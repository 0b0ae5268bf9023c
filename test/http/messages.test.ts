import { EventEmitter } from 'node:events'
import type { Request } from 'express'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { messageRaw } from '../../src/http/handlers/message_raw.ts'
import type { Database } from '../../src/http/operation/database.ts'
import type { Asked } from '../../src/http/operation/handler.ts'
import { look } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addMessage } from './samples/sis_messages.ts'

const { database, servers, ask, told, sql } = useDataApi()
// A realistic mail: invalid UTF-8, both line ends, and markup that a browser would run.
const raw = Buffer.from([...Buffer.from('Subject: x\r\n\r\n<script>alert(1)</script>\n'), 0xe9, 0x00, 0xff])
const shown = {
  etat: 'failed',
  raison: 'Illisible.',
  incomplet: false,
  expediteur: 'cet@alarme.example.org',
  sujet: 'Alarme',
  date: '2026-03-14T13:34:00Z',
  taille: 3,
  tentatives: 1,
  message_id: expect.any(String),
  uid: 1,
  raw: true,
  alarmes: [],
  created_at: expect.stringMatching(/\.\d{6}Z$/),
}
const unknown = [404, { error: 'Message inconnu' }]

/** A mailbox with one message: its path, and the message's. */
async function add(etat = 'failed', contenu: Buffer | null = raw, sis = 'hs') {
  const { id, message_id } = await addMessage((text, values) => sql(text, values, sis))
  await sql('update app.messages set etat = $2, contenu = $3 where id = $1', [message_id, etat, contenu], sis)
  return {
    id,
    message_id,
    box: `/messageries/${id}/messages`,
    path: `/messageries/${id}/messages/${message_id}`,
  }
}

const jobs = (id: number) =>
  look(
    database,
    "select count(*)::integer from graphile_worker.jobs where key = 'relecture:hs:' || $1 and task_identifier = 'relire_message'",
    [id],
  )

describe('the ledger of a mailbox', () => {
  const states = ['alarm', 'failed', 'ignored', 'refused', 'failed', 'received', 'failed']
  let box = ''
  let ids: number[] = []

  beforeAll(async () => {
    const { id, message_id } = await add('alarm')
    await add()
    box = `/messageries/${id}/messages`
    for (const [n, etat] of states.slice(1).entries())
      await sql(
        `insert into app.messages (messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille, etat)
         values ($1, 7, $2::integer, $2::integer::text, 'x@example.org', 'x', 1, $3)`,
        [id, n + 2, etat],
      )
    await sql(
      `insert into app.alarmes (date, type, adresse, message_sis_key, message_id, intervention_voulue)
       values (now(), 'Feu', 'x', request.sis_key(), $1, false)`,
      [message_id],
    )
    const rows = await sql('select id::integer from app.messages where messagerie_id = $1 order by id', [id])
    ids = rows.map((row) => Number(row.id))
  })
  const listed = async (query: string) => {
    const { status, body, headers } = await ask(`GET ${box}${query}`)
    expect(status).toBe(200)
    const next = /^<\/api\/v2[^?]+(\?.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    return { ids: body.data.map((each: { id: number }) => ids.indexOf(each.id)), next, data: body.data }
  }

  it('shows the outcome of each message, newest first', async () => {
    const { ids: all, data } = await listed('')
    expect(all).toEqual([6, 5, 4, 3, 2, 1, 0])
    expect(data.map((each: { etat: string }) => each.etat)).toEqual(states.toReversed())
    const [alarme] = await sql('select id::text from app.alarmes where message_id = $1', [ids[0]])
    expect(data.at(-1)).toEqual({
      ...shown,
      id: ids[0],
      messagerie_id: expect.any(Number),
      etat: 'alarm',
      alarmes: [alarme?.id],
    })
    expect(data[0]).toMatchObject({ message_id: null, date: null, raw: false, alarmes: [] })
  })

  it('shows messages of one state, in pages', async () => {
    expect((await listed('?etat=refused')).ids).toEqual([3])
    const first = await listed('?etat=failed&limit=2')
    expect(first.ids).toEqual([6, 4])
    expect(await listed(first.next ?? '')).toMatchObject({ ids: [1], next: undefined })
    expect((await told(`GET ${box}?etat=perdu`))[0]).toBe(422)
  })

  it('belongs to a mailbox of the SIS', async () => {
    const { box: theirs } = await add('failed', raw, 'test')
    for (const path of [theirs, '/messageries/987654/messages'])
      expect(await told(`GET ${path}`)).toEqual([404, { error: 'Messagerie inconnue' }])
  })
})

it('a message is shown alone, and its raw text is a file that no browser opens', async () => {
  const { id, message_id, path } = await add()
  expect(await told(`GET ${path}`)).toEqual([200, { data: { ...shown, id: message_id, messagerie_id: id } }])
  const { accessToken } = await servers.signIn('commandant@example.org')
  const answer = await fetch(`${servers.urls().data}/api/v2${path}/raw`, {
    headers: { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' },
  })
  expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(raw)]).toEqual([200, true])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'message/rfc822',
    'content-disposition': `attachment; filename="message-${message_id}.eml"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

it('a raw text that is not kept is not found', async () => {
  const { path } = await add('refused', null)
  expect(await told(`GET ${path}/raw`)).toEqual([404, { error: 'Message inconnu, ou texte non conservé' }])
  expect(await told('GET /messageries/1/messages/987654/raw')).toMatchObject([404, {}])
})

describe('a message', () => {
  it.each(['failed', 'ignored', 'refused'])(
    'that is %s waits for one relecture, however often it is asked for',
    async (etat) => {
      const { message_id, path } = await add(etat)
      const answers = await Promise.all([0, 1, 2, 3].map(() => told(`POST ${path}/relire`)))
      for (const answer of answers)
        expect(answer).toMatchObject([
          202,
          { data: { id: message_id, etat: 'received', raison: 'Illisible.', tentatives: 1 } },
        ])
      expect(await jobs(message_id)).toBe(1)
      const { data } = (await ask(`GET /journal?ressource=messages&ligne_id=${message_id}`)).body
      expect(data[0]).toMatchObject({
        action: 'modification',
        user_id: expect.any(Number),
        apres: { etat: 'received' },
      })
    },
  )

  it('without stored text is fetched by the next relève of its mailbox', async () => {
    const { id, message_id, path } = await add('refused', null)
    expect((await told(`POST ${path}/relire`))[0]).toBe(202)
    expect(await jobs(message_id)).toBe(0)
    const asked = "select count(*)::integer from graphile_worker.jobs where key = 'releve:hs:' || $1"
    expect(await look(database, asked, [id])).toBe(1)
    const { path: other, id: box } = await add('refused', null)
    await told(`PUT /messageries/${box}`, { active: false })
    expect(await told(`POST ${other}/relire`)).toEqual([
      409,
      { error: 'Le texte de ce message est à chercher dans sa messagerie, qui n’est pas active' },
    ])
  })

  it('that is an alarm is not read again, nor one of another SIS', async () => {
    const { path } = await add('alarm')
    expect(await told(`POST ${path}/relire`)).toEqual([
      409,
      { error: 'Seul un message en échec, ignoré ou refusé peut être relu' },
    ])
    const theirs = await add('failed', raw, 'test')
    expect(await told(`POST ${theirs.path}/relire`)).toEqual(unknown)
    expect(await told(`GET ${theirs.path}`)).toEqual(unknown)
    expect(await look(database, 'select etat from app.messages where id = $1', [theirs.message_id])).toBe(
      'failed',
    )
  })
})

it('a list contains no raw text, of any size', async () => {
  const { box, message_id } = await add()
  await sql(
    "update app.messages set contenu = (select decode(string_agg(md5(n::text), ''), 'hex') from generate_series(1, 9999) n) where id = $1",
    [message_id],
  )
  const api = new pg.Client(database.urls.api)
  await api.connect()
  await api.query("begin; select request.open(null, 'hs', '{sis.config}', null)")
  const { rows } = await api.query('select api.list_messages($1, null, null, 9) as found', [
    box.split('/')[2],
  ])
  expect(rows[0].found).toMatchObject([{ id: message_id, raw: true }])
  const read = `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as times from pg_stat_xact_all_tables
                 where relid = (select reltoastrelid from pg_class where oid = 'app.messages'::regclass)`
  expect((await api.query(read)).rows).toEqual([{ times: '0' }])
  await api.end()
})

it('few raw texts are sent at a time, fewer of one SIS, and slow readers are dropped', async () => {
  const handler = messageRaw(50)
  const begin = async (sisKey: string) => {
    const res = Object.assign(new EventEmitter(), { destroyed: false, destroy: () => res.emit('close') })
    const asked = { caller: { sisKey } } as unknown as Asked
    await handler.before?.({} as Database, asked, { res } as unknown as Request)
    return res
  }
  const [first] = await Promise.all([begin('hs'), begin('hs')])
  await expect(begin('hs')).rejects.toMatchObject({ status: 429 })
  await Promise.all([begin('test'), begin('test')])
  await expect(begin('val')).rejects.toMatchObject({ status: 429 })
  first?.emit('close')
  await begin('hs')
  await expect
    .poll(() =>
      begin('hs').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})
