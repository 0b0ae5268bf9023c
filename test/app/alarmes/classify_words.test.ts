import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { inHs } from '../../support/table.ts'

const database = useDatabase()

const other = ['Autre intervention', 'Interventions diverses']

it.each([
  ['Feu bâtiment', '', 'Feu bâtiment', 'Lutte contre le feu'],
  ['Feu', 'Feu de cheminée', 'Feu cheminée', 'Lutte contre le feu'],
  ['Feu', 'Fumée au 2e étage', 'Autre intervention', 'Lutte contre le feu'],
  ['FEUX', 'Dans un bâtiment, accès par la cour', 'Autre intervention', 'Lutte contre le feu'],
  ['Feu', 'Feu dans le bâtiment agricole', 'Feu bâtiment', 'Lutte contre le feu'],
  ['Feu', 'Feu de bateau', 'Autre intervention', 'Lutte contre le feu'],
  ['Feu', 'Voiture en train de brûler', 'Autre intervention', 'Lutte contre le feu'],
  ['Feu', 'Pollution possible', 'Autre intervention', 'Lutte contre le feu'],
  ['Incendie', 'Ferme', 'Autre intervention', 'Lutte contre le feu'],
  ['Alarme réelle', 'Feu de véhicule sur l’A16', 'Feu véhicule', 'Lutte contre le feu'],
  ['Alarme réelle', 'Inondations dans plusieurs caves', 'Inondation', 'Événements dus à la nature'],
  ['Alarme automatique', 'Cuisine', 'Alarme automatique', 'Fausses alarmes de détection incendie'],
  ['AA', '', 'Alarme automatique', 'Fausses alarmes de détection incendie'],
  ['Nid de guêpes', '', 'Guêpes', 'Interventions diverses'],
  ['', 'Pollution chimique à l’usine', 'Pollution chimique', 'Défense chimique'],
  ['Pollution', 'Hydrocarbures', 'Pollution hydrocarbures', 'Défense hydrocarbures'],
  ['Sauvetage', 'Cheval', 'Sauvetage de personnes', 'Assistance technique'],
  ['Désincarcération', '', 'Sauvetage de personnes', 'Secours routier'],
  ['Accident de circulation', '', 'Sauvetage de personnes', 'Secours routier'],
  ['Ascenseur bloqué', '', 'Panne d’ascenseur', 'Assistance technique'],
  ['Panne d’un ascenseur', '', 'Panne d’ascenseur', 'Assistance technique'],
  ['École élémentaire', 'Accès par la cour de la ferme', ...other],
  ['Autre intervention', '', ...other],
  ['Odeur de gaz', '', ...other],
  ['', '', ...other],
])('classifies %j, %j as %s, %s', async (kind, description, type, federal) => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.lecture']), async () => {
    const { rows } = await owner.query(
      `select translate(t.designation, '''', '’') as type, f.designation as federal
         from app.classify_words($1, $2) c
         join app.types_intervention t on t.sis_key = request.sis_key() and t.id = c.type_intervention_id
         join app.stat_federal f on f.id = c.stat_federal_id`,
      [kind, description],
    )
    expect(rows).toEqual([{ type, federal }])
  })
})

it('uses the codes of the SIS of the request', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.config', 'intervention.lecture']), async () => {
    await owner.query(
      "insert into app.codes_alarme (code, type_intervention_id, stat_federal_id) values ('ODEUR GAZ', 8, 6)",
    )
    const classify =
      "select type_intervention_id as type, stat_federal_id as federal from app.classify_words('Odeur de gaz', '')"
    expect((await owner.query(classify)).rows).toEqual([{ type: '8', federal: '6' }])
    await owner.query("select request.open(null, 'test', '{intervention.lecture}', null)")
    expect((await owner.query(classify)).rows).toEqual([{ type: '17', federal: '10' }])
  })
})
