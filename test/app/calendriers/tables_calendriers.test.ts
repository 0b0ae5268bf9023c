import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { allPermissions, outcome } from '../../support/table.ts'

const database = useDatabase()
const people: Record<'commandant' | 'chef', { user: string; sapeur: string }> = {
  commandant: { user: '', sapeur: '' },
  chef: { user: '', sapeur: '' },
}
const insert = `insert into app.calendriers (rang, token_hash) values ($1, sha256($2))`

// Asks as the data server, in a request of a person that is rolled back.
async function as<T>(
  who: { user: string; sapeur: string } | null,
  sis: string | null,
  work: (api: pg.Client) => Promise<T>,
): Promise<T> {
  const api = await database.as('api')
  await api.query('begin')
  await api.query('select request.open($1, $2, $3, $4)', [who?.user, sis, allPermissions, who?.sapeur])
  return await work(api).finally(() => api.query('rollback'))
}

beforeAll(async () => {
  const admin = await database.as('admin')
  for (const name of ['commandant', 'chef'] as const) {
    const { rows } = await admin.query(
      `select m.user_id as user, m.sapeur_id as sapeur from auth.memberships m join auth.users u on u.id = m.user_id
        where u.email = $1 and m.sis_key = 'hs'`,
      [`${name}@example.org`],
    )
    people[name] = rows[0]
    await admin.query(
      `insert into app.calendriers (sis_key, user_id, sapeur_id, rang, token_hash) values ('hs', $1, $2, 1, sha256($3))`,
      [rows[0].user, rows[0].sapeur, name],
    )
  }
})

describe("the table 'calendriers'", () => {
  const count = async (api: pg.Client) =>
    (await api.query('select sapeur_id from app.calendriers')).rows.map((row) => row.sapeur_id)

  it('shows a sapeur their own calendars, and permissions open nobody else’s', async () => {
    expect(await as(people.commandant, 'hs', count)).toEqual([people.commandant.sapeur])
    expect(await as(people.chef, 'hs', count)).toEqual([people.chef.sapeur])
    expect(await as(null, 'hs', count)).toEqual([])
    expect(await as(people.commandant, 'test', count)).toEqual([])
    expect(await as(people.commandant, null, count)).toEqual([])
  })

  it('shows the hash of a token to nobody', async () => {
    const read = (api: pg.Client) => outcome(api, 'select token_hash from app.calendriers')
    expect(await as(people.commandant, 'hs', read)).toBe('42501')
  })

  it('takes a calendar of the caller only', async () => {
    const add = (api: pg.Client) => outcome(api, insert, [2, 'x'])
    expect(await as(people.commandant, 'hs', add)).toBe(1)
    expect(await as(null, 'hs', add)).toBe('42501')
    expect(await as(people.commandant, null, add)).toBe('42501')
    const forge = (column: string, value: string) => (api: pg.Client) =>
      outcome(
        api,
        `insert into app.calendriers (rang, token_hash, ${column}) values (2, sha256('x'), '${value}')`,
      )
    expect(await as(people.commandant, 'hs', forge('sapeur_id', people.chef.sapeur))).toBe('42501')
    expect(await as(people.commandant, 'hs', forge('user_id', people.chef.user))).toBe('42501')
    expect(await as(people.commandant, 'hs', forge('sis_key', 'test'))).toBe('42501')
  })

  it('has five places for a sapeur, each taken once', async () => {
    const add = (rang: number) => (api: pg.Client) => outcome(api, insert, [rang, 'x'])
    expect(await as(people.commandant, 'hs', add(1))).toBe('23505')
    expect(await as(people.commandant, 'hs', add(0))).toBe('23514')
    expect(await as(people.commandant, 'hs', add(6))).toBe('23514')
  })

  it('is removed by its sapeur only, and changed by nobody', async () => {
    const remove = (api: pg.Client) => outcome(api, 'delete from app.calendriers')
    expect(await as(people.commandant, 'hs', remove)).toBe(1)
    expect(await as(null, 'hs', remove)).toBe(0)
    const change = (api: pg.Client) => outcome(api, 'update app.calendriers set rang = rang')
    expect(await as(people.commandant, 'hs', change)).toBe('42501')
  })
})
