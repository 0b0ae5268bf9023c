import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type AnsweringOptions, answerAlarmes } from '../../src/demo/answer_alarmes.ts'
import type { DemoAlarme } from '../../src/demo/demo_alarme.ts'
import { planReponses } from '../../src/demo/plan_reponses.ts'
import { sendAlarme } from '../../src/demo/send_alarme.ts'
import { Started } from '../../src/process/started.ts'
import { useDatabase } from '../support/database.ts'
import { openDoor } from '../support/door.ts'
import { useMailedAlarmes } from '../support/mailed_alarmes.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = useServers(database)
const mailed = useMailedAlarmes(database)
const soon = { timeout: 30_000, interval: 50 }
let started = new Started()

function begin(options: Partial<AnsweringOptions> = {}) {
  const usual = { url: servers.urls().data, gapMs: 10, retryMs: 20, log: pino({ level: 'silent' }) }
  return started.add(answerAlarmes({ ...usual, ...options }), (each) => each.stop())
}

const rows = async (text: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(text, values)).rows

/** Mails an alarm to an address of its own. @returns the address */
async function mail(alarm: DemoAlarme = {}): Promise<string> {
  const adresse = `2854 Bassecourt, Rue de l’Essai ${randomBytes(4).toString('hex')}`
  await sendAlarme({ adresse, ...alarm }, mailed.smtpPort())
  return adresse
}

/** The answers that an alarm got from its people, in order. */
const answers = (adresse: string, sis = 'hs') =>
  rows(
    `select r.sapeur_id::int, r.reponse, r.source, r.at::text
       from app.reponses_alarmes r
       join app.alarmes a on a.sis_key = r.sis_key and a.id = r.alarme_id
      where a.adresse = $1 and r.sis_key = $2 and r.source <> 'centrale'
      order by r.id`,
    [adresse, sis],
  )

/** The answers that an alarm is to get, once it is stored. */
async function planned(adresse: string, sis = 'hs') {
  const [alarme] = await rows(
    `select a.id::text, json_agg(json_build_object('sapeur_id', r.sapeur_id, 'reponse', r.reponse, 'source', r.source)) as reponses
       from app.alarmes a
       join app.reponses_alarmes r on r.sis_key = a.sis_key and r.alarme_id = a.id and r.source = 'centrale'
      where a.adresse = $1 and a.sis_key = $2
      group by a.id`,
    [adresse, sis],
  )
  if (alarme === undefined) return null
  const people = await rows('select id::int from app.sapeurs where sis_key = $1 order by id offset 3', [sis])
  const absents = new Set<number>()
  return planReponses(
    alarme,
    people.map(({ id }) => id),
    absents,
  ).map(({ sapeur_id, reponse }) => ({ sapeur_id, reponse }))
}

const short = async (adresse: string, sis?: string) =>
  (await answers(adresse, sis)).map(({ sapeur_id, reponse }) => ({ sapeur_id, reponse }))

/** Waits until an alarm has all its answers. */
async function untilAnswered(adresse: string, sis?: string): Promise<void> {
  await expect.poll(() => planned(adresse, sis), soon).not.toBeNull()
  await expect.poll(() => short(adresse, sis), soon).toEqual(await planned(adresse, sis))
}

afterEach(async () => {
  await started.stop()
  started = new Started()
})

describe('people of the demo', { timeout: 120_000 }, () => {
  it('answer an alarm that is mailed to both SIS, one after another, by officers', async () => {
    begin()
    const adresse = await mail({ sis: ['hs', 'test'] })
    await untilAnswered(adresse, 'hs')
    await untilAnswered(adresse, 'test')
    const all = await answers(adresse)
    expect(all.length).toBeGreaterThan(5)
    expect(new Set(all.map(({ source }) => source))).toEqual(new Set(['officier']))
    expect(new Set(all.map(({ at }) => at)).size).toBe(all.length)
    const { body } = await servers.data('/api/v2/alarmes', { as: 'commandant@example.org', sis: 'hs' })
    const shown = body.data.find((each: { adresse: string }) => each.adresse === adresse)
    expect(shown.effectif.vient).toBeGreaterThan(5)
  })

  it('go on after a restart, and answer nothing twice', async () => {
    const first = begin({ gapMs: 100 })
    const adresse = await mail()
    await expect.poll(async () => (await answers(adresse)).length, soon).toBeGreaterThan(1)
    await first.stop()
    const before = await answers(adresse)
    await servers.restart()
    begin()
    await untilAnswered(adresse)
    const all = await answers(adresse)
    expect(all.slice(0, before.length)).toEqual(before)
    expect(all.length).toBeGreaterThan(before.length)
  })

  it('ask again when the server was lost', async () => {
    const door = await openDoor(() => Number(new URL(servers.urls().data).port))
    started.add(door, async (each) => each.shut())
    begin({ url: new URL(door.through(servers.urls().data)).origin })
    await untilAnswered(await mail())
    door.shut()
    const adresse = await mail()
    await expect.poll(() => planned(adresse), soon).not.toBeNull()
    await door.open()
    await untilAnswered(adresse)
  })

  it('leave alone an alarm that is older than half an hour', async () => {
    const old = await mail({ date: new Date(Date.now() - 31 * 60_000) })
    await expect.poll(() => planned(old), soon).not.toBeNull()
    begin()
    await untilAnswered(await mail())
    expect(await answers(old)).toEqual([])
  })

  it('stop in the middle, and leave neither stream nor session', async () => {
    const sessions = () =>
      rows(
        "select id::int from auth.sessions where revoked_at is null and appareil = 'Caserne demo' order by 1",
      )
    const before = await sessions()
    const answering = begin({ gapMs: 60_000 })
    const streams = async () => (await servers.figures())('caserne_alarme_streams')
    await expect.poll(streams, soon).toBe(2)
    expect((await sessions()).length).toBe(before.length + 2)
    const adresse = await mail()
    await expect.poll(() => planned(adresse), soon).not.toBeNull()
    await answering.stop()
    await expect.poll(streams, soon).toBe(0)
    expect(await answers(adresse)).toEqual([])
    expect(await sessions()).toEqual(before)
  })

  it('give up in a SIS whose account is refused', async () => {
    const setPassword = (password: string) =>
      rows(
        "update auth.users set password_hash = auth.hash_password($1, 4) where email = 'autre@example.org'",
        [password],
      )
    onTestFinished(async () => {
      await setPassword('caserne-demo')
    })
    await setPassword('autre chose')
    const refused = () => servers.log().match(/"operation":"login".*"status":401/g)?.length ?? 0
    const before = refused()
    begin()
    const adresse = await mail({ sis: ['hs', 'test'] })
    await untilAnswered(adresse)
    expect(await answers(adresse, 'test')).toEqual([])
    expect(refused()).toBe(before + 1)
  })
})
