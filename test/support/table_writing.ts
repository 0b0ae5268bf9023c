import type pg from 'pg'
import { expect, it } from 'vitest'
import { asSomeone, type TestDatabase } from './database.ts'
import {
  allPermissions,
  evaluate,
  inHs,
  outcome,
  permissionsThat,
  type TableAnswers,
  type Writer,
} from './table.ts'
import { countRows } from './table_reading.ts'

const REFUSED = '42501'

/** Tests who writes a table. */
export function askWriting(database: TestDatabase, answers: TableAnswers): void {
  askColumns(database, answers)
  askAdding(database, answers)
  askChanging(database, answers)
}

// The columns that the data server may write, for any caller.
function askColumns(database: TestDatabase, { table, add, change, remove }: TableAnswers): void {
  const name = `app.${table}`
  const added = add.with === 'migrations' || add.by === 'owner' ? [] : Object.keys(add.row).toSorted()
  const changed = change?.by === 'owner' ? [] : (change?.columns ?? []).toSorted()
  const removed = remove !== undefined && remove.by !== 'owner'
  const written = added.length > 0 || changed.length > 0 || removed

  it(`is ${written ? 'written by the data server in the right columns only' : 'not written by the data server'}`, async () => {
    const having = (right: string) =>
      `coalesce(array_agg(attname::text order by attname::text)
                  filter (where has_column_privilege('caserne_api', attrelid, attnum, '${right}')), '{}')`
    const { rows } = await (await database.as('admin')).query(
      `select ${having('insert')} as added, ${having('update')} as changed,
              has_table_privilege('caserne_api', attrelid, 'delete') as removed
         from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped group by attrelid`,
      [name],
    )
    expect(rows).toEqual([{ added, changed, removed }])
    const api = await database.as('api')
    await asSomeone(api, inHs(allPermissions), async () => {
      if (added.length === 0) expect(await outcome(api, `insert into ${name} default values`)).toBe(REFUSED)
      if (!removed) expect(await outcome(api, `delete from ${name}`)).toBe(REFUSED)
      expect(await outcome(api, `truncate ${name} cascade`)).toBe(REFUSED)
    })
  })
}

function askAdding(database: TestDatabase, { table, shared = false, add }: TableAnswers): void {
  const name = `app.${table}`
  const columns = Object.keys(add.row)
  const places = columns.map((_, index) => `$${index + 1}`).join(', ')
  const insert = `insert into ${name} (${columns.join(', ')}) values (${places})`
  const newRow = () => evaluate(database, Object.values(add.row))
  const permissions = add.with

  if (permissions === 'migrations') {
    it('takes a row from a migration, and from no caller with permissions', async () => {
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
    it('takes a row with the right permission only', async () => {
      const writer = await database.as(add.by ?? 'api')
      const values = await newRow()
      const welcome = async () => {
        if (add.room !== undefined) await writer.query(add.room)
        const result = await outcome(writer, insert, values)
        if (result !== 1 && result !== REFUSED) throw new Error(`${insert}: ${result}`)
        return result === 1
      }
      expect(await permissionsThat(writer, welcome)).toEqual(permissions)
      expect(await asSomeone(writer, inHs(), welcome)).toBe(false)
    })
  }

  if (shared) return
  it('refuses a row outside a request, and a row forged for another SIS', async () => {
    const values = await newRow()
    const nowhere = { sis: null, permissions: allPermissions }
    const forged = `insert into ${name} (sis_key, ${columns.join(', ')}) values ('test', ${places})`
    for (const role of ['api', 'owner'] as const) {
      const client = await database.as(role)
      expect(await asSomeone(client, nowhere, () => outcome(client, insert, values))).toBe(REFUSED)
      expect(await asSomeone(client, inHs(allPermissions), () => outcome(client, forged, values))).toBe(
        REFUSED,
      )
    }
  })
}

/**
 * Tests who changes and deletes rows of a table. Triggers are off, since rules and foreign keys are tested
 * elsewhere; only a superuser can switch them off, who then becomes the writer.
 */
export function askChanging(database: TestDatabase, answers: Omit<TableAnswers, 'read' | 'add'>): void {
  const { table, shared = false, change, remove, soi } = answers
  const name = `app.${table}`
  const columns = change?.columns ?? [shared ? 'id' : 'sis_key']
  const update = `update ${name} set ${change?.set ?? columns.map((each) => `${each} = ${each}`).join(', ')}`
  const removal = `delete from ${name}`
  const asWriter = async (admin: pg.Client, by: Writer, statement: string) => {
    await admin.query('set local role none')
    await admin.query(`set local session_replication_role = replica; set local role caserne_${by}`)
    return await outcome(admin, statement)
  }

  for (const [what, rule, statement] of [
    ['changed', change, update],
    ['removed', remove, removal],
  ] as const) {
    it(`is ${what} ${rule ? 'with the right permission only' : 'by nobody'}`, async () => {
      const admin = await database.as('admin')
      const { hs } = await countRows(database, answers)
      // Nobody includes the owner, who is subject to the policies too.
      const by = rule === undefined ? 'owner' : (rule.by ?? 'api')
      const allowed = async () => {
        const result = await asWriter(admin, by, statement)
        if (result !== hs && result !== 0) throw new Error(`${statement}: ${result}`)
        return result === hs
      }
      expect(await permissionsThat(admin, allowed)).toEqual(rule?.with ?? [])
      expect(await asSomeone(admin, inHs(), allowed)).toBe(false)
      if (soi === undefined) return
      const [id] = await evaluate(database, [soi.sapeur])
      expect(await asSomeone(admin, { sis: 'hs', sapeur: Number(id) }, allowed)).toBe(soi.writes ?? false)
    })
  }

  if (shared || (change ?? remove) === undefined) return
  it('is changed and deleted in the SIS of the request only', async () => {
    const admin = await database.as('admin')
    const others = async () => {
      await admin.query('set local role none')
      const { rows } = await admin.query(
        `select md5(string_agg(t::text, ',' order by t::text)) as sum from ${name} t where sis_key <> 'hs'`,
      )
      return rows
    }
    await asSomeone(admin, inHs(allPermissions), async () => {
      const before = await others()
      if (change) expect(await asWriter(admin, change.by ?? 'api', update)).toBeGreaterThan(0)
      if (remove) expect(await asWriter(admin, remove.by ?? 'api', removal)).toBeGreaterThan(0)
      expect(await others()).toEqual(before)
    })
  })
}
