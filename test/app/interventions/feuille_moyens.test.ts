import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { allPermissions, inHs } from '../../support/table.ts'
import { useYears } from '../../support/years.ts'

const database = useDatabase()
useYears(database, 2019, 2019)

it.each([
  ['intervention.lecture', 'TP de la feuille', 'Mousse de la feuille'],
  ['comptabilite.lecture', /^Véhicule \d+$/, /^Matériel \d+$/],
])(
  'names vehicles and materials for who may read their lists: %s',
  async (permission, vehicule, materiel) => {
    const api = await database.as('api')
    await asSomeone(api, inHs(allPermissions), async () => {
      const { rows } = await api.query<{ id: string }>(
        `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
       values ('2019-03-14', '14:29', '2019-03-14', '16:00', 'Feu') returning id`,
      )
      const values = [rows[0]?.id]
      await api.query("insert into app.vehicules (designation) values ('TP de la feuille')")
      await api.query("insert into app.materiels (designation) values ('Mousse de la feuille')")
      await api.query(
        `insert into app.intervention_vehicules (intervention_id, vehicule_id)
       select $1, id from app.vehicules where designation = 'TP de la feuille'`,
        values,
      )
      await api.query(
        `insert into app.intervention_materiels (intervention_id, materiel_id, quantite)
       select $1, id, 1 from app.materiels where designation = 'Mousse de la feuille'`,
        values,
      )
      await api.query("select request.open(null, 'hs', $1, null)", [[permission]])
      const found = await api.query("select app.feuille_intervention($1, null) -> 'moyens' as moyens", values)
      expect(found.rows).toMatchObject([
        {
          moyens: {
            vehicules: [{ designation: expect.stringMatching(vehicule) }],
            materiels: [{ designation: expect.stringMatching(materiel) }],
          },
        },
      ])
    })
  },
)
