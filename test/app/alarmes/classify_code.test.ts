import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { inHs } from '../../support/table.ts'

const database = useDatabase()

it.each([
  ['FEU BAT', 'Feu bâtiment', 'Lutte contre le feu'],
  ['feu bât', 'Feu bâtiment', 'Lutte contre le feu'],
  ['FEU BAT MOYEN', 'Feu bâtiment', 'Lutte contre le feu'],
  ['FEU', 'Autre intervention', 'Lutte contre le feu'],
  // A code covers those that begin with its words, not with its letters.
  ['FEU BATEAU', 'Autre intervention', 'Lutte contre le feu'],
  ['FEUX', 'Autre intervention', 'Interventions diverses'],
  ['POLLU', 'Pollution hydrocarbures', 'Défense hydrocarbures'],
  ['POLLU CHIM', 'Pollution chimique', 'Défense chimique'],
  ['POLLU-CHIM 2', 'Pollution chimique', 'Défense chimique'],
  ['SAUV ANIM', 'Sauvetage autres', 'Assistance technique'],
  ['AA', 'Alarme automatique', 'Fausses alarmes de détection incendie'],
  ['TRAIN', 'Autre intervention', 'Intervention dans le domaine ferroviaire'],
  ['ZZZ', 'Autre intervention', 'Interventions diverses'],
  ['', 'Autre intervention', 'Interventions diverses'],
])('classifies %j as %s, %s', async (code, type, federal) => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.lecture']), async () => {
    const { rows } = await owner.query(
      `select t.designation as type, f.designation as federal
         from app.classify_code($1) c
         join app.types_intervention t on t.sis_key = request.sis_key() and t.id = c.type_intervention_id
         join app.stat_federal f on f.id = c.stat_federal_id`,
      [code],
    )
    expect(rows).toEqual([{ type, federal }])
  })
})

it('uses the codes of the SIS of the request', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.config', 'intervention.lecture']), async () => {
    await owner.query(
      "insert into app.codes_alarme (code, type_intervention_id, stat_federal_id) values ('ZZZ', 5, 4)",
    )
    const classify =
      "select type_intervention_id as type, stat_federal_id as federal from app.classify_code('ZZZ')"
    expect((await owner.query(classify)).rows).toEqual([{ type: '5', federal: '4' }])
    await owner.query("select request.open(null, 'test', '{intervention.lecture}', null)")
    expect((await owner.query(classify)).rows).toEqual([{ type: '17', federal: '10' }])
  })
})
