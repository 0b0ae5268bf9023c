import type { SisData } from './data_set.ts'
import { dayOf, placeCases, placePresences } from './place.ts'

/** Runs a statement in a SIS, as the owner with every permission. */
export type Sql = (text: string, values?: unknown[]) => Promise<unknown>

/** Writes the data of a SIS for an accounting year, with all later changes. */
export async function plant(sql: Sql, data: SisData): Promise<void> {
  const run = (text: string, rows: unknown[]) =>
    rows.length === 0 ? Promise.resolve() : sql(text, [JSON.stringify(rows)])
  const cases = placeCases(data)
  const presences = placePresences(data)
  await run(addYears, data.years)
  await run(addCases, cases)
  await run(addPresences, presences)
  const links = (key: 'vehicules' | 'materiels') =>
    cases.flatMap((each) =>
      each[key].map((link) => ({ objet: each.objet, ...(typeof link === 'number' ? { ce: link } : link) })),
    )
  await run(addVehicules, links('vehicules'))
  await run(addMateriels, links('materiels'))
  await run(
    addAlarmes,
    data.alarmes.map((each) => ({ ...each, objet: `Cas ${each.case}` })),
  )
  await plantExercices(run, data)
  await run(changePresences, presences)
  await run(
    removePresences,
    presences.filter(({ fate }) => fate === 'remove'),
  )
  await run(
    moveCases,
    cases.filter(({ fate }) => fate === 'move'),
  )
  await run(
    removeCases,
    cases.filter(({ fate }) => fate === 'remove'),
  )
  await run(
    setStatut,
    cases.filter(({ statut }) => statut > 0),
  )
  await run(changeTypes, data.types)
}

async function plantExercices(run: (text: string, rows: unknown[]) => Promise<unknown>, data: SisData) {
  const exercices = data.exercices.map((each, n) => ({
    ...each,
    designation: `Exercice ${n}`,
    date: dayOf(data.years, each.day),
  }))
  await run(addExercices, exercices)
  const results = exercices.flatMap(({ designation, sapeurs }) =>
    sapeurs.map((each) => ({ designation, ...each })),
  )
  await run(addResults, results)
  await run(setExercices, exercices)
}

const addYears = `
  insert into app.exercices_comptables (annee, designation, debut, fin)
  select annee, annee::text, debut, fin from jsonb_to_recordset($1) as y (annee integer, debut date, fin date)`
const addCases = `
  insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, stat_nb, sauve_personne, sauve_animaux,
                                 stat_federal_id, type_intervention_id, intervention_traitement_id)
  select c.date_debut, c.heure_debut, c.date_fin, c.heure_fin, c.objet, c.stat_nb, c.personnes, c.animaux, c.federal, c.type, c.traitement
    from jsonb_to_recordset($1) as c (date_debut date, heure_debut time, date_fin date, heure_fin time, objet text, stat_nb integer,
                                      personnes integer, animaux integer, federal integer, type integer, traitement integer)`
const people = '(select id, row_number() over (order by id) - 1 as n from app.sapeurs)'
const addPresences = `
  insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, piquet)
  select i.id, s.id, timestamptz 'epoch' + p.debut * interval '1 millisecond', timestamptz 'epoch' + p.fin * interval '1 millisecond', p.piquet
    from jsonb_to_recordset($1) as p (objet text, sapeur integer, debut bigint, fin bigint, piquet boolean)
    join app.interventions i using (objet)
    join ${people} s on s.n = p.sapeur`
const addVehicules = `
  insert into app.intervention_vehicules (intervention_id, vehicule_id)
  select i.id, v.id
    from jsonb_to_recordset($1) as l (objet text, ce integer)
    join app.interventions i using (objet)
    join (select id, row_number() over (order by id) - 1 as n from app.vehicules) v on v.n = l.ce`
const addMateriels = `
  insert into app.intervention_materiels (intervention_id, materiel_id, quantite)
  select i.id, m.id, l.centiemes::numeric / 100
    from jsonb_to_recordset($1) as l (objet text, ce integer, centiemes integer)
    join app.interventions i using (objet)
    join (select id, row_number() over (order by id) - 1 as n from app.materiels) m on m.n = l.ce`
const addAlarmes = `
  insert into app.alarmes (date, type, adresse, intervention_voulue, date_creation, debut, intervention_id)
  select d.debut, 'Alarme réelle', 'Rue 1', false, d.debut - coalesce(a.waited, 0) * interval '1 millisecond',
         case when a.begins is not null then d.debut + a.begins * interval '1 millisecond' end, i.id
    from jsonb_to_recordset($1) as a (objet text, waited integer, begins integer)
    left join app.interventions i using (objet)
   cross join lateral (
     select coalesce((i.date_debut + i.heure_debut) at time zone 'UTC', timestamptz '2026-01-01 00:00Z') as debut
   ) d`
const changePresences = `
  update app.intervention_sapeurs s
     set fin = case p.fate when 'change' then s.debut + (p.fin - p.debut) / 2 * interval '1 millisecond' else s.fin end,
         piquet = s.piquet <> (p.fate = 'change'),
         intervention_id = case p.fate when 'move' then autre.id else s.intervention_id end
    from jsonb_to_recordset($1) as p (objet text, autre text, sapeur integer, debut bigint, fin bigint, fate text)
    join app.interventions autre on autre.objet = p.autre
    join ${people} c on c.n = p.sapeur
   where p.fate in ('change', 'move')
     and s.sapeur_id = c.id
     and s.debut = timestamptz 'epoch' + p.debut * interval '1 millisecond'`
const removePresences = `
  delete from app.intervention_sapeurs s
   using jsonb_to_recordset($1) as p (sapeur integer, debut bigint)
    join ${people} c on c.n = p.sapeur
   where s.sapeur_id = c.id
     and s.debut = timestamptz 'epoch' + p.debut * interval '1 millisecond'`
const moveCases = `
  update app.interventions i
     set date_debut = c.vers, date_fin = c.vers + (i.date_fin - i.date_debut)
    from jsonb_to_recordset($1) as c (objet text, vers date)
   where i.objet = c.objet`
const removeCases = `
  delete from app.interventions i using jsonb_to_recordset($1) as c (objet text) where i.objet = c.objet`
const setStatut = `
  update app.interventions i
     set statut = c.statut
    from jsonb_to_recordset($1) as c (objet text, statut smallint)
   where i.objet = c.objet`
const changeTypes = `
  update app.types_intervention t
     set stat_intervention_id = n.stat
    from (select distinct on (id) id, stat from jsonb_to_recordset($1) as n (id bigint, stat bigint)) n
   where t.id = n.id`
const addExercices = `
  insert into app.exercices (designation, date, heure, duree)
  select designation, date, '19:30', duree from jsonb_to_recordset($1) as e (designation text, date date, duree integer)`
const addResults = `
  insert into app.exercice_sapeurs (exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id)
  select e.id, s.id, r.convoque, r.result = 'present', r.result = 'absent', r.result = 'remplace', case when r.excuse then 1 end
    from jsonb_to_recordset($1) as r (designation text, sapeur integer, convoque boolean, result text, excuse boolean)
    join app.exercices e using (designation)
    join ${people} s on s.n = r.sapeur`
const setExercices = `
  update app.exercices e
     set statut = n.statut
    from jsonb_to_recordset($1) as n (designation text, statut smallint)
   where e.designation = n.designation`
