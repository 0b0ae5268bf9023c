import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { readXlsx } from '../support/read_xlsx.ts'
import { useAnnee } from './annee_fixture.ts'

const { sql, made, download, addNamed, add, pay } = useAnnee()

async function list(query = ''): Promise<string[][]> {
  return parse((await download(`/exercices-comptable/${made.year}/avs${query}`)).bytes, { delimiter: ';' })
}

describe('the list for the compensation office', () => {
  it('has who owes contributions, with months, salaries and contributions of paid décomptes', async () => {
    const anne = await addNamed('Rochat')
    await add(anne, 1, 5500)
    await add(anne, 2, 3000)
    await add(anne, 3, 20)
    const bob = await addNamed('Aubry')
    await add(bob, 1, 1000)
    await sql('update app.mutations set incorporation = $2 where sapeur_id = $1', [
      anne,
      `${made.annee}-02-15`,
    ])
    await pay()
    await add(anne, 2, 500)
    await pay({ paid: false })
    const { name, bytes } = await download(`/exercices-comptable/${made.year}/avs`)
    expect(name).toBe(`attachment; filename="avs-hs-${made.annee}.csv"`)
    const [titles, ...rows] = parse(bytes, { delimiter: ';' })
    expect(titles).toEqual([
      ...['N° AVS', 'Nom', 'Prénom', 'Date de naissance', 'Du mois', 'Au mois'],
      ...['Salaire soumis à l’AVS', 'Salaire soumis à l’AC', 'AVS/AI/APG, employé', 'AC, employé'],
      ...['AVS et AC, employé', 'AVS et AC, employé et employeur'],
    ])
    expect(rows).toEqual([
      [
        ...['756.1234.5678.97', 'Rochat', 'Léa', `14.03.${made.annee - 40}`, '2', '12'],
        ...['3100.00', '3100.00', '164.30', '34.10', '198.40', '396.80'],
      ],
    ])
  })

  it('has the salaries that décomptes withheld contributions on, also in the year of the reference age', async () => {
    const old = await addNamed('Zwahlen', `${made.annee - 65}-05-10`)
    await add(old, 2, 2000, `${made.annee}-03-14`)
    await add(old, 2, 4000, `${made.annee}-09-01`)
    const unknown = await addNamed('Sansdate', null)
    await add(unknown, 2, 2600)
    const young = await addNamed('Jeune', `${made.annee - 17}-01-01`)
    await add(young, 2, 9000)
    await pay()
    expect((await list()).slice(1).map((row) => [row[1], row[3], ...row.slice(6, 10)])).toEqual([
      ['Sansdate', '', '2600.00', '2600.00', '137.80', '28.60'],
      ['Zwahlen', `10.05.${made.annee - 65}`, '6000.00', '2000.00', '318.00', '22.00'],
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
    const { bytes } = await download(`/exercices-comptable/${made.year}/avs?format=xlsx`)
    const rows = readXlsx(bytes).get('Liste AVS') ?? []
    const cells = rows.slice(1).map((row) => row[1])
    expect(cells.map((cell) => cell?.value).toSorted()).toEqual(formulas.toSorted())
  })
})
