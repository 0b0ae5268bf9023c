import { describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { askTable, evaluate, inHs, latest, outcome, sapeur } from '../../support/table.ts'
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

describe('app.exercices', () => {
  const row = {
    designation: "'Exercice général'",
    date: "'2019-05-02'",
    heure: "'19:30'",
    duree: '120',
    lieu: "'Caserne'",
    communications: "''",
    localite_id: '(select min(id) from app.localites)',
    exercice_categorie_id: '1',
  }
  askTable(database, {
    table: 'exercices',
    seed: addExercice,
    read,
    add: { with: ['exercice.modification'], row },
    change: { with: ['exercice.modification'], columns: Object.keys(row) },
    remove: { with: ['exercice.modification'] },
  })

  it('lasts 1 to 780 minutes, and its year follows from its day', async () => {
    const api = await database.as('api')
    await asSomeone(api, inHs(['exercice.modification']), async () => {
      const insert = `
        insert into app.exercices (designation, date, heure, duree) values ('Essai', '2019-05-01', '19:30', $1)`
      expect(await outcome(api, insert, [0])).toBe('23514')
      expect(await outcome(api, insert, [781])).toBe('23514')
      const { rows } = await api.query(`
        with e as (${addExercice}, exercice_comptable_id)
        select y.annee from e join app.exercices_comptables y on y.id = e.exercice_comptable_id and y.sis_key = 'hs'`)
      expect(rows).toEqual([{ annee: 2019 }])
    })
  })
})

describe('app.exercice_sapeurs', () => {
  const writers = ['exercice.modification', 'exercice.presence']
  const row = {
    exercice_id: latest('exercices'),
    sapeur_id: sapeur('Tobler Daniel'),
    convoque: 'false',
    present: 'true',
    absent: 'false',
    remplace: 'false',
    excuse_type_id: '1',
    excuse_statut: '0',
    remarque: "'Tard'",
    justification: "'Travail'",
  }
  askTable(database, {
    table: 'exercice_sapeurs',
    seed: `
      with e as (${addExercice})
      insert into app.exercice_sapeurs (exercice_id, sapeur_id)
      select e.id, s.id from e, app.sapeurs s where s.nom_prenom in ('Berberat Yves', 'Aubry Pascal')`,
    read,
    soi: { column: 'sapeur_id', sapeur: yves },
    add: { with: writers, row },
    change: {
      with: writers,
      columns: Object.keys(row).slice(2),
    },
    remove: { with: ['exercice.modification'] },
  })

  it('leaves excuses to those who validate exercices, and fines to nobody, even in direct writes', async () => {
    const api = await database.as('api')
    const [exercice] = await evaluate(database, [latest('exercices')])
    const set = 'update app.exercice_sapeurs set excuse_statut = $2 where exercice_id = $1'
    await asSomeone(api, inHs(['exercice.modification']), async () => {
      expect(await outcome(api, set, [exercice, 1])).toBe('PT403')
      expect(await outcome(api, set, [exercice, 0])).toBe(1)
      const insert =
        'insert into app.exercice_sapeurs (exercice_id, sapeur_id, excuse_statut) values ($1, $2, 1)'
      const [daniel] = await evaluate(database, [sapeur('Tobler Daniel')])
      expect(await outcome(api, insert, [exercice, daniel])).toBe('PT403')
    })
    await asSomeone(api, inHs(['exercice.modification', 'exercice.validation']), async () => {
      expect(await outcome(api, set, [exercice, 1])).toBe(1)
      expect(await outcome(api, set, [exercice, -2])).toBe('PT409')
      expect(await outcome(api, set, [exercice, 2])).toBe('23514')
    })
    const owner = await database.as('owner')
    await asSomeone(owner, inHs(['exercice.modification']), async () => {
      expect(await outcome(owner, set, [exercice, -2])).toBe(1)
      await owner.query('set local role caserne_api')
      await owner.query(
        "select request.open(null, 'hs', '{exercice.modification,exercice.validation}', null)",
      )
      expect(await outcome(owner, set, [exercice, 0])).toBe('PT409')
    })
  })

  it('names a sapeur once per exercice, never both present and absent', async () => {
    const api = await database.as('api')
    const [exercice, known, other] = await evaluate(database, [
      latest('exercices'),
      yves,
      sapeur('Tobler Daniel'),
    ])
    await asSomeone(api, inHs(['exercice.modification']), async () => {
      const insert =
        'insert into app.exercice_sapeurs (exercice_id, sapeur_id, present, absent) values ($1, $2, $3, $4)'
      expect(await outcome(api, insert, [exercice, known, false, false])).toBe('23505')
      expect(await outcome(api, insert, [exercice, other, true, true])).toBe('23514')
      expect(await outcome(api, insert, [exercice, other, false, true])).toBe(1)
    })
  })
})
