import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, evaluate, inHs, outcome, sapeur } from '../support/table.ts'

const database = useDatabase()

// Someone of whom nothing is known yet: everybody in the demo has his row.
const lea = "(select id from app.sapeurs where sis_key = 'hs' and nom_prenom = 'Zwahlen Léa')"

askTable(database, {
  table: 'particularites',
  seed: "insert into app.sapeurs (nom, prenom) values ('Zwahlen', 'Léa')",
  rows: { hs: 22, test: 22 },
  read: ['sapeur.lecture', 'sapeur.modification'],
  soi: { column: 'sapeur_id', sapeur: sapeur('Berberat Yves'), rows: 1 },
  add: {
    with: ['sapeur.modification'],
    row: { sapeur_id: lea, email: "'lea@example.org'" },
  },
})

it('is one row for a person of this SIS, with no e-mail unless told', async () => {
  const owner = await database.as('owner')
  const [id, yves, theirs] = await evaluate(database, [lea, sapeur('Berberat Yves'), sapeur('Aubry Pascal')])
  await asSomeone(owner, inHs(['sapeur.modification']), async () => {
    const insert = 'insert into app.particularites (sapeur_id) values ($1)'
    expect(await outcome(owner, insert, [yves])).toBe('23505')
    expect(await outcome(owner, insert, [theirs])).toBe('23503')
    const { rows } = await owner.query(`${insert} returning sis_key, email`, [id])
    expect(rows).toEqual([{ sis_key: 'hs', email: '' }])
  })
})
