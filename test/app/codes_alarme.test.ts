import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'codes_alarme',
  reader: 'owner',
  rows: { hs: 21, test: 21 },
  read: ['intervention.config', 'intervention.lecture', 'intervention.modification'],
  add: {
    with: ['intervention.config'],
    row: { code: "'FEU TOIT'", type_intervention_id: '3', stat_federal_id: '1' },
  },
})

it('is not even read by the data server', async () => {
  const api = await database.as('api')
  await asSomeone(api, inHs(['intervention.config']), async () => {
    expect(await outcome(api, 'select code from app.codes_alarme')).toBe('42501')
  })
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
