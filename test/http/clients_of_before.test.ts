import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EventStream } from '../support/event_stream.ts'
import { soon, useStreams } from './live/streams_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'
import { one, sapeurOf } from './samples/sample.ts'

// Clients that were written before people could answer alarms, be on standby or be away. They must not notice.
const { listenUp, told, sql } = useStreams()
const tablet = 'chef@example.org'

interface Known {
  id: string
  reponses: unknown
  effectif: unknown
}

/** The alarms without what such a client does not know. */
const withoutAnswers = (alarmes: Known[]) => alarmes.map(({ reponses: _r, effectif: _e, ...known }) => known)
const listed = async () => withoutAnswers((await told('GET /alarmes', undefined, { as: tablet }))[1].data)
/** Everybody does what such a client knows nothing of. */
async function everybodyActs(alarme: number): Promise<void> {
  const [chef, sapeur] = [await sapeurOf(sql, tablet), await sapeurOf(sql, 'sapeur@example.org')]
  const done = [
    await told(`POST /alarmes/${alarme}/reponse`, { reponse: 'vient', delai: 5 }, { as: tablet }),
    await told(`POST /alarmes/${alarme}/reponse`, { reponse: 'plus_tard' }, { as: 'sapeur@example.org' }),
    await told(`POST /alarmes/${alarme}/reponse`, { reponse: 'vient', sapeur_id: sapeur }),
    await told('POST /mes-disponibilites', { heures: 24 }, { as: tablet }),
    await told('POST /piquets', { sapeur_id: chef, ...(await aDay()) }),
    await told('POST /mes-appareils', { type: 'email' }, { as: tablet }),
  ]
  expect(done.map(([status]) => status)).toEqual(Array(6).fill(201))
}

/** From now on, a day as the API takes it. */
async function aDay(): Promise<{ debut: unknown; fin: unknown }> {
  const [row] = await sql(
    `select to_char(t, 'YYYY-MM-DD HH24:MI') as debut, to_char(t + interval '1 day', 'YYYY-MM-DD HH24:MI') as fin
       from (select now() at time zone app.fuseau()) n (t)`,
  )
  return { debut: row?.debut, fin: row?.fin }
}

beforeEach(async () => {
  await sql('delete from app.piquets')
  await sql('delete from app.appareils')
  await sql('update app.alarmes set validated = true where not validated')
})

it('an alarm is the same record as before, also with answers, and is marked as read as before', async () => {
  const alarme = await addAlarme(sql, 'now()')
  const before = await listed()
  expect(before).toMatchObject([
    { id: String(alarme), has_been_read: false, unresolved: [{ fullname: 'Inconnu Jean' }] },
  ])
  await everybodyActs(alarme)
  expect(await listed()).toEqual(before)
  const [status, { data }] = await told(`PATCH /alarmes/${alarme}`, { has_been_read: true })
  expect([status, data.has_been_read, data.validated]).toEqual([200, true, true])
  expect(await listed()).toEqual([])
})

describe('a stream of which a client knows the events alarme and a_jour', () => {
  const seen = (stream: EventStream) => {
    const open = new Map<string, unknown>()
    for (const alarme of stream.data()) {
      const [known] = withoutAnswers([alarme])
      if (alarme.validated) open.delete(alarme.id)
      else open.set(alarme.id, known)
    }
    return [...open.values()].toReversed()
  }

  it('brings the same alarms, and goes on after any of its ids', async () => {
    const first = await addAlarme(sql, 'now()')
    const stream = await listenUp()
    await everybodyActs(first)
    await expect.poll(() => stream.data('reponse').length, soon).toBeGreaterThan(0)
    const second = await addAlarme(sql, 'now()')
    await expect.poll(() => stream.data().map(({ id }) => id), soon).toContain(String(second))
    await answer(second)
    await expect
      .poll(() => stream.events.at(-1), soon)
      .toMatchObject({
        event: 'reponse',
        data: { alarme_id: String(second) },
      })
    expect(seen(stream)).toEqual(await listed())

    // A browser keeps the id of every event, other clients that of the last one they know.
    const known = stream.events.findLast(({ event }) => event === 'alarme')
    const places = [stream.events.at(-1)?.id, known?.id]
    stream.close()
    const missed = await addAlarme(sql, 'now()')
    for (const place of places) {
      const again = await listenUp({ headers: { 'last-event-id': String(place) } })
      expect(again.data('a_jour')).toEqual([{ complet: false }])
      expect(again.data().map(({ id }) => id)).toContain(String(missed))
      again.close()
    }
  })
})

const answer = (alarme: number) =>
  told(`POST /alarmes/${alarme}/reponse`, { reponse: 'vient' }, { as: tablet })

it('a tablet sends its report of an alarm that was answered, and a second one adds to it', async () => {
  const alarme = await addAlarme(sql, 'now()')
  const id = await one(sql, "select jobs.create_intervention_from_alarme('hs', $1) as id", [alarme])
  await everybodyActs(alarme)
  const [chef, sapeur] = [await sapeurOf(sql, tablet), await sapeurOf(sql, 'sapeur@example.org')]
  const { date_debut, heure_debut } = (await told(`GET /interventions/${id}`))[1].data
  const { debut, fin } = await aDay()
  const report = (people: number[]) => ({
    localUuid: randomUUID(),
    date_debut,
    heure_debut,
    objet: 'Feu de cuisine',
    alarme: String(alarme),
    sapeurs: people.map((sapeur_id) => ({ sapeur_id, debut, fin })),
    quittances: [chef, sapeur],
  })
  const send = (body: object) => told('POST /interventions-complet', body, { as: tablet })
  const first = report([chef])
  const [status, { data }] = await send(first)
  expect([status, data.id, data.avertissements]).toEqual([201, id, []])
  expect(await send(first)).toEqual([200, { data }])
  const [added, { data: both }] = await send(report([sapeur]))
  expect([added, both.id]).toEqual([200, id])
  const ids = (rows: { sapeur_id: number }[]) =>
    rows.map(({ sapeur_id }) => sapeur_id).toSorted((a, b) => a - b)
  expect([ids(both.sapeurs), ids(both.quittances)]).toEqual([
    [chef, sapeur],
    [chef, sapeur],
  ])
  expect(await told(`POST /interventions/${id}/valider`, undefined, { as: tablet })).toEqual([
    200,
    { data: 2 },
  ])
})
