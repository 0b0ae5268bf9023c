import { describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { askTable, inHs, outcome } from '../../support/table.ts'

const database = useDatabase()

const common = {
  designation: "'Tonne-pompe'",
  statut: 'true',
  tri: '3',
  forfait: "'120.00'",
  unite: "'35.50'",
  type_unite_id: '2',
}

describe.each([
  ['vehicules', { ...common, immatriculation: "'JU 118'" }],
  ['materiels', common],
])('app.%s', (table, row) => {
  askTable(database, {
    table,
    seed: `insert into app.${table} (designation) values ('Essai')`,
    read: ['intervention.config', 'intervention.lecture'],
    add: { with: ['intervention.config'], row },
    change: { with: ['intervention.config'], columns: Object.keys(row) },
    remove: { with: ['intervention.config'] },
  })

  it('requires a unique name, a price that is not negative, and an existing unit', async () => {
    const api = await database.as('api')
    await asSomeone(api, inHs(['intervention.config']), async () => {
      const insert = `insert into app.${table} (designation, forfait, unite, type_unite_id) values ($1, $2, $3, $4)`
      expect(await outcome(api, insert, ['Essai', 0, 0, 1])).toBe('23505')
      expect(await outcome(api, insert, ['', 0, 0, 1])).toBe('23514')
      expect(await outcome(api, insert, ['Autre', -1, 0, 1])).toBe('23514')
      expect(await outcome(api, insert, ['Autre', 0, '-0.01', 1])).toBe('23514')
      expect(await outcome(api, insert, ['Autre', 0, 0, 99])).toBe('23503')
      expect(await outcome(api, insert, ['Autre', '12.50', '0', 1])).toBe(1)
    })
  })
})
