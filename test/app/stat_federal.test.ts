import { useDatabase } from '../support/database.ts'
import { askTable } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'stat_federal',
  shared: true,
  rows: { hs: 11, test: 11 },
  read: 'everyone',
  add: {
    with: 'migrations',
    row: { id: '99', designation: "'Autre'", tri: '99' },
  },
})
