import type pg from 'pg'
import { expect, it } from 'vitest'
import { asSomeone, type TestDatabase } from './database.ts'
import { allPermissions, evaluate, inHs, permissionsThat, type TableAnswers } from './table.ts'

/** Asks who sees the rows of a table. */
export function askReading(database: TestDatabase, answers: Omit<TableAnswers, 'add'>): void {
  const { shared = false, rows, soi } = answers
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

  it.each(['hs', 'test'] as const)('shows %s what it may see, and of no other SIS', async (sis) => {
    const api = await database.as('api')
    await asSomeone(api, { sis, permissions: allPermissions }, async () => {
      expect(await count(api)).toBe(rows[sis])
      if (shared) return
      const keys = await api.query(`select distinct sis_key from ${name}`)
      expect(keys.rows).toEqual([{ sis_key: sis }])
    })
  })

  it('shows nothing of any SIS to one that does not exist', async () => {
    const elsewhere = { sis: 'ailleurs', permissions: allPermissions }
    expect(await asSomeone(await database.as('api'), elsewhere, count)).toBe(shared ? rows.hs : 0)
  })

  it(`is read ${everyone ? 'without any permission' : 'with the right permission only'}`, async () => {
    const api = await database.as('api')
    expect(await permissionsThat(api, async () => (await count(api)) === rows.hs)).toEqual(readers)
    expect(await permissionsThat(api, async () => (await count(api)) > 0)).toEqual(readers)
    expect(await asSomeone(api, inHs(), count)).toBe(everyone ? rows.hs : 0)
  })

  if (soi === undefined) return
  it('shows a sapeur his own rows and nobody else’s, without any permission', async () => {
    const [id] = await evaluate(database, [soi.sapeur])
    const api = await database.as('api')
    await asSomeone(api, { sis: 'hs', sapeur: Number(id) }, async () => {
      const seen = await api.query(`select ${soi.column}::text as id from ${name}`)
      expect(seen.rows).toEqual(Array(soi.rows).fill({ id }))
    })
    expect(await asSomeone(api, { sis: 'test', sapeur: Number(id) }, count)).toBe(0)
    expect(await asSomeone(api, { sis: 'hs', sapeur: 0 }, count)).toBe(0)
  })
}
