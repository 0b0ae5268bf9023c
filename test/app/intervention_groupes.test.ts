import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, evaluate, first, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'intervention_groupes',
  seed: `
    with intervention as (
      insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
      values ('2019-03-14', '14:29:45', '2019-03-14', '16:00', 'Feu de cheminée')
      returning id
    )
    insert into app.intervention_groupes (intervention_id, no, designation) select id, '90', 'EM' from intervention`,
  rows: { hs: 1, test: 1 },
  read: [
    'comptabilite.lecture',
    'intervention.lecture',
    'intervention.modification',
    'intervention.validation',
  ],
  add: {
    with: ['intervention.modification'],
    row: { intervention_id: first('interventions'), no: "'91'", designation: "'1er secours'" },
  },
})

it('names a group once per intervention', async () => {
  const owner = await database.as('owner')
  const [id] = await evaluate(database, [first('interventions')])
  await asSomeone(owner, inHs(['intervention.modification']), async () => {
    const insert =
      "insert into app.intervention_groupes (intervention_id, no, designation) values ($1, '90', 'EM')"
    expect(await outcome(owner, insert, [id])).toBe('23505')
  })
})
