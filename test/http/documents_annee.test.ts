import { parse } from 'csv-parse/sync'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPages } from '../exports/feuille_fixture.ts'
import { readXlsx } from '../support/read_xlsx.ts'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { link } from './mes_fixture.ts'
import { addYear } from './samples/annees.ts'
import { addAvsParam, addEcriture } from './samples/comptabilite_decomptes.ts'
import { addPaidYear } from './samples/comptabilite_documents.ts'
import { addSapeur } from './samples/interventions.ts'
import { one } from './samples/sample.ts'

const api = useDataApi()
const { sql, servers, database } = api
const comptable = 'comptable.annee@example.org'
let year = 0
let annee = 0

beforeAll(() => makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.lecture'] } }))
beforeEach(async () => {
  year = await addYear(sql)
  await addAvsParam(sql, year)
  annee = await one(sql, 'select annee from app.exercices_comptables where id = $1', [year])
})

async function download(path: string, as = comptable) {
  const { accessToken } = await servers.signIn(as)
  const response = await fetch(`${servers.urls().data}/api/v2${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, name: response.headers.get('content-disposition'), bytes }
}
const refusal = async (path: string, as = comptable) => {
  const { status, bytes } = await download(path, as)
  return [status, JSON.parse(bytes.toString()).error]
}

/** A sapeur with an address, an AVS number and, unless told otherwise, 40 years. */
async function addNamed(nom: string, naissance: string | null = `${annee - 40}-03-14`) {
  const sapeur = await addSapeur(sql)
  await sql("update app.sapeurs set nom = $2, prenom = 'Léa', civilite_id = 1 where id = $1", [sapeur, nom])
  await sql(
    `insert into app.particularites (sapeur_id, rue, no_rue, localite_id, date_naissance)
     values ($1, 'Rue du Hangar', '4', (select min(id) from app.localites where nom = 'Bassecourt'), $2)
     on conflict (sis_key, sapeur_id) do update set rue = excluded.rue, no_rue = excluded.no_rue,
       localite_id = excluded.localite_id, date_naissance = excluded.date_naissance`,
    [sapeur, naissance],
  )
  await sql(
    `insert into app.salaires (sapeur_id, no_avs) values ($1, '756.1234.5678.97')
     on conflict (sis_key, sapeur_id) do update set no_avs = excluded.no_avs`,
    [sapeur],
  )
  return sapeur
}
const add = (sapeur: number, type: number, total: number, date = `${annee}-03-14`) =>
  addEcriture(sql, year, sapeur, { type, total, date })

/** Pays what is unpaid. */
async function pay({ paid = true } = {}): Promise<void> {
  const demande = {
    exercice_comptable_id: year,
    designation: 'Soldes',
    date: `${annee}-12-10`,
    deduction: true,
  }
  const id = await one(sql, 'select (app.make_decompte($1)).id', [JSON.stringify(demande)])
  if (paid) await sql('update app.decomptes set paye_le = date where id = $1', [id])
}
async function list(query = ''): Promise<string[][]> {
  return parse((await download(`/exercices-comptable/${year}/avs${query}`)).bytes, { delimiter: ';' })
}

describe('the list for the compensation office', () => {
  it('has who owes contributions, with months, salaries and contributions of paid décomptes', async () => {
    const anne = await addNamed('Rochat')
    await add(anne, 1, 5500)
    await add(anne, 2, 3000)
    await add(anne, 3, 20)
    const bob = await addNamed('Aubry')
    await add(bob, 1, 1000)
    await sql('update app.mutations set incorporation = $2 where sapeur_id = $1', [anne, `${annee}-02-15`])
    await pay()
    await add(anne, 2, 500)
    await pay({ paid: false })
    const { name, bytes } = await download(`/exercices-comptable/${year}/avs`)
    expect(name).toBe(`attachment; filename="avs-hs-${annee}.csv"`)
    const [titles, ...rows] = parse(bytes, { delimiter: ';' })
    expect(titles).toEqual([
      ...['N° AVS', 'Nom', 'Prénom', 'Date de naissance', 'Du mois', 'Au mois'],
      ...['Salaire soumis à l’AVS', 'Salaire soumis à l’AC', 'AVS/AI/APG, employé', 'AC, employé'],
      ...['AVS et AC, employé', 'AVS et AC, employé et employeur'],
    ])
    expect(rows).toEqual([
      [
        ...['756.1234.5678.97', 'Rochat', 'Léa', `14.03.${annee - 40}`, '2', '12'],
        ...['3100.00', '3100.00', '164.30', '34.10', '198.40', '396.80'],
      ],
    ])
  })

  it('has the salaries that décomptes withheld contributions on, also in the year of the reference age', async () => {
    const old = await addNamed('Zwahlen', `${annee - 65}-05-10`)
    await add(old, 2, 2000, `${annee}-03-14`)
    await add(old, 2, 4000, `${annee}-09-01`)
    const unknown = await addNamed('Sansdate', null)
    await add(unknown, 2, 2600)
    const young = await addNamed('Jeune', `${annee - 17}-01-01`)
    await add(young, 2, 9000)
    await pay()
    expect((await list()).slice(1).map((row) => [row[1], row[3], ...row.slice(6, 10)])).toEqual([
      ['Sansdate', '', '2600.00', '2600.00', '137.80', '28.60'],
      ['Zwahlen', `10.05.${annee - 65}`, '6000.00', '2000.00', '318.00', '22.00'],
    ])
  })

  it('has nobody whose décomptes are not paid', async () => {
    await add(await addNamed('Rochat'), 2, 3000)
    await pay({ paid: false })
    expect(await list()).toHaveLength(1)
  })

  it('holds no formula', async () => {
    const formulas = ['=HYPERLINK("http://x")', '+41', '-1+1', '@SUM(A1)', '\tTab']
    for (const formula of formulas) await add(await addNamed(formula), 2, 3000)
    await pay()
    const names = (await list()).slice(1).map((row) => row[1])
    expect(names.toSorted()).toEqual(formulas.map((each) => `'${each}`).toSorted())
    const { bytes } = await download(`/exercices-comptable/${year}/avs?format=xlsx`)
    const rows = readXlsx(bytes).get('Liste AVS') ?? []
    const cells = rows.slice(1).map((row) => row[1])
    expect(cells.map((cell) => cell?.value).toSorted()).toEqual(formulas.toSorted())
  })
})

