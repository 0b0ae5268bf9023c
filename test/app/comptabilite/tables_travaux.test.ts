import { describe } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { askTable, latest } from '../../support/table.ts'
import { useYears } from '../../support/years.ts'

const database = useDatabase()
useYears(database, 2018, 2019)

const read = ['comptabilite.config', 'comptabilite.lecture', 'comptabilite.modification']
const writer = ['comptabilite.modification']
const seed = `insert into app.travaux (exercice_comptable_id, indemnites, total)
  select e.id, '{"defaut": 1}', 2 from app.exercices_comptables e where e.annee = 2018 and not exists (select from app.travaux)`

describe('app.travaux', () => {
  const row = {
    exercice_comptable_id: latest('exercices_comptables'),
    indemnites: `'{"defaut": 1}'`,
    total: '3',
  }
  askTable(database, {
    table: 'travaux',
    seed,
    read,
    add: { by: 'owner', with: writer, row },
    change: { by: 'owner', with: writer, columns: ['total', 'ended_at'] },
  })
})

describe('app.travail_interventions', () => {
  const row = { travail_id: latest('travaux'), no: '2', intervention_id: '2', raison: 'null' }
  askTable(database, {
    table: 'travail_interventions',
    seed: `${seed};
      insert into app.travail_interventions (travail_id, no, intervention_id) select max(id), 1, 1 from app.travaux`,
    read,
    add: { by: 'owner', with: writer, row },
  })
})
