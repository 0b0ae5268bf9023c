import { describe } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { askTable } from '../support/table.ts'

const database = useDatabase()

// The lists that are the same for every SIS; how many rows the product ships.
describe.each([
  ['civilites', 2],
  ['intervention_traitements', 6],
  ['phase_types', 2],
  ['stat_federal', 11],
  ['stat_intervention', 8],
  ['telephone_types', undefined],
  ['unites', 7],
] as const)('app.%s', (table, ships) => {
  askTable(database, {
    table,
    shared: true,
    ...(ships !== undefined && { ships }),
    read: 'everyone',
    add: {
      with: 'migrations',
      row: {
        id: '99',
        designation: "'Autre'",
        tri: '99',
        ...(table === 'unites' && { abreviation: "'autre'" }),
      },
    },
  })
})

describe('app.localites', () => {
  askTable(database, {
    table: 'localites',
    shared: true,
    read: 'everyone',
    add: { with: 'migrations', row: { npa: "'2950'", nom: "'Nulle-Part'", canton: "'JU'" } },
  })
})