describe('salary certificates', () => {
  it('are annexes by the numbers of form 11, one page for each sapeur, by name', async () => {
    const anne = await addNamed('Zwahlen')
    await add(anne, 1, 5500)
    await add(anne, 2, 3000)
    await add(anne, 3, 20)
    await add(anne, 4, 14.8)
    await add(anne, 0, -30)
    await add(await addNamed('Aubry'), 1, 1000)
    await pay()
    const { name, bytes } = await download(`/certificats-salaire/${year}`)
    expect(name).toBe(`attachment; filename="certificats-salaire-hs-${annee}.pdf"`)
    const pages = await readPages(bytes)
    expect(pages).toHaveLength(2)
    expect(pages[0]).toContain('Aubry Léa')
    const [, page = ''] = pages
    expect(page).toContain(`Annexe au certificat de salaire`)
    expect(page).toContain(
      `Année ${annee} C N° AVS 756.1234.5678.97 Date de naissance 14.03.${annee - 40} D Année ${annee}`,
    )
    expect(page).toContain(`du 01.01.${annee} au 31.12.${annee} H Zwahlen Léa Rue du Hangar 4`)
    expect(page).toContain(
      '1 Salaire : solde et indemnités 8 500,00 8 Salaire brut total 8 500,00 9 Cotisations AVS/AI/APG/AC -198,40 ' +
        '11 Salaire net à reporter sur la déclaration d’impôt 8 301,60 13.1.2 Frais effectifs : autres 14,80 ' +
        '13.2.3 Frais forfaitaires : autres 20,00 15 Observations ' +
        'Solde pour tâches essentielles du service du feu 5 500,00 Autres indemnités 3 000,00 ' +
        'Autres montants versés ou retenus, hors certificat -30,00 Total versé dans l’année 8 306,40',
    )
  })

  it('are of one sapeur where told, of paid décomptes only', async () => {
    const anne = await addNamed('Zwahlen')
    await add(anne, 1, 100)
    await add(await addNamed('Aubry'), 1, 1000)
    await pay()
    await add(anne, 1, 7)
    await pay({ paid: false })
    const pages = await readPages((await download(`/certificats-salaire/${year}?sapeur_id=${anne}`)).bytes)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Zwahlen Léa')
    expect(pages[0]).toContain('11 Salaire net à reporter sur la déclaration d’impôt 100,00')
  })

  it('are refused where nobody was paid, or for a sapeur of another SIS', async () => {
    const sentence = 'Aucun paiement dans un décompte payé de cet exercice comptable'
    expect(await refusal(`/certificats-salaire/${year}`)).toEqual([409, sentence])
    const elsewhere = await addSapeur((text, values) => sql(text, values, 'test'))
    for (const id of [elsewhere, 999_999])
      expect(await refusal(`/certificats-salaire/${year}?sapeur_id=${id}`)).toEqual([
        422,
        { sapeur_id: ['Ce sapeur n’existe pas.'] },
      ])
  })
})

