import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'alarmes',
  seed: `
    insert into app.alarmes (date, type, code, adresse, intervention_voulue)
    values ('2026-03-14 13:29:45Z', 'Alarme réelle', 'FEU BAT', '2800 Delémont, Rue de la Gare 15', true)`,
  rows: { hs: 1, test: 1 },
  read: ['intervention.lecture'],
  add: {
    with: ['intervention.modification'],
    row: {
      date: 'now()',
      type: "'Alarme réelle'",
      adresse: "'2854 Bassecourt'",
      intervention_voulue: 'true',
    },
  },
  change: { with: ['intervention.modification'], set: 'validated = true' },
})

it('knows the colours of the alarm centre only', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.modification']), async () => {
    const insert = `
      insert into app.alarmes (date, type, couleur, adresse, intervention_voulue) values (now(), 'Alarme test', $1, '', false)`
    for (const couleur of ['ROUGE', 'JAUNE', 'BLEU', 'GRIS', ''])
      expect(await outcome(owner, insert, [couleur])).toBe(1)
    expect(await outcome(owner, insert, ['VERT'])).toBe('23514')
  })
})

it('comes once from a message in each SIS', async () => {
  const owner = await database.as('owner')
  const insert = `
    insert into app.alarmes (message_id, date, type, adresse, intervention_voulue) values (7, now(), 'Alarme réelle', '', true)`
  await asSomeone(owner, inHs(['intervention.modification']), async () => {
    expect(await outcome(owner, insert)).toBe(1)
    expect(await outcome(owner, insert)).toBe('23505')
    await owner.query("select request.open(null, 'test', '{intervention.modification}', null)")
    expect(await outcome(owner, insert)).toBe(1)
  })
})
