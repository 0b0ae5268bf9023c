import { expect, it } from 'vitest'
import type { EventStream } from '../support/event_stream.ts'
import { claims } from '../support/tokens.ts'
import { soon, upToDate, useStreams } from './live/streams_fixture.ts'

const { listen, listenUp, alarm, database } = useStreams()

const places = (stream: EventStream) => stream.data().map(({ adresse }) => adresse)
const allHave = (streams: EventStream[], place: string) =>
  expect.poll(() => streams.filter((each) => !places(each).includes(place)).length, soon).toBe(0)

it('shows an alarm once to each of 200 listeners in its SIS, and to none of another', async () => {
  // Enough accounts, each client with a connection of its own.
  const { rows } = await (await database.as('admin')).query(
    `insert into auth.users (name, email, password_hash)
     select 'Essai', 'flux' || n || '@example.org', '!' from generate_series(1, 10) n returning id::integer`,
  )
  const users = rows.map(({ id }) => Number(id))
  const here = await Promise.all(users.flatMap((user) => Array.from({ length: 20 }, () => listen({ user }))))
  // A caller with rights in both hears of the one that they name.
  const permissions = { hs: ['intervention.lecture'], test: ['intervention.lecture'] }
  const there = [
    await listenUp({ sis: 'test', user: 2 }),
    await listenUp({ sis: 'test', user: 3, payload: { data: claims({ id: 3, permissions }) } }),
  ]
  await Promise.all(here.map(upToDate))
  const before = there.map(places)

  await alarm('première')
  await allHave(here, 'première')
  // A notification from anyone only causes a look.
  const admin = await database.as('admin')
  for (const payload of ['test', 'hs', '', '*', "hs' or true", '{"sis_key":"test","id":1}'])
    await admin.query("select pg_notify(request.channel('caserne_alarmes'), $1)", [payload])
  await alarm('ailleurs', 'test')
  await allHave(there, 'ailleurs')
  await alarm('seconde')
  await allHave(here, 'seconde')
  const news = here.map((stream) => places(stream).slice(-2))
  expect(news).toEqual(Array(200).fill(['première', 'seconde']))
  expect(
    here.flatMap(places).filter((each) => ['première', 'seconde', 'ailleurs'].includes(each)),
  ).toHaveLength(400)
  expect(there.map(places)).toEqual(before.map((each) => [...each, 'ailleurs']))
})
