import { useDatabase } from '../support/database.ts'
import { askTable } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'intervention_traitements',
  shared: true,
  rows: { hs: 6, test: 6 },
  read: 'everyone',
  add: {
    with: 'migrations',
    row: { id: '99', designation: "'Autre'", tri: '99' },
  },
})
