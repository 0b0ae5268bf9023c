import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { allPermissions, askTable, evaluate, inHs, outcome, sapeur } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'sapeur_grades',
  rows: { hs: 22, test: 22 },
  read: allPermissions,
  soi: { column: 'sapeur_id', sapeur: sapeur('Berberat Yves'), rows: 1 },
  add: {
    with: ['sapeur.modification'],
    row: { sapeur_id: sapeur('Berberat Yves'), grade_id: '1', debut: "'2015-01-01'", fin: "'2016-12-31'" },
  },
})

it('has periods of one kind that never overlap, of two kinds that may', async () => {
  const owner = await database.as('owner')
  const [id] = await evaluate(database, [sapeur('Berberat Yves')])
  await asSomeone(owner, inHs(['sapeur.modification']), async () => {
    const insert = 'insert into app.sapeur_grades (sapeur_id, grade_id, debut, fin) values ($1, $2, $3, $4)'
    expect(await outcome(owner, insert, [id, 1, '2015-01-01', '2016-12-31'])).toBe(1)
    expect(await outcome(owner, insert, [id, 1, '2016-12-31', null])).toBe('23P01')
    expect(await outcome(owner, insert, [id, 2, '2016-01-01', null])).toBe(1)
    expect(await outcome(owner, insert, [id, 999, '2017-01-01', null])).toBe('23503')
  })
})
