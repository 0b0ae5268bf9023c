import { useDatabase } from '../support/database.ts'
import { askTable, first } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'intervention_phases',
  seed: `
    insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
    values ('2019-03-14', '14:29:45', '2019-03-14', '16:00', 'Feu de cheminée')`,
  rows: { hs: 1, test: 1 },
  read: [
    'comptabilite.lecture',
    'intervention.lecture',
    'intervention.modification',
    'intervention.validation',
  ],
  add: {
    with: ['intervention.modification'],
    row: { intervention_id: first('interventions'), phase_type_id: '2', debut: "'2019-03-14T15:00:00Z'" },
  },
})
