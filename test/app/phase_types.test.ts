import { useDatabase } from '../support/database.ts'
import { askTable } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'phase_types',
  shared: true,
  rows: { hs: 2, test: 2 },
  read: 'everyone',
  add: {
    with: 'migrations',
    row: { id: '99', designation: "'Autre'", tri: '99' },
  },
})
