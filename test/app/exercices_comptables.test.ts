import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'exercices_comptables',
  rows: { hs: 3, test: 3 },
  read: 'everyone',
  add: {
    with: ['comptabilite.config', 'exercice.modification', 'intervention.modification'],
    row: { annee: '2001', designation: "'2001'", debut: "'2001-01-01'", fin: "'2001-12-31'" },
  },
  change: {
    with: ['comptabilite.config', 'exercice.modification', 'intervention.modification'],
    set: 'boucle = true',
  },
})

it('takes no year that overlaps another, ends before it begins, or has one’s number', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['comptabilite.config']), async () => {
    const insert =
      'insert into app.exercices_comptables (annee, designation, debut, fin) values ($1::integer, $1::integer::text, $2, $3)'
    expect(await outcome(owner, insert, [2001, '2000-07-01', '2001-06-30'])).toBe(1)
    expect(await outcome(owner, insert, [2002, '2001-06-30', '2002-06-30'])).toBe('23P01')
    expect(await outcome(owner, insert, [2001, '2001-07-01', '2002-06-30'])).toBe('23505')
    expect(await outcome(owner, insert, [2002, '2002-06-30', '2001-07-01'])).toMatch(/^(23514|22000)$/)
    expect(await outcome(owner, insert, [2002, '2001-07-01', '2002-06-30'])).toBe(1)
  })
})
