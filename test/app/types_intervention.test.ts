import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'types_intervention',
  rows: { hs: 17, test: 17 },
  read: 'everyone',
  add: {
    with: ['intervention.config'],
    row: { designation: "'Nid de frelons'", stat_intervention_id: '2' },
  },
})

it('gives what a SIS adds an id from 1000 on, and takes no designation twice', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.config']), async () => {
    const added = await owner.query(
      "insert into app.types_intervention (designation, stat_intervention_id) values ('Autre', 1) returning id >= 1000 as own",
    )
    expect(added.rows).toEqual([{ own: true }])
    const insert = 'insert into app.types_intervention (designation, stat_intervention_id) values ($1, 1)'
    expect(await outcome(owner, insert, ['Feu bâtiment'])).toBe('23505')
    expect(await outcome(owner, insert, [''])).toBe('23514')
  })
})
