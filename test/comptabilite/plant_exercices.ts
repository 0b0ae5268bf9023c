import { names } from './oracle/expect_year.ts'
import type { RandomYear } from './oracle/random_year.ts'
import { base, type Planted, type Sql, withAccounts } from './plant_year.ts'

/** Writes the categories of exercices: absences are fined in the first one only. */
export async function plantCategories(sql: Sql): Promise<void> {
  await sql(
    `insert into app.exercice_categories (id, designation, amendable)
     values (${base + 1}, 'Amendable', true), (${base + 2}, 'Sans amende', false)`,
  )
}

/** Writes the people, functions, tariffs, AVS parameters and exercices of a random year, and returns the ids of the exercices. */
export async function plantExercices(sql: Sql, year: RandomYear, planted: Planted): Promise<number[]> {
  const run = (text: string, rows: unknown[]) => sql(text, [JSON.stringify(rows)])
  const idOf = (sapeur: number) => planted.sapeurs[sapeur - 1]
  await run(
    setRangs,
    year.rangs.map((rang, n) => ({ id: base + n + 1, rang })),
  )
  const people = year.sapeurs.map((row, n) => ({ ...row, id: idOf(n + 1) }))
  for (const statement of setPeople) await run(statement, people)
  await run(
    addMutations,
    people.flatMap(({ id, services }) => services.map((row) => ({ ...row, sapeur_id: id }))),
  )
  await run(
    addFonctions,
    people.flatMap(({ id, fonctions }) =>
      fonctions.map((row) => ({ ...row, sapeur_id: id, fonction_id: base + row.fonction_id })),
    ),
  )
  await run(
    addIndemnitesExercice,
    year.indemnites_exercice.map(withAccounts).map((row) => ({
      ...row,
      fonction_id: row.fonction_id && base + row.fonction_id,
    })),
  )
  await run(
    addIndemnitesAnnuelles,
    year.indemnites_annuelles.map(withAccounts).map((row) => ({
      ...row,
      fonction_id: base + row.fonction_id,
    })),
  )
  await run(
    addAmendes,
    year.amendes.map((row, n) => ({ ...row, id: base + n + 1 })),
  )
  await run(addHeureTypes, year.heure_types.map(withAccounts))
  await run(setParam, [{ ...year.param, id: planted.exercice_comptable_id }])
  return addExercices(run, year, idOf)
}

async function addExercices(
  run: (text: string, rows: unknown[]) => ReturnType<Sql>,
  { exercices }: RandomYear,
  idOf: (sapeur: number) => number | undefined,
): Promise<number[]> {
  const added = await run(
    insertExercices,
    exercices.map((row, n) => ({ ...row, n, categorie_id: base + (row.amendable ? 1 : 2) })),
  )
  const ids = added.map(({ id }) => Number(id))
  const rowsOf = <T extends { sapeur_id: number }>(kind: (each: RandomYear['exercices'][number]) => T[]) =>
    exercices.flatMap((each, n) =>
      kind(each).map((row) => ({ ...row, exercice_id: ids[n], sapeur_id: idOf(row.sapeur_id) })),
    )
  await run(
    insertResultats,
    rowsOf(({ resultats }) => resultats),
  )
  await run(
    insertHeures,
    rowsOf(({ heures }) => heures).map((row) => ({ ...row, type_id: base + row.heure_exercice_type_id })),
  )
  await run(validate, ids)
  return ids
}

const setRangs = `
  update app.fonctions f
     set rang = r.rang
    from jsonb_to_recordset($1) as r (id bigint, rang integer)
   where f.id = r.id`
