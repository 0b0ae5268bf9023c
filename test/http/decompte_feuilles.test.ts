import { parse } from 'csv-parse/sync'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPages } from '../exports/feuille_fixture.ts'
import { readXlsx } from '../support/read_xlsx.ts'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { link } from './mes_fixture.ts'
import { addDecompte, addPaiement } from './samples/comptabilite_documents.ts'

const api = useDataApi()
const { sql, servers, database } = api
const comptable = 'comptable.feuilles@example.org'
let decompte = 0

beforeAll(() => makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.lecture'] } }))
beforeEach(async () => {
  decompte = await addDecompte(sql)
})

async function download(path: string, as = comptable) {
  const { accessToken } = await servers.signIn(as)
  const response = await fetch(`${servers.urls().data}/api/v2${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, name: response.headers.get('content-disposition'), bytes }
}
const yearOf = async (id: number) =>
  Number((await sql('select exercice_comptable_id as id from app.decomptes where id = $1', [id]))[0]?.id)

describe('a décompte to print', () => {
  it('has a row for each sapeur, by name, and their totals', async () => {
    await addPaiement(sql, decompte, { nom: 'Zwahlen', solde: 120.5 })
    await addPaiement(sql, decompte, { nom: 'Aubry', solde: 80 })
    const { name, bytes } = await download(`/decomptes/${decompte}/pdf`)
    expect(name).toBe(`attachment; filename="decompte-hs-${decompte}.pdf"`)
    const pages = await readPages(bytes)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('1 Aubry Léa 80,00 0,00 0,00 0,00 0,00 0,00 80,00 2 Zwahlen Léa 120,50')
    expect(pages[0]).toContain('Total 200,50 0,00 0,00 0,00 0,00 0,00 200,50')
  })

  it('has slips with the address, which accounting cannot read otherwise', async () => {
    await addPaiement(sql, decompte, { nom: 'Zwahlen', solde: 120.5 })
    const pages = await readPages((await download(`/decomptes/${decompte}/pdf?fiches=true`)).bytes)
    expect(pages).toHaveLength(2)
    expect(pages[1]).toMatch(/Zwahlen Léa Rue du Hangar 4 28\d\d Bassecourt Soldes du printemps/)
    expect(pages[1]).toContain('Solde 1,00 pce 0,00 1,00 120,50 Soldes 120,50 À payer CHF 120,50')
  })

  it('is also made without any payment', async () => {
    const [page] = await readPages((await download(`/decomptes/${decompte}/pdf?fiches=true`)).bytes)
    expect(page).toContain('Sapeurs 0')
  })
})

describe('a décompte for spreadsheets', () => {
  const formula = '=HYPERLINK("http://x")'

  it('holds no formula, as CSV', async () => {
    const { sapeur } = await addPaiement(sql, decompte, { nom: formula, solde: -20.5 })
    const { name, bytes } = await download(`/decomptes/${decompte}/export`)
    expect(name).toBe(`attachment; filename="decompte-hs-${decompte}.csv"`)
    const [titles, ...rows] = parse(bytes, { delimiter: ';' })
    expect(titles?.slice(0, 4)).toEqual(['N°', 'Nom', 'Prénom', 'Solde'])
    expect(rows).toEqual([
      [String(sapeur), `'${formula}`, 'Léa', '-20.50', ...Array(7).fill('0.00'), '-20.50'],
    ])
  })

  it('holds payments and entries, and no formula, as xlsx', async () => {
    await addPaiement(sql, decompte, { designation: formula })
    const { name, bytes } = await download(`/decomptes/${decompte}/export?format=xlsx`)
    expect(name).toBe(`attachment; filename="decompte-hs-${decompte}.xlsx"`)
    const sheets = readXlsx(bytes)
    expect([...sheets.keys()]).toEqual(['Paiements', 'Écritures'])
    const values = (sheets.get('Écritures') ?? []).map((row) => row.map((cell) => cell?.value))
    expect(values[1]?.slice(1, 5)).toEqual([
      'Rochat',
      'Léa',
      expect.stringMatching(/^01\.01\.19\d\d$/),
      formula,
    ])
  })
})

describe('one’s own slip', () => {
  it('has one’s own payment only, with its entries and categories', async () => {
    const email = 'leaslip@example.org'
    const user = await makeAccount(database, { email, permissions: { hs: [] } })
    const { sapeur } = await addPaiement(sql, decompte, { nom: 'Zwahlen', solde: 120.5 })
    await addPaiement(sql, decompte, { nom: 'Aubry', solde: 80 })
    await link(api, user, sapeur)
    await sql(
      `with compte as (insert into app.comptes (numero, designation, produit) values ('P-1', 'Amendes', true) returning id),
            categorie as (insert into app.ecriture_categories (designation) values ('Absences') returning id)
       insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total, decompte_id, compte_id, ecriture_categorie_id)
       select d.exercice_comptable_id, $2, d.date, 'Absence', 20, d.id, compte.id, categorie.id
         from app.decomptes d, compte, categorie
        where d.id = $1`,
      [decompte, sapeur],
    )
    const path = `/mes-decomptes/${await yearOf(decompte)}/${decompte}/pdf`
    const { status, name, bytes } = await download(path, email)
    expect([status, name]).toEqual([200, `attachment; filename="mon-decompte-hs-${decompte}.pdf"`])
    const pages = await readPages(bytes)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Zwahlen Léa')
    expect(pages[0]).toMatch(/Absences -20,00 \d\d\.\d\d\.\d{4} Absence 1,00 pce 0,00 1,00 -20,00/)
    expect(pages[0]).not.toContain('Aubry')
    const other = await addDecompte(sql)
    for (const [annee, id] of [
      [await yearOf(decompte), other],
      [await yearOf(other), decompte],
      [await yearOf(other), other],
    ])
      expect((await download(`/mes-decomptes/${annee}/${id}/pdf`, email)).status).toBe(404)
  })
})

it('documents are of décomptes of this SIS only', async () => {
  const elsewhere = await addDecompte((text, values) => sql(text, values, 'test'))
  for (const path of ['pdf', 'export'])
    for (const id of [elsewhere, 999_999]) {
      const { status, bytes } = await download(`/decomptes/${id}/${path}`)
      expect([status, JSON.parse(bytes.toString())]).toEqual([404, { error: 'Décompte inconnu' }])
    }
})
