import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { useJobs } from '../jobs_fixture.ts'

const database = useDatabase()
const { boxes, releve, store } = useJobs(database)

const call = async (text: string, values: unknown[] = []) =>
  (await (await database.as('worker')).query({ text, values, rowMode: 'array' })).rows
const begin = async () => (await call('select jobs.begin_releve($1, $2)', ['hs', boxes.hs]))[0]?.[0]
const end = (error: string | null, block = false) =>
  call('select jobs.end_releve($1, $2, $3, $4)', ['hs', boxes.hs, error, block])
const admin = async (text: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(text, values)).rows
/** Seconds until the mailbox is read; null when no relève is planned. */
const planned = async () => {
  const query = `select extract(epoch from run_at - clock_timestamp())::float8 as seconds from graphile_worker.jobs where key = $1`
  return (await admin(query, [`releve:hs:${boxes.hs}`]))[0]?.seconds ?? null
}
const forget = () => admin('select graphile_worker.remove_job(key) from graphile_worker.jobs')

beforeEach(async () => {
  await admin(`update jobs.releves set failures = 0, next_try_at = null, bloquee = false, outdated = false, last_error_at = null,
                      uidvalidity = null, last_uid = 0`)
  await forget()
})

describe('after a failure', () => {
  it('a mailbox is read again by itself, after pauses that grow to a minute', async () => {
    const longest = [1, 2, 4, 8, 16, 32, 60, 60]
    for (const [failures, most] of longest.entries()) {
      await begin()
      await end('injoignable')
      const seconds = await planned()
      expect(seconds).toBeGreaterThan(-1)
      expect(seconds).toBeLessThanOrEqual(most)
      const { next_try_at, last_error_at, ...state } = await releve('hs')
      expect(state).toMatchObject({ failures: failures + 1, bloquee: false, last_error: 'injoignable' })
      expect((next_try_at - last_error_at) / 1000).toBeLessThanOrEqual(most)
    }
  })

  it('the pause is random up to that length, so that the mailboxes of one server do not return all at once', async () => {
    const query = `select min(p) < interval '6 s' and max(p) > interval '54 s' as spread
                     from (select jobs.releve_pause(100) as p from generate_series(1, 500)) as p`
    expect(await admin(query)).toEqual([{ spread: true }])
  })

  it('the minutely request skips the mailbox until then', async () => {
    await admin(
      "update jobs.releves set next_try_at = now() + interval '1 minute' where messagerie_id = $1",
      [boxes.hs],
    )
    await call('select jobs.ask_releves()')
    expect(await planned()).toBeNull()
    await admin('update jobs.releves set next_try_at = now() where messagerie_id = $1', [boxes.hs])
    await call('select jobs.ask_releves()')
    expect(await planned()).not.toBeNull()
  })

  it('a success ends the series, but not within a minute, to spare a server that hangs up each time', async () => {
    await end('a mis fin à la connexion')
    await end('a mis fin à la connexion')
    await forget()
    await end(null)
    expect(await releve('hs')).toMatchObject({
      failures: 2,
      next_try_at: null,
      last_error: 'a mis fin à la connexion',
    })
    expect(await planned()).toBeNull()
    await admin("update jobs.releves set last_error_at = now() - interval '61 s' where messagerie_id = $1", [
      boxes.hs,
    ])
    await end(null)
    expect(await releve('hs')).toMatchObject({ failures: 0, next_try_at: null })
  })
})

describe('a mailbox whose password is refused', () => {
  beforeEach(async () => {
    await begin()
    await end('refuse le mot de passe', true)
  })

  it('is not read for an hour', async () => {
    expect((await releve('hs')).bloquee).toBe(true)
    expect(await planned()).toBeGreaterThan(3590)
    expect(await begin()).toBeNull()
    await admin("update jobs.releves set next_try_at = now() - interval '1 s' where messagerie_id = $1", [
      boxes.hs,
    ])
    expect(await begin()).toMatchObject({ messagerie_id: boxes.hs })
    await end(null)
    expect(await releve('hs')).toMatchObject({ bloquee: false, next_try_at: null })
  })

  it.each([
    ['host', "'autre.example.org'"],
    ['port', '1993'],
    ['utilisateur', "'autre'"],
    ['mot_de_passe', "'encore un'"],
    ['securite', "'starttls'"],
  ])('is read at once when %s changes', async (column, value) => {
    const also = column === 'mot_de_passe' ? '' : `, mot_de_passe = 'pour ${column}'`
    await admin(`update app.messageries set ${column} = ${value}${also} where id = $1`, [boxes.hs])
    expect(await releve('hs')).toMatchObject({ bloquee: false, next_try_at: null, failures: 0 })
    expect(await planned()).toBeLessThanOrEqual(0)
    expect(await begin()).toMatchObject({ messagerie_id: boxes.hs })
  })

  it('is not read when its senders change', async () => {
    await admin("update app.messageries set expediteurs = '{x@example.org}' where id = $1", [boxes.hs])
    expect((await releve('hs')).bloquee).toBe(true)
  })

  it('is read when it is switched on again, not when it is switched off', async () => {
    await forget()
    await admin('update app.messageries set active = false where id = $1', [boxes.hs])
    expect(await planned()).toBeNull()
    await admin('update app.messageries set active = true where id = $1', [boxes.hs])
    expect(await planned()).toBeLessThanOrEqual(0)
  })
})

it('the result of a relève under earlier settings leaves the new settings alone', async () => {
  await begin()
  await admin("update app.messageries set dossier = 'Autre' where id = $1", [boxes.hs])
  await forget()
  await store(null, { sis_key: 'hs', uidvalidity: '7', uid: 900 })
  await end('refuse le mot de passe', true)
  expect(await releve('hs')).toMatchObject({ bloquee: false, failures: 0, uidvalidity: null, last_uid: '0' })
  expect(await planned()).toBeLessThanOrEqual(0)
  await begin()
  await store(null, { sis_key: 'hs', uidvalidity: '7', uid: 5 })
  await end(null)
  expect(await releve('hs')).toMatchObject({ uidvalidity: '7', last_uid: '5', outdated: false })
})
