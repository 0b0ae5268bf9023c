import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, evaluate, first, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'alarme_groupes',
  seed: `
    with alarme as (
      insert into app.alarmes (date, type, code, adresse, intervention_voulue)
      values ('2026-03-14 13:29:45Z', 'Alarme réelle', 'FEU BAT', '2800 Delémont, Rue de la Gare 15', true)
      returning id
    )
    insert into app.alarme_groupes (alarme_id, no, nom) select id, '90', 'EM' from alarme`,
  rows: { hs: 1, test: 1 },
  read: ['intervention.lecture'],
  add: {
    with: ['intervention.modification'],
    row: { alarme_id: first('alarmes'), no: "'91'", nom: "'1er secours'" },
  },
})

it('goes to no alarm of another SIS', async () => {
  const owner = await database.as('owner')
  const [foreign] = await evaluate(database, ["(select min(id) from app.alarmes where sis_key = 'test')"])
  await asSomeone(owner, inHs(['intervention.modification']), async () => {
    const insert = "insert into app.alarme_groupes (alarme_id, no, nom) values ($1, '91', '1er secours')"
    expect(await outcome(owner, insert, [foreign])).toBe('23503')
  })
})
