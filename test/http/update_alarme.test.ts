import { beforeAll, beforeEach, expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'

const { database, told, sql } = useDataApi()
const modifier = 'modifie@example.org'
let id: number
const patch = (body: object, as = modifier) => told(`PATCH /alarmes/${id}`, body, { as })
const listed = async () =>
  (await told('GET /alarmes'))[1].data.find((alarme: { id: string }) => alarme.id === String(id))

beforeAll(() =>
  makeAccount(database, { email: modifier, permissions: { hs: ['intervention.modification'] } }),
)
beforeEach(async () => {
  id = await addAlarme(sql)
})

it('acknowledges an alarm, and answers its full record', async () => {
  const before = await listed()
  expect(before).toMatchObject({ groups: [{ name: 'EM' }], unresolved: [{ fullname: 'Inconnu Jean' }] })
  expect(await patch({ validated: true })).toEqual([
    200,
    { data: { ...before, validated: true, has_been_read: true } },
  ])
  expect(await listed()).toBe(undefined)
  expect(await patch({ validated: false })).toEqual([200, { data: before }])
  expect(await listed()).toEqual(before)
})

it.each([
  [{ has_been_read: true }, true],
  [{ validated: true, has_been_read: false }, true],
  [{ validated: false, has_been_read: true }, true],
  [{}, false],
  [{ description: 'x', id: '7' }, false],
])('reads %j as %j', async (body, validated) => {
  const [status, { data }] = await patch(body)
  expect([status, data.validated, data.has_been_read, data.description]).toEqual([
    200,
    validated,
    validated,
    '',
  ])
})

it('accepts a whole record sent back, by the name under which it was changed', async () => {
  const read = (await patch({ validated: true }))[1].data
  expect((await patch({ ...read, has_been_read: false }))[1].data).toMatchObject({ validated: false })
  expect((await patch({ ...read, validated: true, has_been_read: true }))[1].data).toMatchObject({
    validated: true,
  })
})

it.each([
  [{ validated: null }, { validated: ['Ce champ doit être vrai ou faux.'] }],
  [{ has_been_read: 'vrai' }, { has_been_read: ['Ce champ doit être vrai ou faux.'] }],
])('refuses %j', async (body, error) => {
  expect(await patch(body)).toEqual([422, { error }])
})
