import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPool } from '../../../src/db/pool.ts'
import { parseMessage } from '../../../src/mail/reading/parse_message.ts'
import { HostList } from '../../../src/text/host_list.ts'
import { setInstanceMessagerie } from '../../../src/worker/instance_messagerie.ts'
import { messagerieKey } from '../../../src/worker/releves/messagerie_key.ts'
import { MessagerieLocks } from '../../../src/worker/releves/messagerie_locks.ts'
import { Messageries } from '../../../src/worker/releves/messageries.ts'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()
const log = pino({ level: 'silent' })
const key = randomBytes(32).toString('base64')
const closing: (() => Promise<unknown>)[] = []

const reader = { read: parseMessage, close: async () => undefined }

// The same message of another test would be known to the ledger.
beforeEach(async () => {
  const admin = await database.as('admin')
  await admin.query('delete from app.messages')
  await admin.query(
    'update jobs.releves set uidvalidity = null, last_uid = 0, last_error = null, next_try_at = null',
  )
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/**
 * A server with messages 1 to 3 that does not hand over the second. It counts the fetches of that message and
 * the searches, and answers only when allowed.
 */
async function withholding(uidvalidity = 9, mayAnswer: Promise<void> = Promise.resolve()) {
  const sockets = new Set<Socket>()
  const asked = { times: 0, news: 0 }
  const text = 'From: cet@example.org\r\nSubject: Bonjour\r\n\r\nBonjour\r\n'
  const fetch = (uid: string) => {
    if (uid === '2') asked.times += 1
    const raw = `Message-ID: <${uid}@x>\r\n${text}`
    return uid === '2' ? null : `* ${uid} FETCH (UID ${uid} BODY[] {${raw.length}}\r\n${raw})\r\n`
  }
  const answer = (line: string): string => {
    const [tag = '', command = '', second = '', uid = ''] = line.split(' ')
    const name = (command === 'UID' ? second : command).toUpperCase()
    if (name === 'CAPABILITY') return `* CAPABILITY IMAP4rev1\r\n${tag} OK done\r\n`
    if (name === 'SELECT') return `* 3 EXISTS\r\n* OK [UIDVALIDITY ${uidvalidity}] ok\r\n${tag} OK done\r\n`
    if (name === 'LIST') return `* LIST () "/" INBOX\r\n${tag} OK done\r\n`
    if (name === 'SEARCH') return `* SEARCH 1 2 3\r\n${tag} OK done\r\n`
    if (name !== 'FETCH') return `${tag} OK done\r\n`
    const found = fetch(uid)
    return found === null ? `${tag} NO [SERVERBUG] Internal error\r\n` : `${found}${tag} OK done\r\n`
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('* OK ready\r\n')
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const isSearch = / UID SEARCH /i.test(line)
        if (isSearch) asked.news += 1
        if (isSearch) mayAnswer.then(() => socket.write(answer(line)))
        else socket.write(answer(line))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked }
}

async function configure(port: number) {
  const where = { host: '127.0.0.1', port, security: 'none' as const, folder: 'INBOX', moveTo: null }
  const box = { ...where, user: 'x', password: 'x', senders: ['cet@example.org'] }
  await setInstanceMessagerie(database.urls.worker, box, key)
}

async function mailboxes(port: number, patienceMs = 120_000, graceMs = 5000) {
  await configure(port)
  const pool = createPool(database.urls.worker, 3, log)
  closing.push(() => pool.end())
  const options = { key, privateHosts: HostList.all, patienceMs, graceMs }
  const made = new Messageries(pool, new MessagerieLocks(database.urls.worker, log), reader, options, log)
  closing.push(() => made.close())
  return made
}

it('waits for a message that the server does not hand over, then records it as failed and reads the next', async () => {
  const admin = await database.as('admin')
  const ledger = async () =>
    (
      await admin.query(
        'select uid, etat, raison, contenu is null as sans_contenu from app.messages order by id',
      )
    ).rows
  const { port, asked } = await withholding()
  const patient = await mailboxes(port)
  const { rows } = await admin.query('select sis_key, messagerie_id from jobs.releves')
  const key = messagerieKey(rows[0])
  const first = { uid: '1', etat: 'failed', raison: 'Aucun format d’alarme reconnu.', sans_contenu: false }

  for (const times of [1, 2]) {
    await patient.read(key)
    expect(asked.times).toBe(times)
    expect(await ledger()).toEqual([first])
  }
  const { last_error, last_uid } = (await admin.query('select * from jobs.releves')).rows[0]
  const raison = `Le serveur de messagerie 127.0.0.1:${port} ne livre pas le message 2 (Internal error).`
  expect({ last_error, last_uid }).toEqual({ last_error: raison, last_uid: '1' })
  await patient.close()

  const impatient = await mailboxes(port, 0)
  await impatient.read(key)
  await impatient.read(key)
  expect(asked.times).toBe(3)
  expect(await ledger()).toEqual([
    first,
    { uid: '2', etat: 'failed', raison, sans_contenu: true },
    { ...first, uid: '3' },
  ])
})

it('waits again for another message of that number, and after the message has come', async () => {
  const admin = await database.as('admin')
  const { port } = await withholding(20)
  const reader = await mailboxes(port, 300)
  const { rows } = await admin.query(
    'update jobs.releves set uidvalidity = 20, last_uid = 1 returning sis_key, messagerie_id',
  )
  const key = messagerieKey(rows[0])
  const failed = async () =>
    (await admin.query("select uid from app.messages where etat = 'failed' and uid = '2'")).rows
  await reader.read(key)
  const next = await withholding(21)
  await configure(next.port)
  const began = Date.now()
  await expect
    .poll(
      async () => {
        await reader.read(key)
        return await failed()
      },
      { timeout: 25_000 },
    )
    .not.toEqual([])
  expect(Date.now() - began).toBeGreaterThanOrEqual(300)
})

it('reads once more after requests during a relève, however many, without delaying anyone', async () => {
  const admin = await database.as('admin')
  const gate = Promise.withResolvers<void>()
  const { port, asked } = await withholding(30, gate.promise)
  const reader = await mailboxes(port)
  const { rows } = await admin.query(
    'update jobs.releves set uidvalidity = 30, last_uid = 3 returning sis_key, messagerie_id',
  )
  const key = messagerieKey(rows[0])
  const first = reader.read(key)
  await expect.poll(() => asked.news, { timeout: 25_000 }).toBe(1)
  await Promise.all([reader.read(key), reader.read(key), reader.read(key)])
  expect(asked.news).toBe(1)
  gate.resolve()
  await first
  expect(asked.news).toBe(2)
  await reader.read(key)
  expect(asked.news).toBe(3)
})

it('breaks hanging connections at its end, blames no mailbox, and leaves the work to another worker', async () => {
  const admin = await database.as('admin')
  const { port, asked } = await withholding(40, new Promise(() => undefined))
  const reader = await mailboxes(port, undefined, 100)
  const { rows } = await admin.query(
    'update jobs.releves set last_error = null, last_error_at = null returning sis_key, messagerie_id',
  )
  const key = messagerieKey(rows[0])
  const reading = reader.read(key)
  await expect.poll(() => asked.news, { timeout: 25_000 }).toBe(1)
  await admin.query('select graphile_worker.remove_job(key) from graphile_worker.jobs')
  await Promise.all([reader.close(), reading])
  const { last_error, next_try_at } = (await admin.query('select * from jobs.releves')).rows[0]
  expect([last_error, next_try_at]).toEqual([null, null])
  expect((await admin.query('select key from graphile_worker.jobs')).rows).toEqual([{ key: `releve:${key}` }])
  await reader.read(key)
  expect(asked.news).toBe(1)
})
