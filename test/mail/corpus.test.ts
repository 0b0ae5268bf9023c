import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import { setInstanceMessagerie } from '../../src/worker/instance_messagerie.ts'
import { startWorker } from '../../src/worker/start_worker.ts'
import { useDatabase } from '../support/database.ts'
import { login, mailServers, seenFlags } from '../support/mail_servers.ts'
import { workerOptions } from '../support/worker_options.ts'
import { corpus } from './corpus/all.ts'
import type { AlarmeAttendue, Becomes } from './corpus/expectation.ts'
import { addPeople } from './corpus/personnes.ts'
import { type Found, readOutcomes, type Taken } from './corpus/read_outcomes.ts'

const LEAST = 40
// The formats that the product ships with; an added format may begin with a few mails.
const ours = ['mobilisation report', 'plain text', 'JSON']
// Far more than the usual twenty seconds: the machine may be busy.
const patience = { timeout: 100_000, interval: 100 }

const mails = corpus.flatMap(([, ofFormat]) => ofFormat)
const database = useDatabase()
// Dovecot if it is installed, otherwise the built-in mailbox.
const mailServer = mailServers.findLast(({ absent }) => absent === null)

let found = new Map<string, Found>()
let seen: [string | undefined, boolean][] = []

/** Puts all mails into one mailbox, runs the real worker once, and returns the outcomes. */
async function deliverAndRead(): Promise<void> {
  if (mailServer === undefined) throw new Error('there is no mail server')
  await addPeople(await database.as('owner'))
  const server = await mailServer.start()
  try {
    for (const { mail } of mails) await server.deliver(await mail())
    await readWithWorker(server.port)
    seen = await seenFlags(server.port)
  } finally {
    await server.remove()
  }
  found = await readOutcomes(await database.as('admin'))
}

async function readWithWorker(port: number): Promise<void> {
  const mailboxKey = randomBytes(32).toString('base64')
  const box = {
    host: '127.0.0.1',
    port,
    user: login.user,
    password: login.password,
    security: 'none',
  } as const
  const where = { ...box, folder: 'INBOX', moveTo: null, senders: [ALARM_CENTRE] }
  await setInstanceMessagerie(database.urls.worker, where, mailboxKey)
  const worker = await startWorker(workerOptions(database.urls.worker, mailboxKey))
  try {
    const admin = await database.as('admin')
    const read = 'select from jobs.releves where last_success_at is not null'
    await vi.waitFor(async () => expect((await admin.query(read)).rowCount).toBe(1), patience)
  } finally {
    await worker.stop()
  }
}

/** The intervention of an alarm takes over each group and person once. */
function takenFrom({ groupes, viennent }: AlarmeAttendue): Taken {
  return { groupes: [...new Set(groupes)].sort(), quittances: [...new Set(viennent)].sort() }
}

// Numbers are compared only for mails about numbers.
function askedFor(wanted: Becomes, read: Becomes | undefined): Becomes | undefined {
  const alarmes = Object.entries(read?.alarmes ?? {}).map(([key, { numeros, ...alarme }]) => {
    return [key, wanted.alarmes[key]?.numeros && numeros ? { ...alarme, numeros } : alarme]
  })
  return read && { ...read, alarmes: Object.fromEntries(alarmes) }
}

function expectTaken({ alarmes }: Becomes, taken: Record<string, Taken>): void {
  const wanted = Object.entries(alarmes).filter(([, { intervention }]) => intervention !== null)
  const sorted = ({ groupes, quittances }: Taken) => ({
    groupes: groupes.toSorted(),
    quittances: quittances.toSorted(),
  })
  expect(Object.fromEntries(Object.entries(taken).map(([key, each]) => [key, sorted(each)]))).toEqual(
    Object.fromEntries(wanted.map(([key, alarme]) => [key, takenFrom(alarme)])),
  )
}

describe('the corpus', () => {
  it.each(ours)('has at least forty mails of the format %s', (format) => {
    expect(new Map(corpus).get(format)?.length).toBeGreaterThanOrEqual(LEAST)
  })

  it('repeats no title and no address: a second alarm for one address would join the intervention of the first', () => {
    const addresses = mails.flatMap(({ becomes }) => {
      return [...new Set(Object.values(becomes.alarmes).map(({ adresse }) => adresse))]
    })
    const twice = (texts: string[]) => texts.filter((text, at) => text !== '' && texts.indexOf(text) !== at)
    expect(twice(mails.map(({ title }) => title))).toEqual([])
    expect(twice(addresses)).toEqual([])
  })
})

describe(`the corpus, read by the real worker from ${mailServer?.name}`, () => {
  beforeAll(deliverAndRead, patience.timeout + 20_000)

  it('stands in the ledger, each mail once, and is flagged as seen', () => {
    const titles = mails.map(({ title }) => title).toSorted()
    expect([...found.keys()].toSorted()).toEqual(titles)
    expect(seen.length).toBe(titles.length)
    expect(new Map(seen)).toEqual(new Map(titles.map((title) => [title, true])))
  })

  it.each(mails)('$title', ({ title, becomes }) => {
    expect(askedFor(becomes, found.get(title)?.becomes)).toEqual(becomes)
    expectTaken(becomes, found.get(title)?.taken ?? {})
  })
})
