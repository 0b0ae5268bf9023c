import { useDatabase } from '../support/database.ts'
import { askTable } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'localites',
  shared: true,
  rows: { hs: 12, test: 12 },
  read: 'everyone',
  add: {
    with: 'migrations',
    row: { npa: "'2950'", nom: "'Courgenay'", canton: "'JU'" },
  },
})
