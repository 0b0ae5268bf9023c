import { expect, it } from 'vitest'
import { asSomeone, type TestDatabase } from './database.ts'
import { allPermissions, evaluate, inHs, outcome, permissionsThat, type TableAnswers } from './table.ts'

const REFUSED = '42501'

/** Asks who writes a table. */
export function askWriting(
  database: TestDatabase,
  { table, shared = false, rows, add, change }: TableAnswers,
) {
  const name = `app.${table}`
  const columns = Object.keys(add.row)
  const places = columns.map((_, index) => `$${index + 1}`).join(', ')
  const insert = `insert into ${name} (${columns.join(', ')}) values (${places})`
  const update = `update ${name} set ${change?.set ?? `${columns[0]} = ${columns[0]}`}`
  const newRow = () => evaluate(database, Object.values(add.row))

  it('is not written by the data server', async () => {
    const api = await database.as('api')
    const values = await newRow()
    await asSomeone(api, inHs(allPermissions), async () => {
      expect(await outcome(api, insert, values)).toBe(REFUSED)
      expect(await outcome(api, update)).toBe(REFUSED)
      expect(await outcome(api, `delete from ${name}`)).toBe(REFUSED)
      expect(await outcome(api, `truncate ${name} cascade`)).toBe(REFUSED)
    })
  })

  if (add.with === 'migrations') {
    it('takes a row from a migration, and from nobody who may write for one SIS', async () => {
      const owner = await database.as('owner')
      const values = await newRow()
      expect(await asSomeone(owner, inHs(), () => outcome(owner, insert, values))).toBe(1)
      const admin = await database.as('admin')
      await asSomeone(admin, inHs(allPermissions), async () => {
        await admin.query(`grant insert on ${name} to caserne_api`)
        await admin.query('set local role caserne_api')
        expect(await outcome(admin, insert, values)).toBe(REFUSED)
      })
    })
  } else {
    askPermission(add.with)
  }

  function askPermission(permissions: string[]) {
    it('takes a row with the right permission only', async () => {
      const owner = await database.as('owner')
      const values = await newRow()
      const welcome = async () => (await outcome(owner, insert, values)) === 1
      expect(await permissionsThat(owner, welcome)).toEqual(permissions)
      expect(await asSomeone(owner, inHs(), () => outcome(owner, insert, values))).toBe(REFUSED)
    })
  }

  if (!shared) {
    it('takes no row outside a request, and none that is forged for another SIS', async () => {
      const owner = await database.as('owner')
      const values = await newRow()
      const nowhere = { sis: null, permissions: allPermissions }
      expect(await asSomeone(owner, nowhere, () => outcome(owner, insert, values))).toBe(REFUSED)
      const forged = `insert into ${name} (sis_key, ${columns.join(', ')}) values ('test', ${places})`
      expect(await asSomeone(owner, inHs(allPermissions), () => outcome(owner, forged, values))).toBe(REFUSED)
    })
  }

  it(`is changed ${change ? 'with the right permission only' : 'by nobody'}`, async () => {
    const owner = await database.as('owner')
    const changers = await permissionsThat(owner, async () => (await outcome(owner, update)) === rows.hs)
    expect(changers).toEqual(change?.with ?? [])
    expect(await asSomeone(owner, inHs(), () => outcome(owner, update))).toBe(0)
  })

  it('is emptied by nobody, not even its owner', async () => {
    const owner = await database.as('owner')
    expect(await asSomeone(owner, inHs(allPermissions), () => outcome(owner, `delete from ${name}`))).toBe(0)
  })
}
