import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'interventions',
  seed: `
    insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
    values ('2019-03-14', '14:29:45', '2019-03-14', '16:00', 'Feu de cheminée')`,
  rows: { hs: 1, test: 1 },
  read: [
    'comptabilite.lecture',
    'intervention.lecture',
    'intervention.modification',
    'intervention.validation',
  ],
  add: {
    with: ['intervention.modification'],
    row: {
      date_debut: "'2019-04-01'",
      heure_debut: "'08:00'",
      date_fin: "'2019-04-01'",
      heure_fin: "'09:00'",
      objet: "'Inondation'",
    },
  },
})

it('is given its year, its number and a first phase at its beginning', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.modification']), async () => {
    const { rows } = await owner.query(`
      select i.no, i.numero, e.annee, i.degre, i.stat_nb, i.statut, i.type_intervention_id, i.stat_federal_id,
             i.intervention_traitement_id, p.phase_type_id, request.utc(p.debut) as debut
        from app.interventions i
        join app.exercices_comptables e on e.sis_key = i.sis_key and e.id = i.exercice_comptable_id
        join app.intervention_phases p on p.sis_key = i.sis_key and p.intervention_id = i.id`)
    expect(rows).toEqual([
      {
        no: 1,
        numero: '2019-001',
        annee: 2019,
        degre: 1,
        stat_nb: 1,
        statut: 0,
        type_intervention_id: '17',
        stat_federal_id: '10',
        intervention_traitement_id: '1',
        phase_type_id: '1',
        debut: '2019-03-14T13:29:45Z',
      },
    ])
  })
})

it('does not end before it begins, and has degrees 1 to 4', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.modification']), async () => {
    const insert = `
      insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, degre)
      values ('2019-04-01', '23:30', $1, $2, 'Inondation', $3)`
    expect(await outcome(owner, insert, ['2019-04-01', '23:29', 1])).toBe('23514')
    expect(await outcome(owner, insert, ['2019-04-02', '00:10', 1])).toBe(1)
    expect(await outcome(owner, insert, ['2019-04-02', '00:10', 5])).toBe('23514')
  })
})

it('is made once from an alarm', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['intervention.modification']), async () => {
    const insert = `
      insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, alarme_id)
      values ('2019-04-01', '08:00', '2019-04-01', '09:00', 'Inondation', 7)`
    expect(await outcome(owner, insert)).toBe(1)
    expect(await outcome(owner, insert)).toBe('23505')
  })
})
