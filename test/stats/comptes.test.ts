import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAnalystLogin } from '../../src/db/analyste_login.ts'
import { useDataApi } from '../http/data_fixture.ts'
import { addYear } from '../http/samples/annees.ts'
import { addDemande, addEcriture } from '../http/samples/comptabilite_decomptes.ts'
import { addSapeur } from '../http/samples/interventions.ts'
import { one } from '../http/samples/sample.ts'

const { told, sql, database } = useDataApi()
const [name, password] = [`comptes_${randomBytes(6).toString('hex')}`, randomBytes(12).toString('hex')]
let analyst: pg.Client
let year = 0

beforeAll(async () => {
  await createAnalystLogin(await database.as('admin'), { name, password, national: false })
  await (await database.as('owner')).query('select auth.grant_analyste($1, $2)', [name, ['hs']])
  analyst = new pg.Client(Object.assign(new URL(database.urls.admin), { username: name, password }).href)
  await analyst.connect()
  // A décompte with contributions, and unpaid entries of two months, one of them without an account.
  const demande = await addDemande(sql)
  year = demande.exercice_comptable_id
  await sql('select app.make_decompte($1)', [JSON.stringify(demande)])
  const compte = await one(sql, 'select min(id) from app.comptes')
  const sapeur = await addSapeur(sql)
  for (const [date, module, total] of [
    ['2026-01-31', 2, 52.5],
    ['2026-02-01', 2, 40],
    ['2026-02-28', 2, 0.05],
    ['2026-02-28', 5, 20],
  ] as const)
    await addEcriture(sql, year, sapeur, { date, module, total, compte_id: compte })
  await addEcriture(sql, year, sapeur, { date: '2026-02-28', total: 7 })
})

afterAll(async () => {
  await analyst.end()
  await (await database.as('admin')).query(`drop role ${name}`)
})

describe('the sums of accounts', () => {
  it('are those of REST for an analyst, account by account', async () => {
    const { rows } = await analyst.query(
      `select compte_id, nullif(numero, '') as numero, intitule as designation, produit, nb, total, paye, non_paye
         from bilan_comptes where exercice_comptable_id = $1`,
      [year],
    )
    const [status, { data }] = await told(`GET /exercices-comptable/${year}/bilan`)
    expect(status).toBe(200)
    expect(data.length).toBeGreaterThan(2)
    const seen = rows.map((row) => ({
      ...row,
      compte_id: row.compte_id && Number(row.compte_id),
      nb: Number(row.nb),
    }))
    const byAccount = (one: { compte_id: number }, other: { compte_id: number }) =>
      one.compte_id - other.compte_id
    expect(seen.toSorted(byAccount)).toEqual(data.toSorted(byAccount))
  })

  it('are by month and module, and those of a year add up to its entries', async () => {
    const { rows } = await analyst.query(
      `select mois::text, module, nb::int, total, paye, non_paye from comptes_mensuels
        where exercice_comptable_id = $1 and module in (2, 5) order by mois, module`,
      [year],
    )
    expect(rows).toEqual([
      { mois: '2026-01-01', module: 2, nb: 1, total: '52.50', paye: '0.00', non_paye: '52.50' },
      { mois: '2026-02-01', module: 2, nb: 2, total: '40.05', paye: '0.00', non_paye: '40.05' },
      { mois: '2026-02-01', module: 5, nb: 1, total: '20.00', paye: '0.00', non_paye: '20.00' },
    ])
    const [all] = await sql(
      'select sum(total) as total, count(*) as nb from app.ecritures where exercice_comptable_id = $1',
      [year],
    )
    const sums = await analyst.query(
      'select sum(total) as total, sum(nb) as nb from comptes_mensuels where exercice_comptable_id = $1',
      [year],
    )
    expect(sums.rows).toEqual([all])
  })

  it('of another SIS are hidden from an analyst', async () => {
    const test = (text: string, values?: unknown[]) => sql(text, values, 'test')
    const elsewhere = await addYear(test)
    await addEcriture(test, elsewhere, await addSapeur(test))
    for (const view of ['bilan_comptes', 'comptes_mensuels']) {
      const { rows } = await analyst.query(`select distinct sis_key from ${view}`)
      expect([view, rows]).toEqual([view, [{ sis_key: 'hs' }]])
    }
  })

  it('name nobody: an analyst reads neither the payee of an entry nor payments', async () => {
    const { rows } = await analyst.query(
      `select a.attname as name
         from pg_catalog.pg_attribute a
        where a.attrelid in ('bilan_comptes'::regclass, 'comptes_mensuels'::regclass) and a.attname ~ 'sapeur|nom|date|id$'`,
    )
    expect(rows.map((row) => row.name)).not.toContain('sapeur_id')
    const admin = await database.as('admin')
    const may = await admin.query(
      `select has_column_privilege($1, 'app.ecritures', 'sapeur_id', 'select') as sapeur,
              has_column_privilege($1, 'app.ecritures', 'intervention_id', 'select') as intervention,
              has_any_column_privilege($1, 'app.paiements', 'select') as paiements,
              has_any_column_privilege($1, 'app.decomptes', 'select') as decomptes,
              has_any_column_privilege($1, 'app.salaires', 'select') as salaires,
              has_any_column_privilege($1, 'app.indemnites_annuelles', 'select') as indemnites`,
      [name],
    )
    const no = {
      sapeur: false,
      intervention: false,
      paiements: false,
      decomptes: false,
      salaires: false,
      indemnites: false,
    }
    expect(may.rows).toEqual([no])
  })
})
