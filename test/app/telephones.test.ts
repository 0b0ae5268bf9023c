import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, evaluate, inHs, outcome, sapeur } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'telephones',
  rows: { hs: 22, test: 22 },
  read: ['sapeur.lecture', 'sapeur.modification'],
  soi: { column: 'sapeur_id', sapeur: sapeur('Berberat Yves'), rows: 1 },
  add: {
    with: ['sapeur.modification'],
    row: { sapeur_id: sapeur('Berberat Yves'), numero: "'032 423 11 11'" },
  },
})

it('keeps a number as typed and in E.164, once per person', async () => {
  const owner = await database.as('owner')
  const [yves, daniel] = await evaluate(database, [sapeur('Berberat Yves'), sapeur('Tobler Daniel')])
  await asSomeone(owner, inHs(['sapeur.modification']), async () => {
    const insert = 'insert into app.telephones (sapeur_id, numero) values ($1, $2)'
    const { rows } = await owner.query(`${insert} returning numero, e164`, [yves, '032 423 11 11'])
    expect(rows).toEqual([{ numero: '032 423 11 11', e164: '+41324231111' }])
    expect(await outcome(owner, insert, [yves, '0041 32 423 11 11'])).toBe('23505')
    expect(await outcome(owner, insert, [daniel, '0041 32 423 11 11'])).toBe(1)
    expect(await outcome(owner, insert, [yves, '118'])).toBe('23514')
  })
})