describe('one’s own certificate', () => {
  const email = 'lea.certificat@example.org'
  let sapeur = 0

  beforeAll(async () => {
    const user = await makeAccount(database, { email, permissions: { hs: [] } })
    sapeur = await addSapeur(sql)
    await sql("update app.sapeurs set nom = 'Moimême', prenom = 'Léa' where id = $1", [sapeur])
    await link(api, user, sapeur)
  })

  it('has nobody else, whatever is asked', async () => {
    await add(sapeur, 2, 3000)
    const other = await addNamed('Zwahlen')
    await add(other, 2, 9000)
    await pay()
    const { status, name, bytes } = await download(
      `/mon-certificat-salaire/${year}?sapeur_id=${other}`,
      email,
    )
    expect([status, name]).toEqual([200, `attachment; filename="mon-certificat-salaire-hs-${annee}.pdf"`])
    const pages = await readPages(bytes)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Moimême Léa')
    expect(pages[0]).toContain('9 Cotisations AVS/AI/APG/AC -192,00')
    expect((await refusal(`/certificats-salaire/${year}`, email))[0]).toBe(403)
    expect((await refusal(`/exercices-comptable/${year}/avs`, email))[0]).toBe(403)
  })

  it('is refused where he was not paid', async () => {
    await add(await addNamed('Zwahlen'), 2, 9000)
    await pay()
    expect((await refusal(`/mon-certificat-salaire/${year}`, email))[0]).toBe(409)
  })
})

describe('documents of an accounting year', () => {
  const paths = (id: number) => [
    `/exercices-comptable/${id}/avs`,
    `/certificats-salaire/${id}`,
    `/mon-certificat-salaire/${id}`,
  ]
  const linked = 'commandant@example.org'

  it('are refused where it is no calendar year', async () => {
    for (const [debut, fin] of [
      [`${annee}-01-01`, `${annee}-06-30`],
      [`${annee}-02-01`, `${annee}-12-31`],
    ]) {
      await sql('update app.exercices_comptables set debut = $2, fin = $3 where id = $1', [year, debut, fin])
      for (const path of paths(year))
        expect([path, ...(await refusal(path, linked))]).toEqual([
          path,
          409,
          `L’exercice comptable ${annee} n’est pas une année civile : ce document se fait par année civile`,
        ])
    }
  })

  it('are of this SIS only', async () => {
    const elsewhere = await addPaidYear((text, values) => sql(text, values, 'test'))
    for (const id of [elsewhere.annee, 999_999])
      for (const path of paths(id))
        expect([path, ...(await refusal(path, linked))]).toEqual([path, 404, 'Exercice comptable inconnu'])
  })

  it.each(['lecture', 'modification', 'config'])(
    'are for comptabilite.%s alone, with the same figures',
    async (right) => {
      const email = `seul.${right}@example.org`
      await makeAccount(database, { email, permissions: { hs: [`comptabilite.${right}`] } })
      const anne = await addNamed('Rochat', `${annee - 65}-05-10`)
      await add(anne, 2, 3000, `${annee}-03-14`)
      await add(anne, 2, 4000, `${annee}-09-01`)
      await pay()
      const avs = parse((await download(`/exercices-comptable/${year}/avs`, email)).bytes, { delimiter: ';' })
      expect(avs[1]?.slice(3, 10)).toEqual([
        ...[`10.05.${annee - 65}`, '1', '12', '7000.00', '3000.00', '371.00', '33.00'],
      ])
      const [page] = await readPages((await download(`/certificats-salaire/${year}`, email)).bytes)
      expect(page).toContain(`Date de naissance 10.05.${annee - 65}`)
      expect(page).toContain('Rue du Hangar 4')
    },
  )
})
