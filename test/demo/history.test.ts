import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { alarms, contents, useDemo } from './history_fixture.ts'

const leap = useDemo({ today: '2024-02-29' })

// A leap day, the first day of a year, and a last one.
describe.each([
  ['2024-02-29', leap],
  ['2026-01-01', useDemo({ today: '2026-01-01' })],
  ['2026-12-31', useDemo({ today: '2026-12-31' })],
])('the demo’s past on %s', (today, { rows }) => {
  const year = Number(today.slice(0, 4))

  it('has people with values for every field', async () => {
    const people = await rows(
      `select s.sis_key as sis, count(*)::int as sapeurs, count(q.date_naissance)::int as naissances,
              count(*) filter (where app.is_avs(a.no_avs) and a.no_avs <> '')::int as avs, count(distinct a.no_avs)::int as numeros,
              count(*) filter (where app.is_iban(a.iban) and a.iban like 'CH%')::int as ibans,
              count(*) filter (where q.rue <> '' and q.no_rue <> '' and q.localite_id is not null)::int as adresses,
              count(*) filter (where exists (select from app.telephones t where t.sapeur_id = s.id))::int as telephones,
              count(*) filter (where exists (select from app.sapeur_permis t where t.sapeur_id = s.id))::int as permis,
              count(*) filter (where exists (select from app.sapeur_grades t where t.sapeur_id = s.id))::int as grades,
              count(*) filter (where exists (
                select from app.materiel_personnel m where m.sapeur_id = s.id and m.retour is null
              ))::int as prets
         from app.sapeurs s
         left join app.particularites q on q.sapeur_id = s.id
         left join app.salaires a on a.sapeur_id = s.id
        where s.type = 0
        group by 1 order by 1`,
    )
    const all = {
      sapeurs: 22,
      naissances: 22,
      avs: 22,
      numeros: 22,
      ibans: 22,
      adresses: 22,
      telephones: 22,
      permis: 22,
      grades: 22,
      prets: 22,
    }
    expect(people).toEqual([
      { sis: 'hs', ...all },
      { sis: 'test', ...all },
    ])
  })

  it('has vehicles, materials, useful numbers, places, contacts and settings', async () => {
    const counted = await rows(
      `select s.sis_key as sis, (select count(*)::int from app.vehicules v where v.sis_key = s.sis_key) as vehicules,
              (select count(*)::int from app.materiels v where v.sis_key = s.sis_key) as materiels,
              (select count(*)::int from app.telephones_utiles v where v.sis_key = s.sis_key) as numeros,
              (select count(*)::int from app.localites_sis v where v.sis_key = s.sis_key) as localites,
              (select count(*)::int from app.sis_contacts v where v.sis_key = s.sis_key) as contacts, c.nom_prenom as commandant,
              app.is_iban(s.iban) and s.iban <> '' as iban, l.nom as localite
         from app.sis s
         left join app.sapeurs c on c.sis_key = s.sis_key and c.id = s.sapeur_id
         left join app.localites l on l.id = s.localite_id
        order by 1`,
    )
    const each = { vehicules: 5, materiels: 10, numeros: 9, contacts: 4, iban: true }
    expect(counted).toEqual([
      { sis: 'hs', ...each, localites: 7, commandant: 'Amsler Ricarda', localite: 'Bassecourt' },
      { sis: 'test', ...each, localites: 5, commandant: 'Aubry Pascal', localite: 'Delémont' },
    ])
  })

  it('has three accounting years, the oldest of them closed', async () => {
    const years = await rows(
      'select sis_key as sis, annee, boucle from app.exercices_comptables order by 1, 2',
    )
    expect(years).toEqual(
      ['hs', 'test'].flatMap((sis) => [
        { sis, annee: year - 2, boucle: true },
        { sis, annee: year - 1, boucle: false },
        { sis, annee: year, boucle: false },
      ]),
    )
  })

  it('has at least 120 interventions, numbered by their beginning without gaps', async () => {
    const years = await rows(
      `select sis_key as sis, annee, count(*)::int as nb, max(no) as dernier,
              bool_and(numero = annee || '-' || lpad(no::text, 3, '0') and no = place) as ordre
         from (
           select i.*,
                  row_number() over (partition by i.sis_key, i.annee order by i.date_debut, i.heure_debut) as place
             from app.interventions i
             join app.exercices_comptables e on e.sis_key = i.sis_key and e.id = i.exercice_comptable_id
         ) i
        group by 1, 2 order by 1, 2`,
    )
    // On 1 January, the night at the end of the year still lasts.
    const lastYear = today.endsWith('01-01') ? -1 : 0
    const counts = Object.fromEntries(years.map(({ sis, annee, nb }) => [`${sis} ${annee}`, nb]))
    expect([counts[`hs ${year - 2}`], counts[`hs ${year - 1}`]]).toEqual([64, 70 + lastYear])
    expect([counts[`test ${year - 2}`], counts[`test ${year - 1}`]]).toEqual([60, 66 + lastYear])
    expect(years.filter(({ nb, dernier, ordre }) => nb !== dernier || ordre !== true)).toEqual([])
  })

  it('has nothing in the future but plans', async () => {
    const [latest] = await rows(
      `select max(date_fin)::text < $1 as interventions,
              (select max(fin) < ($1 || ' 00:00')::timestamp at time zone 'Europe/Zurich' from app.intervention_sapeurs) as presences,
              (select max(date)::text < $1 from app.ecritures) as ecritures, (select max(date)::text < $1 from app.paiements) as paiements,
              (select count(*)::int from app.exercice_sapeurs s join app.exercices e on e.id = s.exercice_id
                where e.date::text >= $1 and (s.present or s.absent or s.remplace)) as resultats
         from app.interventions`,
      [today],
    )
    expect(latest).toEqual({
      interventions: true,
      presences: true,
      ecritures: true,
      paiements: true,
      resultats: 0,
    })
  })

  it('ends with interventions that are vides, after saisies, validées and imputées', async () => {
    const states = await rows(
      `select sis_key as sis, statut, min(rang)::int as des, count(*)::int as nb, bool_and((presences > 0) = (statut > 0)) as presences,
              bool_and((validated_at is not null) = (statut > 1)) as validees, bool_and((date_imputation is not null) = (statut = 3)) as imputees
         from (
           select i.*, row_number() over (partition by i.sis_key order by date_debut desc, heure_debut desc) as rang,
                  (select count(*) from app.intervention_sapeurs p where p.intervention_id = i.id) as presences
             from app.interventions i
         ) i
        group by 1, 2 order by 1, 2`,
    )
    const fit = { presences: true, validees: true, imputees: true }
    const some = expect.any(Number)
    expect(states).toEqual(
      ['hs', 'test'].flatMap((sis) => [
        { sis, statut: 0, des: 2, nb: 3, ...fit },
        { sis, statut: 1, des: 1, nb: 9, ...fit },
        { sis, statut: 2, des: 13, nb: some, ...fit },
        { sis, statut: 3, des: some, nb: some, ...fit },
      ]),
    )
  })

  it('has lines in every list of an intervention', async () => {
    const kinds = [
      'sapeurs',
      'vehicules',
      'materiels',
      'missions',
      'appels',
      'phases',
      'groupes',
      'quittances',
    ]
    for (const kind of kinds) {
      const text = `select sis_key from app.intervention_${kind} group by 1 having count(*) > 5 order by 1`
      expect([kind, await rows(text)]).toEqual([kind, [{ sis_key: 'hs' }, { sis_key: 'test' }]])
    }
    const odd = await rows(
      `select p.id
         from app.intervention_sapeurs p
         join app.interventions i on i.sis_key = p.sis_key and i.id = p.intervention_id
        where p.debut > (i.date_fin + i.heure_fin) at time zone 'Europe/Zurich'
           or p.fin < (i.date_debut + i.heure_debut) at time zone 'Europe/Zurich'`,
    )
    expect(odd).toEqual([])
  })

  it('has alarms for most interventions, linked both ways, acknowledged, and answered within minutes', async () => {
    const each = { sans: true, variees: true, finies: true, liees: true, groupes: true, delais: true }
    expect(await rows(alarms)).toEqual(['hs', 'test'].map((sis) => ({ sis, ...each })))
  })

  it('has exercices in every statut, with matching presences', async () => {
    const [hs] = await rows(
      `select count(*)::int as nb, array_agg(distinct statut order by statut) as statuts,
              bool_and(case statut when 1 then incomplets > 0 when 0 then true else incomplets = 0 end) as presences,
              (select count(*)::int from app.exercice_sapeurs s where s.sis_key = 'hs' and excuse_type_id is not null) > 0 as excuses,
              (select count(*)::int from app.exercice_sapeurs s where s.sis_key = 'hs' and remplace) > 0 as remplaces,
              (select count(*)::int from app.exercice_sapeurs s where s.sis_key = 'hs' and absent) > 0 as absents
         from (
           select e.*, (
                    select count(*) filter (where not (present or absent or remplace or excuse_type_id is not null))
                      from app.exercice_sapeurs s
                     where s.exercice_id = e.id
                  ) as incomplets
             from app.exercices e
            where e.sis_key = 'hs'
         ) e`,
    )
    expect(hs).toEqual({
      nb: 33,
      statuts: [0, 1, 2, 3, 4],
      presences: true,
      excuses: true,
      remplaces: true,
      absents: true,
    })
  })
})

describe('two databases of one day', () => {
  const other = useDemo({ today: '2024-02-29' })

  it('have the same rows', async () => {
    const tables = await leap.rows(contents)
    expect(tables.length).toBeGreaterThan(40)
    const written = tables.filter(({ hash }) => hash !== null)
    expect(written.length).toBeGreaterThan(35)
    expect(await other.rows(contents)).toEqual(tables)
  })
})

describe('without its past', () => {
  const database = useDatabase()

  it('the demo has only its people and years', async () => {
    const { rows } = await (await database.as('admin')).query(
      `select (select count(*)::int from app.interventions) as interventions, (select count(*)::int from app.vehicules) as vehicules,
              (select count(*)::int from app.sapeurs) as sapeurs, (select count(*)::int from app.exercices_comptables) as annees`,
    )
    expect(rows).toEqual([{ interventions: 0, vehicules: 0, sapeurs: 44, annees: 6 }])
  })
})
