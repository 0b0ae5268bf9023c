import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, first, inHs, outcome, sapeur } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'intervention_quittances',
  seed: `
    with intervention as (
      insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
      values ('2019-03-14', '14:29:45', '2019-03-14', '16:00', 'Feu de cheminée')
      returning id
    )
    insert into app.intervention_quittances (intervention_id, sapeur_id)
    select i.id, (select min(s.id) from app.sapeurs s) from intervention i`,
  rows: { hs: 1, test: 1 },
  read: [
    'comptabilite.lecture',
    'intervention.lecture',
    'intervention.modification',
    'intervention.validation',
  ],
  add: {
    with: ['intervention.modification'],
    row: { intervention_id: first('interventions'), sapeur_id: sapeur('Tobler Daniel') },
  },
})

it('keeps the record of someone who acknowledged', async () => {
  const admin = await database.as('admin')
  await asSomeone(admin, inHs(), async () => {
    const remove = 'delete from app.sapeurs where id in (select sapeur_id from app.intervention_quittances)'
    expect(await outcome(admin, remove)).toBe('23503')
  })
})
