import { randomBytes } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import { Started } from '../../src/process/started.ts'
import { setInstanceMessagerie } from '../../src/worker/instance_messagerie.ts'
import { startWorker } from '../../src/worker/start_worker.ts'
import { useDatabase } from '../support/database.ts'
import { login, mailServers } from '../support/mail_servers.ts'
import { useServers } from '../support/servers.ts'
import { workerOptions } from '../support/worker_options.ts'
import { alarm, soon } from './mail_fixture.ts'

const database = useDatabase()
const servers = [useServers(database), useServers(database)]
const started = new Started()
afterAll(() => started.stop())

/** A proxy to a mail server that counts the searches and delays them until `gate` opens. */
async function counting(port: number, gate: () => Promise<unknown>) {
  const asked = { times: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
    client.on('close', () => upstream.destroy())
    client.on('data', async (data) => {
      const isSearch = /^\S+ UID SEARCH /im.test(data.toString('latin1'))
      if (isSearch) asked.times += 1
      if (isSearch) await gate()
      upstream.write(data)
    })
    upstream.on('data', (data) => client.write(data)).on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  started.add(server, async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { asked, port: (server.address() as AddressInfo).port }
}

const ask = (n: number, force = true) =>
  servers[n % 2]?.data(`/api/v2/alarmes?force=${force}`, { as: 'commandant@example.org', sis: 'hs' })
const gate = { opens: Promise.resolve() }
const mail = {} as Awaited<ReturnType<typeof counting>> & { deliver(raw: Buffer): unknown }

beforeAll(async () => {
  const kind = mailServers.findLast(({ absent }) => absent === null)
  const server = await kind?.start()
  if (server === undefined) throw new Error('no mail server')
  started.add(server, (each) => each.remove())
  Object.assign(mail, await counting(server.port, () => gate.opens), { deliver: server.deliver })
  const mailboxKey = randomBytes(32).toString('base64')
  const box = { host: '127.0.0.1', port: mail.port, security: 'none' as const, folder: 'INBOX', moveTo: null }
  await setInstanceMessagerie(database.urls.worker, { ...box, ...login, senders: [ALARM_CENTRE] }, mailboxKey)
  const worker = workerOptions(database.urls.worker, mailboxKey)
  started.add(await startWorker({ ...worker, poolSize: 5 }), (each) => each.stop())
})

it('one of 100 callers starts the reading, the others wait for it, and all see the new alarms', async () => {
  const first = await Promise.all([ask(0, false), ask(1, false)])
  expect(first.map((each) => each?.status)).toEqual([200, 200])
  await mail.deliver(await alarm('2854 Bassecourt, Pour cent'))
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  const asking = () =>
    queries.mock.calls.filter(([each]) => Object(each).text?.includes('api.ask_releve')).length
  const hold = Promise.withResolvers<void>()
  gate.opens = hold.promise
  const before = mail.asked.times
  const asked = Array.from({ length: 100 }, (_, n) => ask(n))
  await expect.poll(asking, soon).toBe(100)
  hold.resolve()
  const answers = await Promise.all(asked)
  queries.mockRestore()
  expect(answers.map((each) => each?.status)).toEqual(Array(100).fill(200))
  for (const each of answers)
    expect(each?.body.data.map(({ adresse }: { adresse: string }) => adresse)).toContain(
      '2854 Bassecourt, Pour cent',
    )
  // Besides, there are the reading caused by the arrival of the mail and that of the minute.
  expect(mail.asked.times - before).toBeLessThanOrEqual(3)
})
