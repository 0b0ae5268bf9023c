import { findOverlaps } from './oracle/intervention.ts'
import { counts, type RandomYear } from './oracle/random_year.ts'

/** Runs a statement in hs as the owner, with every permission. */
export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Rows with ids of their own choice have these; the place in the random year is added. */
export const base = 9000

/** The ids of the rows that have none of their own choice, by their place in the random year. */
export interface Planted {
  exercice_comptable_id: number
  sapeurs: number[]
  interventions: number[]
  /** Those whose validation was lost, because hours were corrected after it. They were validated again. */
  corrigees: number[]
}

/** Writes what does not change from year to year: accounts, functions, people. */
export async function plantSis(sql: Sql): Promise<void> {
  await sql(
    `insert into app.comptes (id, numero, designation, produit)
     values (${base + 1}, '9001', 'Soldes', false), (${base + 2}, '9002', 'Amendes', true)`,
  )
  await sql(`insert into app.ecriture_categories (id, designation) values (${base}, 'Tout')`)
  await sql(
    `insert into app.fonctions (id, designation) select ${base} + n, 'Fonction ' || n from generate_series(1, $1) as n`,
    [counts.fonctions],
  )
  await sql(
    `insert into app.sapeurs (nom, prenom) select 'Oracle', 'Ida ' || n from generate_series(1, $1) as n`,
    [counts.sapeurs],
  )
}

/** Writes a random year, up to where it is imputed. */
export async function plantYear(sql: Sql, year: RandomYear): Promise<Planted> {
  const run = (text: string, rows: unknown[]) => sql(text, [JSON.stringify(rows)])
  const [comptable] = await sql(
    `insert into app.exercices_comptables (annee, designation, debut, fin)
     select a, a::text, make_date(a, 1, 1), make_date(a, 12, 31) from (values ($1::integer)) as y (a)
     returning id::integer`,
    [year.annee],
  )
  const people = await sql(`select id::integer from app.sapeurs where nom = 'Oracle' order by id`)
  const sapeurs = people.map(({ id }) => Number(id))
  await run(addTarifs, year.tarifs.map(withAccounts))
  const interventions = await run(
    addInterventions,
    year.interventions.map((each, n) => ({ ...each, id: n + 1 })),
  )
  await run(
    addPhases,
    year.interventions.flatMap(({ phases }, n) => phases.map((phase) => ({ id: n + 1, ...phase }))),
  )
  await run(
    addPresences,
    year.interventions.flatMap(({ presences }, n) =>
      presences.map((row) => ({
        ...row,
        piquet: row.piquet !== isCorrected(n),
        id: n + 1,
        sapeur_id: sapeurs[row.sapeur_id - 1],
        toleree:
          findOverlaps(
            [row],
            presences.filter((other) => other !== row),
          ).length > 0,
      })),
    ),
  )
  await sql(validate)
  await run(
    correctPresences,
    interventions.filter((_, n) => isCorrected(n)),
  )
  const corrigees = await sql(validate)
  return {
    exercice_comptable_id: Number(comptable?.id),
    sapeurs,
    interventions: interventions.map(({ id }) => Number(id)),
    corrigees: corrigees.map(({ id }) => Number(id)),
  }
}

/** Whether the presences at an intervention, by its place in the random year, were validated wrong and corrected. */
export const isCorrected = (n: number): boolean => n % 3 === 1

const validate = `
  with validated as (
    update app.interventions set statut = app.intervention_validee() where statut = app.intervention_saisie()
    returning id::integer
  )
  select id from validated order by id`
const correctPresences = `
  update app.intervention_sapeurs p
     set piquet = not p.piquet
    from jsonb_to_recordset($1) as r (id bigint)
   where p.intervention_id = r.id`

/** A row of a tariff with its id and accounts, for the database. */
export const withAccounts = <T extends { compte_id: number | null }>(row: T, n: number) => ({
  ...row,
  id: base + n + 1,
  designation: `Ligne ${n + 1}`,
  compte_id: base + (row.compte_id ?? 1),
  ecriture_categorie_id: base,
})

const tarifColumns = `designation, tarif, tarif_min, tarif_min_pour, tarif_min_pro_rata, tarif_pro_rata, taux_nuit,
  taux_weekend, phase_type_id, type, compte_id, ecriture_categorie_id`
const addTarifs = `
  insert into app.indemnites_intervention (id, ${tarifColumns}, debut, fin)
  select id, ${tarifColumns}, coalesce(debut, '00:00'), coalesce(fin, '00:00')
    from jsonb_to_recordset($1) as t (
      id bigint, designation text, tarif numeric, tarif_min numeric, tarif_min_pour numeric, tarif_min_pro_rata boolean,
      tarif_pro_rata boolean, taux_nuit numeric, taux_weekend numeric, debut time, fin time, phase_type_id bigint,
      type smallint, compte_id bigint, ecriture_categorie_id bigint)`
const addInterventions = `
  with added as (
    insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, lieu, localite_id,
                                   type_intervention_id)
    select i.date_debut, i.heure_debut, i.date_debut, i.heure_debut, i.id::text, i.lieu,
           (select l.id from app.localites l where l.nom = 'Delémont'),
           (select t.id from app.types_intervention t where t.designation = 'Feu forêt')
      from jsonb_to_recordset($1) as i (id integer, date_debut date, heure_debut time, lieu text)
    returning id::integer, objet
  )
  select id from added order by objet::integer`
const addPhases = `
  insert into app.intervention_phases (intervention_id, phase_type_id, debut)
  select i.id, p.phase_type_id, p.debut
    from jsonb_to_recordset($1) as p (id text, phase_type_id bigint, debut timestamptz)
    join app.interventions i on i.objet = p.id`
const addPresences = `
  insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, piquet, toleree)
  select i.id, p.sapeur_id, p.debut, p.fin, p.piquet, p.toleree
    from jsonb_to_recordset($1) as p (
      id text, sapeur_id bigint, debut timestamptz, fin timestamptz, piquet boolean, toleree boolean)
    join app.interventions i on i.objet = p.id`

/** Deletes what plantYear and the imputations wrote, without cascades and triggers; for a superuser. */
export const clearYear = `
  set session_replication_role = replica;
  ${[
    'ecritures',
    'paiements',
    'decomptes',
    'exercice_heures',
    'exercice_sapeurs',
    'exercices',
    'sapeur_fonctions',
    'mutations',
    'indemnites_exercice',
    'indemnites_annuelles',
    'amendes',
    'heure_exercice_types',
    'intervention_phases',
    'intervention_sapeurs',
    'interventions',
    'avs_params',
    'indemnites_intervention',
    'exercices_comptables',
  ]
    .map((table) => `delete from app.${table} where sis_key = 'hs';`)
    .join('\n  ')}
  delete from audit.journal;
  set session_replication_role = origin`
