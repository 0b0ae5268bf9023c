import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { allPermissions, askTable, inHs, outcome, sapeur } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'sapeurs',
  rows: { hs: 22, test: 22 },
  read: allPermissions,
  soi: { column: 'id', sapeur: sapeur('Berberat Yves'), rows: 1 },
  add: {
    with: ['sapeur.modification'],
    row: { nom: "'Zwahlen'", prenom: "'Léa'" },
  },
})

it('makes its name from its parts, and takes names of two characters at least', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['sapeur.modification']), async () => {
    const { rows } = await owner.query(`
      insert into app.sapeurs (nom, prenom, suffixe)
      values ('Zwahlen', 'Léa', ''), ('Zwahlen', 'Luc', 'junior') returning nom_prenom, type`)
    expect(rows).toEqual([
      { nom_prenom: 'Zwahlen Léa', type: 0 },
      { nom_prenom: 'Zwahlen Luc junior', type: 0 },
    ])
    const insert = 'insert into app.sapeurs (nom, prenom, type) values ($1, $2, $3)'
    expect(await outcome(owner, insert, ['Z', 'Léa', 0])).toBe('23514')
    expect(await outcome(owner, insert, ['Zwahlen', 'L', 0])).toBe('23514')
    expect(await outcome(owner, insert, ['Zwahlen', 'Léa', 3])).toBe('23514')
  })
})
