import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'codes_alarme',
  rows: { hs: 21, test: 21 },
  read: ['intervention.config', 'intervention.lecture', 'intervention.modification'],
  add: {
    with: ['intervention.config'],
    row: { code: "'FEU TOIT'", type_intervention_id: '3', stat_federal_id: '1' },
  },
})

it('knows a code once, however it is written', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.config']), async () => {
    const insert =
      'insert into app.codes_alarme (code, type_intervention_id, stat_federal_id) values ($1, 3, 1)'
    expect(await outcome(owner, insert, ['feu  bât'])).toBe('23505')
    expect(await outcome(owner, insert, [''])).toBe('23514')
  })
})
