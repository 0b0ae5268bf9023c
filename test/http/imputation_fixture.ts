import { beforeAll, beforeEach } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addYear } from './samples/annees.ts'
import { addCategorie, addCompte } from './samples/comptabilite_imputation.ts'
import { addIntervention, addSapeur } from './samples/interventions.ts'
import { one, type Sql, unique } from './samples/sample.ts'

/** Someone who may impute, and nothing else. */
export const comptable = 'comptable@example.org'

/** Closes the accounting year of a day, and opens it again after the work. */
export async function whileClosed<T>(
  { sql }: Pick<ReturnType<typeof useDataApi>, 'sql'>,
  day: string,
  work: () => Promise<T>,
): Promise<T> {
  const close = (boucle: boolean) =>
    sql('update app.exercices_comptables set boucle = $2 where $1 between debut and fin', [day, boucle])
  await close(true)
  try {
    return await work()
  } finally {
    await close(false)
  }
}

/**
 * The data API with, before each test, a new intervention of Saturday, 14 March 2026, that is validée and in one phase
 * from 14:29 on, and two new sapeurs, by the order of their names.
 */
export function useImputation() {
  const api = useDataApi()
  const { told, sql, database } = api
  const made = { id: 0, anne: 0, bob: 0 }

  beforeAll(() =>
    makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.modification'] } }),
  )
  beforeEach(async () => {
    made.id = await addIntervention(sql)
    await sql(
      `update app.interventions
          set statut = 2, lieu = 'Gare', localite_id = (select min(id) from app.localites)
        where id = $1`,
      [made.id],
    )
    made.anne = await addSapeur(sql)
    made.bob = await addSapeur(sql)
  })

  const sign = (id = made.id) =>
    sql('update app.interventions set statut = 2 where id = $1 and statut < 2', [id])
  return {
    ...api,
    made,
    /** Validates an intervention by its statut alone. */
    sign,
    /** Imputes the intervention by a tariff. */
    impute: (indemnite: unknown, { id = made.id, ...more }: Record<string, unknown> = {}) =>
      told(
        `POST /imputation/intervention/${id}`,
        { indemnite_intervention_id: indemnite, ...more },
        { as: comptable },
      ),
    simulate: (indemnite: unknown) =>
      told(
        `POST /imputation/intervention/${made.id}/simulation`,
        { indemnite_intervention_id: indemnite },
        { as: comptable },
      ),
    undo: () => told(`DELETE /imputation/intervention/${made.id}`, undefined, { as: comptable }),
    /** Adds a presence in March 2026, as a report does, which may overlap others, and signs for it. */
    present: async (sapeur: number, debut: string, fin: string, { piquet = false, at = made.id } = {}) => {
      await sql(
        `insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, piquet, toleree)
         values ($1, $2, $3, $4, $5, true)`,
        [at, sapeur, `2026-03-${debut}+01`, `2026-03-${fin}+01`, piquet],
      )
      await sign(at)
    },
    /** The entries of the intervention: `[sapeur, hours, tariff, rate, total]`. */
    paid: async () => {
      const rows = await sql(
        `select sapeur_id, quantite, tarif, taux_designation, total from app.ecritures
          where intervention_id = $1 order by id`,
        [made.id],
      )
      return rows.map((row) => [
        Number(row.sapeur_id),
        row.quantite,
        row.tarif,
        row.taux_designation,
        row.total,
      ])
    },
    statut: async () =>
      (await sql('select statut, date_imputation::text from app.interventions where id = $1', [made.id]))[0],
  }
}

/** A new function. */
export function addFonction(sql: Sql, rang: number): Promise<number> {
  const text = 'insert into app.fonctions (designation, rang) values ($1, $2) returning id'
  return one(sql, text, [unique('Fonction'), rang])
}

/** A new allowance of a function, by the year (unite 3) or the month (7). */
export async function addAllowance(
  sql: Sql,
  {
    fonction,
    tarif,
    unite,
    cumulable,
  }: { fonction: number; tarif: number; unite: number; cumulable: boolean },
): Promise<number> {
  return one(
    sql,
    `insert into app.indemnites_annuelles
       (fonction_id, designation, tarif, type_unite_id, cumulable, compte_id, ecriture_categorie_id, type)
     values ($1, $2, $3, $4, $5, $6, $7, 3) returning id`,
    [fonction, unique('Annuelle'), tarif, unite, cumulable, await addCompte(sql), await addCategorie(sql)],
  )
}

/** The data API with, before each test, a new accounting year, two new sapeurs who serve in it, and two functions. */
export function useAnnuel() {
  const api = useDataApi()
  const { sql, database } = api
  const made = { id: 0, annee: 0, anne: 0, bob: 0, chef: 0, fourrier: 0 }

  beforeAll(() =>
    makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.modification'] } }),
  )
  beforeEach(async () => {
    made.id = await addYear(sql)
    made.annee = await one(sql, 'select annee from app.exercices_comptables where id = $1', [made.id])
    made.anne = await addSapeur(sql)
    made.bob = await addSapeur(sql)
    await sql("update app.mutations set incorporation = '1850-01-01' where sapeur_id = any ($1)", [
      [made.anne, made.bob],
    ])
    made.chef = await addFonction(sql, 100)
    made.fourrier = await addFonction(sql, 30)
  })
  return { ...api, made }
}
