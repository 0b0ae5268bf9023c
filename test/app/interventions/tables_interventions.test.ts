import { describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { askTable, evaluate, inHs, latest, outcome, sapeur } from '../../support/table.ts'
import { useYears } from '../../support/years.ts'

const database = useDatabase()
useYears(database, 2019, 2019)

const read = [
  'comptabilite.lecture',
  'intervention.lecture',
  'intervention.modification',
  'intervention.validation',
]
const writer = ['intervention.modification']
const yves = sapeur('Berberat Yves')

// A new intervention, whose id the rest of the statement finds in `i`.
const withIntervention = (rest: string) => `
  with i as (
    insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
    values ('2019-03-14', '14:29:45', '2019-03-14', '16:00', 'Feu de cheminée')
    returning id
  ) ${rest}`

describe('app.interventions', () => {
  const row = {
    date_debut: "'2019-04-01'",
    heure_debut: "'08:00'",
    date_fin: "'2019-04-01'",
    heure_fin: "'09:00'",
    objet: "'Inondation'",
    lieu: "'Rue de la Gare'",
    localite_id: '(select min(id) from app.localites)',
    wgs84: "'47.36,7.34'",
    degre: '2',
    rapport_police: 'true',
    agent: "'Eau'",
    sauve_personne: '1',
    sauve_animaux: '2',
    description: "''",
    proprietaire: "''",
    responsable: "''",
    stat_nb: '1',
    intervention_traitement_id: '1',
    stat_federal_id: '2',
    sapeur_id: yves,
    type_intervention_id: '12',
    debut_repete: 'false',
    fin_repete: 'false',
  }
  const once = { alarme_id: '999999', local_uuid: "'00000000-0000-4000-8000-000000000001'" }
  askTable(database, {
    table: 'interventions',
    seed: withIntervention('select from i'),
    read,
    add: { with: writer, row: { ...row, ...once } },
    change: { with: writer, columns: Object.keys(row) },
    remove: { with: writer },
  })

  it('gets its year, its number and a first phase at its beginning', async () => {
    const api = await database.as('api')
    await asSomeone(api, inHs(writer), async () => {
      const [{ id }] = (await api.query(withIntervention('select id from i'))).rows
      const { rows } = await api.query(
        `select i.no, i.numero, e.annee, i.degre, i.stat_nb, i.statut, i.type_intervention_id, i.stat_federal_id,
                i.intervention_traitement_id, p.phase_type_id, request.utc(p.debut) as debut
           from app.interventions i
           join app.exercices_comptables e on e.sis_key = i.sis_key and e.id = i.exercice_comptable_id
           join app.intervention_phases p on p.sis_key = i.sis_key and p.intervention_id = i.id
          where i.id = $1`,
        [id],
      )
      const no = expect.any(Number)
      expect(rows).toEqual([
        {
          no,
          numero: `2019-${String(rows[0].no).padStart(3, '0')}`,
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
    const api = await database.as('api')
    await asSomeone(api, inHs(writer), async () => {
      const insert = `
        insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, degre)
        values ('2019-04-01', '23:30', $1, $2, 'Inondation', $3)`
      expect(await outcome(api, insert, ['2019-04-01', '23:29', 1])).toBe('23514')
      expect(await outcome(api, insert, ['2019-04-02', '00:10', 1])).toBe(1)
      expect(await outcome(api, insert, ['2019-04-02', '00:10', 5])).toBe('23514')
    })
  })

  it('is made once from an alarm, and once from a tablet’s report', async () => {
    const api = await database.as('api')
    await asSomeone(api, inHs(writer), async () => {
      const insert = `
        insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, alarme_id, local_uuid)
        values ('2019-04-01', '08:00', '2019-04-01', '09:00', 'Inondation', $1, $2)`
      const uuid = '00000000-0000-4000-8000-000000000001'
      expect(await outcome(api, insert, [999_999, null])).toBe(1)
      expect(await outcome(api, insert, [999_999, null])).toBe('23505')
      expect(await outcome(api, insert, [null, uuid])).toBe(1)
      expect(await outcome(api, insert, [null, uuid])).toBe('23505')
    })
  })

  it('cannot be changed or deleted, nor its lines, once it is charged to accounts', async () => {
    const admin = await database.as('admin')
    const [id] = await evaluate(database, [latest('interventions')])
    await asSomeone(admin, inHs(writer), async () => {
      await admin.query("update app.interventions set statut = 3 where sis_key = 'hs' and id = $1", [id])
      await admin.query('set local role caserne_api')
      expect(await outcome(admin, "update app.interventions set objet = 'x' where id = $1", [id])).toBe(
        'PT409',
      )
      expect(await outcome(admin, 'delete from app.interventions where id = $1', [id])).toBe('PT409')
      for (const change of [
        'update app.intervention_phases set debut = debut',
        'delete from app.intervention_phases',
      ])
        expect(await outcome(admin, `${change} where intervention_id = $1`, [id])).toBe('PT409')
    })
  })
})

// The lines of an intervention: the columns that may be written, and how to make such a row in the demo.
describe.each([
  {
    table: 'intervention_sapeurs',
    row: { sapeur_id: yves, debut: "'2019-03-14T15:00Z'", fin: "'2019-03-14T16:00Z'", piquet: 'true' },
    from: `(sapeur_id, debut, fin)
      select i.id, s.id, '2019-03-14T14:00Z', '2019-03-14T15:00Z' from i, app.sapeurs s
       where s.nom_prenom in ('Berberat Yves', 'Aubry Pascal')`,
  },
  {
    table: 'intervention_vehicules',
    row: { vehicule_id: latest('vehicules') },
    from: "(vehicule_id) select i.id, v.id from i, app.vehicules v where v.designation = 'Essai 1'",
  },
  {
    table: 'intervention_materiels',
    row: { materiel_id: latest('materiels'), quantite: "'2.50'" },
    from: "(materiel_id, quantite) select i.id, m.id, 1 from i, app.materiels m where m.designation = 'Essai 1'",
  },
  {
    table: 'intervention_missions',
    row: {
      titre: "'Extinction'",
      resume: "''",
      debut: "'2019-03-14T14:00Z'",
      fin: "'2019-03-14T15:00Z'",
      sapeur_id: yves,
      sapeur: "''",
    },
    from: "(titre, debut) select i.id, 'Sauvetage', '2019-03-14T14:00Z' from i",
  },
  {
    table: 'intervention_jalons',
    row: {
      titre: "'Feu maîtrisé'",
      description: "''",
      date_time: "'2019-03-14T15:00Z'",
      sapeur_id: yves,
      sapeur: "''",
    },
    from: "(titre, date_time) select i.id, 'Feu circonscrit', '2019-03-14T14:00Z' from i",
  },
  {
    table: 'intervention_appels',
    row: { date: "'2019-03-14T14:00Z'", numero: "'117'", nom: "'Police'", commentaire: "''" },
    from: "(date) select i.id, '2019-03-14T14:00Z' from i",
  },
  {
    table: 'intervention_groupes',
    row: { no: "'91'", designation: "'1er secours'" },
    from: "(no, designation) select i.id, '90', 'EM' from i",
  },
  {
    table: 'intervention_phases',
    row: { phase_type_id: '2', debut: "'2019-03-14T15:00Z'" },
    from: "(phase_type_id, debut) select i.id, 1, '2019-03-14T14:00Z' from i",
  },
  {
    table: 'intervention_quittances',
    row: { sapeur_id: sapeur('Tobler Daniel') },
    from: "(sapeur_id) select i.id, s.id from i, app.sapeurs s where s.nom_prenom in ('Berberat Yves', 'Aubry Pascal')",
  },
])('app.$table', ({ table, row, from }) => {
  const named = (of: string) =>
    `insert into app.${of} (designation) values ('Essai 1'), ('Essai 2') on conflict do nothing;`
  askTable(database, {
    table,
    seed: `${named('vehicules')} ${named('materiels')}
      ${withIntervention(`insert into app.${table} ${from.replace('(', '(intervention_id, ')}`)}`,
    read,
    ...(table === 'intervention_sapeurs' && { soi: { column: 'sapeur_id', sapeur: yves } }),
    add: { with: writer, row: { intervention_id: latest('interventions'), ...row } },
    change: { with: writer, columns: Object.keys(row) },
    remove: { with: writer },
  })
})

describe('app.rapports_tablette', () => {
  askTable(database, {
    table: 'rapports_tablette',
    seed: withIntervention(
      "insert into app.rapports_tablette (intervention_id, avertissements, corps) select i.id, '{}', '{}' from i",
    ),
    read,
    add: {
      with: writer,
      row: {
        intervention_id: latest('interventions'),
        local_uuid: "'00000000-0000-4000-8000-000000000001'",
        avertissements: "'{}'",
        corps: "'{}'",
      },
    },
  })
})
