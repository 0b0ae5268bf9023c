import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, evaluate, inHs, outcome, sapeur } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'mutations',
  rows: { hs: 22, test: 22 },
  read: ['sapeur.lecture', 'sapeur.modification'],
  soi: { column: 'sapeur_id', sapeur: sapeur('Berberat Yves'), rows: 1 },
  add: {
    with: ['sapeur.modification'],
    row: { sapeur_id: sapeur('Berberat Yves'), incorporation: "'1980-01-01'", sortie: "'1990-12-31'" },
  },
})

it('never overlaps another of the same person', async () => {
  const owner = await database.as('owner')
  const [id] = await evaluate(database, [sapeur('Berberat Yves')])
  await asSomeone(owner, inHs(['sapeur.modification']), async () => {
    const insert = 'insert into app.mutations (sapeur_id, incorporation, sortie) values ($1, $2, $3)'
    expect(await outcome(owner, insert, [id, '2090-01-01', null])).toBe('23P01')
    expect(await outcome(owner, insert, [id, '1980-01-01', '1990-12-31'])).toBe(1)
    expect(await outcome(owner, insert, [id, '1990-12-31', '1991-12-31'])).toBe('23P01')
    expect(await outcome(owner, insert, [id, '1991-12-31', '1991-01-01'])).toMatch(/^(23514|22000)$/)
  })
})
