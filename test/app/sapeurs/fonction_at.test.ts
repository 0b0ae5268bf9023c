import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { inHs } from '../../support/table.ts'

const database = useDatabase()

/** The function on 14 March 2026 of a sapeur with functions and grades [id, debut, fin]. */
async function fonctionAt(
  fonctions: [number, string, string | null][],
  grades: [number, string, string | null][],
): Promise<string> {
  const owner = await database.as('owner')
  return asSomeone(owner, inHs(['sapeur.modification']), async () => {
    const added = await owner.query(
      "insert into app.sapeurs (nom, prenom) values ('Zwahlen', 'Léa') returning id",
    )
    const { id } = added.rows[0]
    for (const [fonction, debut, fin] of fonctions)
      await owner.query(
        'insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut, fin) values ($1, $2, $3, $4)',
        [id, fonction, debut, fin],
      )
    for (const [grade, debut, fin] of grades)
      await owner.query(
        'insert into app.sapeur_grades (sapeur_id, grade_id, debut, fin) values ($1, $2, $3, $4)',
        [id, grade, debut, fin],
      )
    const { rows } = await owner.query("select app.fonction_at($1, '2026-03-14') as fonction", [id])
    return rows[0].fonction
  })
}

const [CHEF_DE_GROUPE, PORTEUR, SERGENT, CAPORAL] = [6, 7, 8, 9]

it('is the current function, on its first and its last day too', async () => {
  expect(await fonctionAt([[PORTEUR, '2026-03-14', null]], [])).toBe('Porteur')
  expect(await fonctionAt([[PORTEUR, '2020-01-01', '2026-03-14']], [])).toBe('Porteur')
  expect(await fonctionAt([[PORTEUR, '2026-03-15', null]], [])).toBe('')
  expect(await fonctionAt([[PORTEUR, '2020-01-01', '2026-03-13']], [])).toBe('')
})

it('is the function of highest rank when there are several', async () => {
  const both: [number, string, null][] = [
    [PORTEUR, '2020-01-01', null],
    [CHEF_DE_GROUPE, '2022-01-01', null],
  ]
  expect(await fonctionAt(both, [])).toBe('Chef de groupe')
})

it('is the current grade of highest rank when there is no current function', async () => {
  const past: [number, string, string][] = [[CHEF_DE_GROUPE, '2020-01-01', '2021-12-31']]
  const grades: [number, string, null][] = [
    [CAPORAL, '2020-01-01', null],
    [SERGENT, '2023-01-01', null],
  ]
  expect(await fonctionAt(past, grades)).toBe('Sergent')
  expect(await fonctionAt([[PORTEUR, '2020-01-01', null]], grades)).toBe('Porteur')
})

it('is the empty text for a sapeur with neither, and for an unknown one', async () => {
  expect(await fonctionAt([], [])).toBe('')
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['sapeur.lecture']), async () => {
    const { rows } = await owner.query("select app.fonction_at(null, '2026-03-14') as fonction")
    expect(rows).toEqual([{ fonction: '' }])
  })
})
