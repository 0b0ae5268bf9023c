import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useCommands } from '../commands/command_fixture.ts'
import { addMailboxes, mailboxKey } from '../faults/faults_fixture.ts'
import { useDatabase } from '../support/database.ts'
import { type Dovecot, startDovecot } from '../support/dovecot.ts'
import { letter } from '../worker/mail_fixture.ts'
import { useInstance } from './instance.ts'

const WRITERS = 10
const here = useDatabase()
const there = useDatabase('template_migrated')
const keyThere = Buffer.alloc(32, 9).toString('base64')
const before = useInstance(here, mailboxKey)
const after = useInstance(there, keyThere)
const run = useCommands(before.env)
const runThere = useCommands(after.env)
const directory = mkdtempSync(join(tmpdir(), 'caserne-move-'))
let dovecot: Dovecot
let home = { instance: before, token: '' }

beforeAll(async () => {
  dovecot = await startDovecot()
  await addMailboxes(await here.as('admin'), dovecot.port, [dovecot.user])
  home.token = (await before.logIn('commandant@example.org')).token
}, 60_000)
afterAll(async () => {
  await dovecot?.remove()
  rmSync(directory, { recursive: true, force: true })
})

interface Written {
  /** Names that a server said it has stored. */
  acknowledged: string[]
  /** Statuses that were neither an acknowledgement nor « closed ». */
  others: number[]
  /** When the first write was refused, and when one was taken again. */
  closedAt: number
  openedAt: number
}

// Like a tablet: a write that got no acknowledgement is sent again, with the same key, to where the SIS is by then.
async function write(until: AbortSignal, written: Written): Promise<void> {
  while (!until.aborted) {
    const nom = randomUUID()
    for (let status = 0; status !== 201; ) {
      const { instance, token } = home
      const body = { nom, numero: '032 444 55 66' }
      ;({ status } = await instance.ask('POST', '/telephones', { token, sis: 'hs', key: nom, body }))
      if (status === 503) {
        written.closedAt ||= performance.now()
        await pause(100)
      } else if (status === 201) {
        if (instance === after) written.openedAt ||= performance.now()
        written.acknowledged.push(nom)
      } else {
        written.others.push(status)
        return
      }
    }
  }
}

// Another SIS of the same instance notices nothing.
async function writeElsewhere(until: AbortSignal, token: string, statuses: Set<number>): Promise<void> {
  while (!until.aborted) {
    const body = { nom: randomUUID(), numero: '032 444 55 66' }
    statuses.add((await before.ask('POST', '/telephones', { token, sis: 'test', body })).status)
  }
}

async function deliver(until: AbortSignal, adresses: string[]): Promise<void> {
  while (!until.aborted) {
    const adresse = `Départ ${adresses.length + 1}`
    dovecot.deliver(letter(adresse, `Type: Feu\r\nAdresse: ${adresse}\r\nSIS: hs`))
    adresses.push(adresse)
    await pause(250)
  }
}

it('moves a SIS under load to another instance: no write and no alarm is lost, none is there twice', async () => {
  const stop = new AbortController()
  const written: Written = { acknowledged: [], others: [], closedAt: 0, openedAt: 0 }
  const adresses: string[] = []
  const elsewhere = new Set<number>()
  const other = await before.logIn('autre@example.org')
  const load = [
    ...Array.from({ length: WRITERS }, () => write(stop.signal, written)),
    writeElsewhere(stop.signal, other.token, elsewhere),
    deliver(stop.signal, adresses),
  ]
  await pause(4_000)
  const archive = join(directory, 'hs.sis.gz')
  expect(await run(['sis', 'close', 'hs'])).toMatchObject({ code: 0 })
  expect(await run(['export', '--sis', 'hs', '--to', archive])).toMatchObject({ code: 0 })
  const key = join(directory, 'key')
  writeFileSync(key, mailboxKey)
  expect(
    await runThere(['import-sis', archive, '--mailbox-key-file', key, '--comptes-confirmes']),
  ).toMatchObject({ code: 0 })
  // Its users sign in there, with the password that they have.
  const signedIn = await after.logIn('commandant@example.org')
  expect(signedIn.status).toBe(200)
  home = { instance: after, token: signedIn.token }
  await pause(4_000)
  stop.abort()
  await Promise.all(load)

  expect(written.others).toEqual([])
  expect([...elsewhere]).toEqual([201])
  const admin = await there.as('admin')
  const stored = await admin.query(
    "select nom from app.telephones_utiles where sis_key = 'hs' and numero = '032 444 55 66'",
  )
  expect(stored.rows.map(({ nom }) => nom).sort()).toEqual(written.acknowledged.toSorted())
  const alarms = async () =>
    (
      await admin.query("select adresse from app.alarmes where sis_key = 'hs' and adresse like 'Départ %'")
    ).rows.map(({ adresse }) => adresse)
  await expect.poll(alarms, { timeout: 60_000, interval: 250 }).toHaveLength(adresses.length)
  expect((await alarms()).toSorted()).toEqual(adresses.toSorted())
  // Here it can still be read, until it is removed.
  const reading = await before.ask('GET', '/telephones', {
    token: (await before.logIn('commandant@example.org')).token,
    sis: 'hs',
  })
  expect(reading.status).toBe(200)
  const closed = await before.ask('POST', '/telephones', {
    token: (await before.logIn('commandant@example.org')).token,
    sis: 'hs',
    body: { nom: 'Trop tard', numero: '032 444 55 66' },
  })
  expect(closed).toEqual({ status: 503, retryAfter: '60' })
  expect(await run(['sis', 'remove', 'hs', '--yes'])).toMatchObject({ code: 0 })
  // biome-ignore lint/suspicious/noConsole: the figures of bench/RESULTS.md
  console.log(
    JSON.stringify({
      writes: written.acknowledged.length,
      mails: adresses.length,
      closedMs: Math.round(written.openedAt - written.closedAt),
    }),
  )
}, 180_000)
