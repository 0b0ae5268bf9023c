import type pg from 'pg'
import { expect, it } from 'vitest'
import { asSomeone, type TestDatabase } from './database.ts'
import { allPermissions, evaluate, inHs, type TableAnswers } from './table.ts'

/** How many rows of a table each SIS has, counted by a superuser; of a shared table, all rows for each. */
export async function countRows(
  database: TestDatabase,
  { table, shared = false }: Pick<TableAnswers, 'table' | 'shared'>,
): Promise<{ hs: number; test: number }> {
  const of = (sis: string) => (shared ? 'true' : `sis_key = '${sis}'`)
  const { rows } = await (await database.as('admin')).query(
    `select count(*) filter (where ${of('hs')})::integer as hs, count(*) filter (where ${of('test')})::integer as test
       from app.${table}`,
  )
  return rows[0]
}

/** Tests who sees the rows of a table. */
export function askReading(
  database: TestDatabase,
  answers: Pick<TableAnswers, 'table' | 'shared' | 'ships' | 'read' | 'soi'>,
): void {
  const { shared = false, ships, soi } = answers
  const name = `app.${answers.table}`
  const everyone = answers.read === 'everyone'
  const readers = everyone ? allPermissions : answers.read
  const count = async (client: pg.Client): Promise<number> => {
    const result = await client.query(`select count(*)::integer as n from ${name}`)
    return result.rows[0].n
  }

  it('shows nothing outside a request', async () => {
    expect(await count(await database.as('api'))).toBe(0)
    expect(await count(await database.as('owner'))).toBe(0)
  })

  it('shows each SIS only its own rows', async () => {
    const api = await database.as('api')
    const rows = await countRows(database, answers)
    for (const sis of ['hs', 'test'] as const) {
      expect(rows[sis]).toBeGreaterThan(0)
      expect(rows[sis]).toBe(ships ?? rows[sis])
      await asSomeone(api, { sis, permissions: allPermissions }, async () => {
        expect(await count(api)).toBe(rows[sis])
        if (shared) return
        const keys = await api.query(`select distinct sis_key from ${name}`)
        expect(keys.rows).toEqual([{ sis_key: sis }])
      })
    }
  })

  it('shows no row to a SIS that does not exist', async () => {
    const elsewhere = { sis: 'ailleurs', permissions: allPermissions }
    const { hs } = await countRows(database, answers)
    expect(await asSomeone(await database.as('api'), elsewhere, count)).toBe(shared ? hs : 0)
  })

  it(`is read ${everyone ? 'without any permission' : 'with the right permission only'}`, async () => {
    const api = await database.as('api')
    const { hs } = await countRows(database, answers)
    const seen: Record<string, number> = {}
    for (const permission of allPermissions)
      seen[permission] = await asSomeone(api, inHs([permission]), count)
    const expected = allPermissions.map((permission) => [permission, readers.includes(permission) ? hs : 0])
    expect(seen).toEqual(Object.fromEntries(expected))
    expect(await asSomeone(api, inHs(), count)).toBe(everyone ? hs : 0)
  })

  if (soi === undefined) return
  it('shows a sapeur only their own rows when they have no permission', async () => {
    const [id, own] = await evaluate(database, [
      soi.sapeur,
      `select count(*) from ${name} where sis_key = 'hs' and ${soi.column} = ${soi.sapeur}`,
    ])
    expect(Number(own)).toBeGreaterThan(0)
    const api = await database.as('api')
    await asSomeone(api, { sis: 'hs', sapeur: Number(id) }, async () => {
      const seen = await api.query(`select ${soi.column}::text as id from ${name}`)
      expect(seen.rows).toEqual(Array(Number(own)).fill({ id }))
    })
    expect(await asSomeone(api, { sis: 'test', sapeur: Number(id) }, count)).toBe(0)
    expect(await asSomeone(api, { sis: 'hs', sapeur: 0 }, count)).toBe(0)
  })
}
