import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { allPermissions, askTable, evaluate, inHs, outcome, sapeur } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'groupe_sapeurs',
  rows: { hs: 27, test: 27 },
  read: allPermissions,
  soi: { column: 'sapeur_id', sapeur: sapeur('Berberat Yves'), rows: 2 },
  add: {
    with: ['organisation.modification', 'sapeur.config'],
    row: {
      groupe_id: "(select id from app.groupes where sis_key = 'hs' and no = '90')",
      sapeur_id: sapeur('Willemin Anaïs'),
    },
  },
})

it('puts nobody of another SIS into a group', async () => {
  const owner = await database.as('owner')
  const [group, foreigner] = await evaluate(database, [
    "(select id from app.groupes where sis_key = 'hs' and no = '90')",
    sapeur('Aubry Pascal'),
  ])
  await asSomeone(owner, inHs(['sapeur.config']), async () => {
    const insert = 'insert into app.groupe_sapeurs (groupe_id, sapeur_id) values ($1, $2)'
    expect(await outcome(owner, insert, [group, foreigner])).toBe('23503')
  })
})