const setPeople = [
  `update app.sapeurs s
      set civilite_id = r.civilite_id
     from jsonb_to_recordset($1) as r (id bigint, civilite_id bigint)
    where s.id = r.id`,
  `insert into app.particularites (sapeur_id, date_naissance)
   select id, date_naissance from jsonb_to_recordset($1) as r (id bigint, date_naissance date)
   on conflict (sis_key, sapeur_id) do update set date_naissance = excluded.date_naissance`,
  `insert into app.salaires (sapeur_id, cotisation_avs)
   select id, cotisation_avs from jsonb_to_recordset($1) as r (id bigint, cotisation_avs boolean)
   on conflict (sis_key, sapeur_id) do update set cotisation_avs = excluded.cotisation_avs`,
]
const addMutations = `
  insert into app.mutations (sapeur_id, incorporation, sortie)
  select sapeur_id, debut, fin from jsonb_to_recordset($1) as r (sapeur_id bigint, debut date, fin date)`
const addFonctions = `
  insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut, fin)
  select sapeur_id, fonction_id, debut, fin
    from jsonb_to_recordset($1) as r (sapeur_id bigint, fonction_id bigint, debut date, fin date)`
const addIndemnitesExercice = `
  insert into app.indemnites_exercice (id, fonction_id, tarif, type_unite_id, type, compte_id, ecriture_categorie_id)
  select *
    from jsonb_to_recordset($1) as r (
      id bigint, fonction_id bigint, tarif numeric, type_unite_id bigint, type smallint, compte_id bigint,
      ecriture_categorie_id bigint)`
const addIndemnitesAnnuelles = `
  insert into app.indemnites_annuelles
    (id, fonction_id, designation, tarif, type_unite_id, cumulable, type, compte_id, ecriture_categorie_id)
  select *
    from jsonb_to_recordset($1) as r (
      id bigint, fonction_id bigint, designation text, tarif numeric, type_unite_id bigint, cumulable boolean,
      type smallint, compte_id bigint, ecriture_categorie_id bigint)`
const addAmendes = `
  insert into app.amendes (id, rang, montant, compte_id)
  select id, rang, montant, ${base + 2} from jsonb_to_recordset($1) as r (id bigint, rang integer, montant numeric)`
const addHeureTypes = `
  insert into app.heure_exercice_types (id, designation, montant, type_unite_id, type, compte_id, ecriture_categorie_id)
  select *
    from jsonb_to_recordset($1) as r (
      id bigint, designation text, montant numeric, type_unite_id bigint, type smallint, compte_id bigint,
      ecriture_categorie_id bigint)`
const setParam = `
  update app.avs_params p
     set taux_avs = r.taux_avs, taux_ac = r.taux_ac, franchise_avs = r.franchise_avs,
         franchise_imposition = r.franchise_imposition, plafond_ac = r.plafond_ac, seuil_sur_solde = r.seuil_sur_solde
    from jsonb_to_recordset($1) as r (
      id bigint, taux_avs numeric, taux_ac numeric, franchise_avs numeric, franchise_imposition numeric,
      plafond_ac numeric, seuil_sur_solde boolean)
   where p.exercice_comptable_id = r.id`
const insertExercices = `
  insert into app.exercices (designation, date, heure, duree, exercice_categorie_id)
  select '${names.exercice}', date, heure, duree, categorie_id
    from jsonb_to_recordset($1) as r (n integer, date date, heure time, duree integer, categorie_id bigint)
   order by n
  returning id`
const insertResultats = `
  insert into app.exercice_sapeurs
    (exercice_id, sapeur_id, present, absent, remplace, excuse_type_id, excuse_statut, date_validation)
  select r.*, case when r.excuse_statut <> 0 then current_date end
    from jsonb_to_recordset($1) as r (
      exercice_id bigint, sapeur_id bigint, present boolean, absent boolean, remplace boolean, excuse_type_id bigint,
      excuse_statut smallint)`
const insertHeures = `
  insert into app.exercice_heures (exercice_id, sapeur_id, heure_exercice_type_id, quantite)
  select *
    from jsonb_to_recordset($1) as r (exercice_id bigint, sapeur_id bigint, type_id bigint, quantite numeric)`
const validate = `
  update app.exercices e
     set statut = app.exercice_valide()
    from jsonb_array_elements_text($1) as r (id)
   where e.id = r.id::bigint`
