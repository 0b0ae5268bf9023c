import { describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { allPermissions, askTable, inHs, latest, outcome, sapeur } from '../../support/table.ts'
import { useYears } from '../../support/years.ts'

const database = useDatabase()
useYears(database, 2019, 2019)

const read = [
  'comptabilite.lecture',
  'exercice.lecture',
  'exercice.modification',
  'exercice.presence',
  'exercice.validation',
]
const yves = sapeur('Berberat Yves')
const addExercice =
  "insert into app.exercices (designation, date, heure, duree) values ('Essai', '2019-05-01', '19:30', 120) returning id"

describe('app.exercice_heures', () => {
  const writers = ['exercice.modification', 'exercice.presence']
  askTable(database, {
    table: 'exercice_heures',
    seed: `
      with e as (${addExercice})
      insert into app.exercice_heures (exercice_id, sapeur_id, heure_exercice_type_id, quantite)
      select e.id, s.id, 2, 1.5 from e, app.sapeurs s where s.nom_prenom in ('Berberat Yves', 'Aubry Pascal')`,
    read,
    soi: { column: 'sapeur_id', sapeur: yves },
    add: {
      with: writers,
      row: {
        exercice_id: latest('exercices'),
        sapeur_id: yves,
        heure_exercice_type_id: '1',
        quantite: '0.5',
      },
    },
    change: { with: writers, columns: ['heure_exercice_type_id', 'quantite', 'sapeur_id'] },
    remove: { with: writers },
  })

  it('is closed with its exercice, also without permissions on exercices', async () => {
    const owner = await database.as('owner')
    await asSomeone(owner, inHs(allPermissions), async () => {
      await owner.query(`update app.exercices set statut = 4 where id = ${latest('exercices')}`)
      await owner.query("select request.open(null, 'hs', '{exercice.presence}', null)")
      await owner.query('set local role caserne_api')
      const at = `exercice_id = (select max(id) from app.exercices where sis_key = 'hs')`
      expect(await outcome(owner, `update app.exercice_heures set quantite = 9 where ${at}`)).toBe('PT409')
      expect(await outcome(owner, `delete from app.exercice_heures where ${at}`)).toBe('PT409')
    })
  })
})
