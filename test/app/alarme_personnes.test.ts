import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, first, inHs } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'alarme_personnes',
  seed: `
    with alarme as (
      insert into app.alarmes (date, type, code, adresse, intervention_voulue)
      values ('2026-03-14 13:29:45Z', 'Alarme réelle', 'FEU BAT', '2800 Delémont, Rue de la Gare 15', true)
      returning id
    )
    insert into app.alarme_personnes (alarme_id, nom_complet, sapeur_id)
    select id, 'Gigon Nathalie', (select s.id from app.sapeurs s where s.nom_prenom = 'Gigon Nathalie') from alarme`,
  rows: { hs: 1, test: 1 },
  read: ['intervention.lecture'],
  add: {
    with: ['intervention.modification'],
    row: { alarme_id: first('alarmes'), nom_complet: "'Tobler Daniel'" },
  },
})

it('keeps the name of someone whose record goes, and its SIS', async () => {
  const admin = await database.as('admin')
  await asSomeone(admin, inHs(), async () => {
    await admin.query("delete from app.sapeurs where nom_prenom = 'Gigon Nathalie'")
    const { rows } = await admin.query(
      "select sis_key, nom_complet, sapeur_id from app.alarme_personnes where sis_key = 'hs'",
    )
    expect(rows).toEqual([{ sis_key: 'hs', nom_complet: 'Gigon Nathalie', sapeur_id: null }])
  })
})
