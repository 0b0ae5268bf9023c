import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'fonctions',
  rows: { hs: 10, test: 10 },
  read: 'everyone',
  add: {
    with: ['sapeur.config'],
    row: { designation: "'Chef de section'" },
  },
})

it('gives what a SIS adds an id from 1000 on, and takes no designation twice', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['sapeur.config']), async () => {
    const added = await owner.query(
      "insert into app.fonctions (designation) values ('Autre') returning id >= 1000 as own",
    )
    expect(added.rows).toEqual([{ own: true }])
    const insert = 'insert into app.fonctions (designation) values ($1)'
    expect(await outcome(owner, insert, ['Commandant'])).toBe('23505')
    expect(await outcome(owner, insert, [''])).toBe('23514')
  })
})
