import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { soon, useEnvois } from './envois_fixture.ts'
import { usePushService } from './push_service.ts'

const database = useDatabase()
const service = usePushService()
const { sql, addGroup, addPerson, addBrowser, addAlarme, work, ledger, ended } = useEnvois(database, service)

// Queues the lot of an alarm again, as a job does at its end.
const resume = (alarme: number, atOnce = false) =>
  sql(
    "select jobs.resume_lot(json_build_object('sis_key', 'hs', 'lot', $1::text, 'alarme_id', $2::int), $3)",
    [`alarme-${alarme}`, alarme, atOnce],
  )

describe('a device', () => {
  it.each([404, 410])('is removed when its service answers %s', async (status) => {
    const group = await addGroup()
    const { device } = await addBrowser((await addPerson([group.id])).user, { answers: [status] })
    await work()
    const alarme = await addAlarme([group.no])
    await ended(alarme, 1)
    expect(await ledger(alarme)).toMatchObject([{ etat: 'retire', code_http: status, appareil_id: null }])
    expect(await sql('select from app.appareils where id = $1', [device])).toEqual([])
  })

  it('that was the last one of its account causes a mail when it is removed; one of two does not', async () => {
    const group = await addGroup()
    const [alone, other] = [await addPerson([group.id]), await addPerson([group.id])]
    await addBrowser(alone.user, { answers: [410] })
    await addBrowser(other.user, { answers: [410] })
    await addBrowser(other.user)
    await work()
    await ended(await addAlarme([group.no]), 3)
    const mails = "payload ->> 'genre' = 'appareils_retires' and (payload ->> 'user_id')::bigint = any ($1)"
    const jobs = await sql(`select payload from graphile_worker._private_jobs where ${mails}`, [
      [alone.user, other.user],
    ])
    expect(jobs.map(({ payload }) => payload.user_id)).toEqual([alone.user])
    const described = (user: number) =>
      sql("select jobs.describe_appareils_retires('hs', $1) as mail", [user])
    expect(await described(alone.user)).toMatchObject([{ mail: { email: alone.email } }])
    expect(await described(other.user)).toEqual([{ mail: null }])
  })

  it.each([401, 403])('stays when its service refuses this instance with %s', async (status) => {
    const group = await addGroup()
    const { device } = await addBrowser((await addPerson([group.id])).user, { answers: [status] })
    await work()
    const alarme = await addAlarme([group.no])
    await ended(alarme, 1)
    expect(await ledger(alarme)).toMatchObject([
      { etat: 'echec', raison: expect.stringContaining('MAIL_FROM') },
    ])
    expect(await sql('select from app.appareils where id = $1', [device])).toHaveLength(1)
  })

  it('is given up half an hour after the alarm, also when it was switched off meanwhile', async () => {
    const group = await addGroup()
    const { device } = await addBrowser((await addPerson([group.id])).user, { answers: [503] })
    await work()
    const alarme = await addAlarme([group.no])
    await expect.poll(async () => (await ledger(alarme))[0]?.tentatives, soon).toBe(1)
    await sql('update app.appareils set actif = false where id = $1', [device], await ownerOf(device))
    await sql('update app.envois set next_try_at = now() where alarme_id = $1', [alarme])
    await resume(alarme)
    expect(await ledger(alarme)).toMatchObject([{ etat: 'attente' }])
    await sql("update app.envois set created_at = now() - interval '30 minutes' where alarme_id = $1", [
      alarme,
    ])
    await resume(alarme)
    expect(await ledger(alarme)).toMatchObject([{ etat: 'echec', raison: 'Le service a répondu 503.' }])
  })

  it('gets its message again when its service is busy or cuts the connection, and not when it refuses the message', async () => {
    const group = await addGroup()
    const { user } = await addPerson([group.id])
    const busy = await addBrowser(user, { answers: [503] })
    const cut = await addBrowser(user, { answers: ['cut'] })
    const refused = await addBrowser(user, { answers: [413] })
    await work()
    const alarme = await addAlarme([group.no])
    await expect
      .poll(async () => (await ledger(alarme)).map(({ tentatives }) => tentatives), soon)
      .toEqual([1, 1, 1])
    // As if the pause were over.
    await sql("update app.envois set next_try_at = now() where etat = 'attente'")
    await resume(alarme, true)
    await ended(alarme, 3)
    expect((await ledger(alarme)).map(({ etat, code_http }) => [etat, code_http])).toEqual([
      ['remis', 201],
      ['remis', 201],
      ['echec', 413],
    ])
    for (const [each, times] of [
      [busy, 2],
      [cut, 2],
      [refused, 1],
    ] as const)
      expect(service.toldOf(each.browser)).toHaveLength(times)
    // The link is the same, so that neither message leads nowhere.
    const [first, second] = service.toldOf(cut.browser)
    expect(first?.message).toEqual(second?.message)
  })

  it('is removed when its subscription was sealed with another key', async () => {
    const group = await addGroup()
    const { device } = await addBrowser((await addPerson([group.id])).user, { more: '' })
    await sql("update app.appareils set abonnement = '\\x00' where id = $1", [device], await ownerOf(device))
    await work()
    const alarme = await addAlarme([group.no])
    await ended(alarme, 1)
    expect(await ledger(alarme)).toMatchObject([{ etat: 'retire', code_http: null }])
  })
})

async function ownerOf(device: number): Promise<number> {
  const { rows } = await (await database.as('admin')).query(
    'select user_id from app.appareils where id = $1',
    [device],
  )
  return Number(rows[0].user_id)
}
