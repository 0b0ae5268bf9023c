import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'

const database = useDatabase()

const asker = `
  request.user_id()::integer as user_id, request.sis_key() as sis_key, request.sapeur_id()::integer as sapeur_id,
  request.can('intervention.lecture') as can`
const nobody = { user_id: null, sis_key: null, sapeur_id: null, can: false }

it('tells the select list of its statement who asks, and ends with the statement', async () => {
  const api = await database.as('api')
  const { rows } = await api.query(
    `select ${asker} from request.open(7, 'hs', '{intervention.lecture,sapeur.lecture}', 12)`,
  )
  expect(rows).toEqual([{ user_id: 7, sis_key: 'hs', sapeur_id: 12, can: true }])
  expect((await api.query(`select ${asker}`)).rows).toEqual([nobody])
})

it('tells nothing before its first call in a session', async () => {
  const worker = await database.as('worker')
  expect((await worker.query(`select ${asker}`)).rows).toEqual([nobody])
})

it('ends with a transaction that is rolled back, and with a statement that fails', async () => {
  const api = await database.as('api')
  await asSomeone(api, { sis: 'hs', permissions: ['intervention.lecture'] }, async () => {
    expect((await api.query('select request.sis_key() as key')).rows).toEqual([{ key: 'hs' }])
  })
  await expect(api.query("select 1 / 0 from request.open(7, 'hs', '{}', 12)")).rejects.toMatchObject({
    code: '22012',
  })
  expect((await api.query(`select ${asker}`)).rows).toEqual([nobody])
})

it('carries nothing from one request to the next in the same transaction', async () => {
  const api = await database.as('api')
  await asSomeone(api, { sis: 'hs', permissions: ['intervention.lecture'], sapeur: 12 }, async () => {
    const { rows } = await api.query(`select ${asker} from request.open(null, null, null, null)`)
    expect(rows).toEqual([nobody])
  })
})

it('can be called by the data server only', async () => {
  for (const role of ['auth', 'worker'] as const) {
    const client = await database.as(role)
    await expect(client.query("select request.open(7, 'hs', '{}', 12)")).rejects.toMatchObject({
      code: '42501',
    })
  }
})

it.each<[permissions: string[], sisWith: string | null, sisWithAny: string | null, can: boolean]>([
  [[], null, null, false],
  [['sapeur.lecture'], null, 'hs', false],
  [['intervention.lecture'], 'hs', 'hs', true],
  [['intervention.validation'], 'hs', 'hs', false],
  [['sapeur.lecture', 'intervention.lecture'], 'hs', 'hs', true],
  [['intervention'], null, 'hs', false],
  [['intervention.lecture.tout'], null, 'hs', false],
])('knows which rights %j give', async (permissions, sisWith, sisWithAny, can) => {
  const api = await database.as('api')
  await asSomeone(api, { sis: 'hs', permissions }, async () => {
    const { rows } = await api.query(`
      select request.sis_with('intervention.lecture', 'intervention.validation') as sis_with,
             request.sis_with_any() as sis_with_any, request.can('intervention.lecture') as can`)
    expect(rows).toEqual([{ sis_with: sisWith, sis_with_any: sisWithAny, can }])
  })
})

it('allows nothing without a SIS', async () => {
  const api = await database.as('api')
  await asSomeone(api, { sis: null, permissions: ['intervention.lecture'] }, async () => {
    const { rows } = await api.query(
      "select request.sis_with('intervention.lecture') as sis_with, request.sis_with_any() as sis_with_any",
    )
    expect(rows).toEqual([{ sis_with: null, sis_with_any: null }])
  })
})
