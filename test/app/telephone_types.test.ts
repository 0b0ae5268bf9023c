import { useDatabase } from '../support/database.ts'
import { askTable } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'telephone_types',
  shared: true,
  rows: { hs: 3, test: 3 },
  read: 'everyone',
  add: {
    with: 'migrations',
    row: { id: '99', designation: "'Autre'", tri: '99' },
  },
})
