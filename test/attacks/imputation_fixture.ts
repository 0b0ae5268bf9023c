import { beforeAll } from 'vitest'
import { useDataApi } from '../http/data_fixture.ts'
import { comptable } from '../http/imputation_fixture.ts'
import { addEcriture } from '../http/samples/comptabilite_decomptes.ts'
import {
  addCategorie,
  addCompte,
  addImputee,
  addIndemnite,
  addValide,
  addValidee,
} from '../http/samples/comptabilite_imputation.ts'
import { addSapeur } from '../http/samples/interventions.ts'
import { one, type Sql } from '../http/samples/sample.ts'
import { addImputableYear } from '../support/imputable_year.ts'
import { makeAccount } from '../support/users.ts'

/** Rows of one SIS that are or were imputed, and those needed to impute. */
type Things = Awaited<ReturnType<typeof make>>

// No other SIS has a tariff or a type of this id.
async function make(sql: Sql, id: number) {
  const current = await one(sql, 'select id from app.exercices_comptables where annee = 2026')
  const year = (await addImputableYear(sql, [4])).id
  const tarif = await addIndemnite(sql, { id })
  const impute = await addValide(sql)
  await sql('select count(*) from app.impute_exercice($1)', [impute])
  return {
    validee: await addValidee(sql),
    imputee: await addImputee(sql),
    valide: await addValide(sql),
    impute,
    year,
    current,
    tarif,
    type: await one(
      sql,
      'insert into app.types_intervention (id, designation, stat_intervention_id) values ($1, $2, 1) returning id',
      [id, `Type ${id}`],
    ),
    sapeur: await addSapeur(sql),
    compte: await addCompte(sql),
    categorie: await addCategorie(sql),
    ecriture: await addEcriture(sql, current, await addSapeur(sql)),
    travail: await one(
      sql,
      'insert into app.travaux (exercice_comptable_id, indemnites, total) values ($1, $2, 1) returning id',
      [current, { defaut: tarif }],
    ),
  }
}

/** The data API, someone of hs who may impute and nothing else, and the same things in hs and in the SIS test. */
export function useThings() {
  const api = useDataApi()
  const { sql, database } = api
  const made = { own: {} as Things, theirs: {} as Things }

  beforeAll(async () => {
    await makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.modification'] } })
    made.own = await make(sql, 700_001)
    made.theirs = await make((text, values) => sql(text, values, 'test'), 700_002)
  })

  return {
    ...api,
    made,
    /** All entries, works and jobs, and the statut of what may be imputed, in all SIS. */
    state: async () => {
      const { rows } = await (await database.as('admin')).query(
        `select (select md5(string_agg(e::text, '|' order by e.sis_key, e.id)) from app.ecritures e) as ecritures,
                (select count(*) from app.travaux) as travaux,
                (select count(*) from graphile_worker._private_jobs) as jobs,
                (select string_agg(i.statut::text, '' order by i.sis_key, i.id) from app.interventions i) as interventions,
                (select string_agg(e.statut::text, '' order by e.sis_key, e.id) from app.exercices e) as exercices`,
      )
      return rows[0]
    },
    /** An entry that may be written by hand. */
    repas: () => ({
      date: '2026-03-14',
      designation: 'Repas',
      tarif: '12.50',
      compte_id: made.own.compte,
      ecriture_categorie_id: made.own.categorie,
    }),
  }
}

/** The body of an imputation. */
export const byTarif = (id: number) => ({ indemnite_intervention_id: id })
