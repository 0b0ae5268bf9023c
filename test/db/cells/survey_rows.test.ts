import { beforeAll, describe, expect, it } from 'vitest'
import { type MovedTable, movedTables } from '../../../src/db/cells/moved_tables.ts'
import { compareSince, type Pair, type Survey, surveyTable } from '../../../src/db/cells/survey_rows.ts'
import { useDatabase } from '../../support/database.ts'

const here = useDatabase()
const there = useDatabase()
let pair: Pair
let tables: MovedTable[]

beforeAll(async () => {
  pair = [await here.as('admin'), await there.as('admin')]
  tables = await movedTables(pair[0], 'hs')
  for (const client of pair) await client.query('set session_replication_role = replica')
})

async function survey(name: string): Promise<[MovedTable, Survey]> {
  const table = tables.find((each) => each.name === name)
  const read = table && (await surveyTable(pair, table, 0))
  if (!table || !read) throw new Error(`${name} is not read`)
  return [table, read]
}

describe('a table that was read on both sides', () => {
  // By ids, and by a key of another kind.
  it.each([
    ['app.sapeurs', 'prenom', 'id'],
    ['app.particularites', 'rue', 'sapeur_id'],
  ])('%s is the same as long as both change in the same way', async (name, column, id) => {
    const [table, read] = await survey(name)
    const change = `update ${name} set ${column} = 'autre' where sis_key = 'hs' and ${id} = (select min(${id}) from ${name} where sis_key = 'hs')`
    const remove = `delete from ${name} where sis_key = 'hs' and ${id} = (select max(${id}) from ${name} where sis_key = 'hs')`
    const { same, rows } = await compareSince(pair, table, read)
    expect([same, rows > 10]).toEqual([true, true])
    for (const statement of [change, remove]) {
      await pair[0].query(statement)
      expect((await compareSince(pair, table, read)).same).toBe(false)
      await pair[1].query(statement)
      expect((await compareSince(pair, table, read)).same).toBe(true)
    }
    expect((await compareSince(pair, table, read)).rows).toBe(rows - 1)
  })

  it('differs when it differed before', async () => {
    await pair[1].query("update app.grades set designation = designation || ' 2' where sis_key = 'hs'")
    const [table, read] = await survey('app.grades')
    expect((await compareSince(pair, table, read)).same).toBe(false)
  })

  it('does not differ by rows of another SIS', async () => {
    const [table, read] = await survey('app.fonctions')
    await pair[1].query("update app.fonctions set designation = designation || ' 2' where sis_key = 'test'")
    expect((await compareSince(pair, table, read)).same).toBe(true)
  })
})

it('reads no table twice that is read in no time', async () => {
  const table = tables.find(({ name }) => name === 'app.sis')
  expect(table && (await surveyTable(pair, table, 60_000))).toBeNull()
})
