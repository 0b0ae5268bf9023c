import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'groupes',
  rows: { hs: 2, test: 2 },
  read: 'everyone',
  add: {
    with: ['organisation.modification', 'sapeur.config'],
    row: { no: "'92'", designation: "'Jeunes sapeurs'" },
  },
})

it('knows a number once per type, in each SIS', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['sapeur.config']), async () => {
    const insert = "insert into app.groupes (type, no, designation) values ($1, '90', 'État-major')"
    expect(await outcome(owner, insert, [1])).toBe('23505')
    expect(await outcome(owner, insert, [2])).toBe(1)
  })
})

it('has no parent in another SIS', async () => {
  const owner = await database.as('owner')
  const { rows } = await (await database.as('admin')).query(
    "select min(id) as id from app.groupes where sis_key = 'test'",
  )
  await asSomeone(owner, inHs(['sapeur.config']), async () => {
    const insert = "insert into app.groupes (no, designation, parent_id) values ('93', 'Section', $1)"
    expect(await outcome(owner, insert, [rows[0].id])).toBe('23503')
  })
})
