import { expect, it } from 'vitest'
import { readPages } from '../exports/feuille_fixture.ts'
import { useDataApi } from './data_fixture.ts'
import { addExercice } from './samples/exercices.ts'
import { one } from './samples/sample.ts'

const { sql, servers } = useDataApi()

async function download(id: number, file: string) {
  const { accessToken } = await servers.signIn('chef@example.org')
  const url = `${servers.urls().data}/api/v2/exercices/${id}/${file}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' } })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** An exercice with three people; the first one changed their grade, and the last came by themselves. */
async function addFilled(): Promise<number> {
  const id = await addExercice(sql)
  await sql(
    `update app.exercices
        set lieu = 'Hangar', localite_id = (select min(id) from app.localites where nom = 'Bassecourt'),
            exercice_categorie_id = 2, communications = 'Tenue de feu'
      where id = $1`,
    [id],
  )
  const people = ['Zwahlen', 'Amsler', 'Bouduban']
  for (const [n, nom] of people.entries()) {
    const sapeur = await one(sql, "insert into app.sapeurs (nom, prenom) values ($1, 'Léa') returning id", [
      nom,
    ])
    await sql(
      `insert into app.sapeur_grades (sapeur_id, grade_id, debut, fin)
       select $1::bigint, g.id, date '2020-01-01', date '2026-03-13' from app.grades g where g.designation = 'Sapeur'
       union all
       select $1::bigint, g.id, '2026-03-14', null from app.grades g where g.designation = 'Caporal'`,
      [sapeur],
    )
    await sql(
      `insert into app.exercice_sapeurs (exercice_id, sapeur_id, convoque, excuse_type_id, excuse_statut)
       values ($1, $2, $3, $4, $5)`,
      [id, sapeur, n !== 2, n === 0 ? 2 : null, n === 0 ? 1 : 0],
    )
  }
  return id
}

it('the call to an exercice is a PDF with the names of the day', async () => {
  await sql("update app.sis set nom = 'Défense « Été »'")
  const id = await addFilled()
  const { response, bytes } = await download(id, 'convocation.pdf')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="convocation-hs-${id}.pdf"`)
  const [text] = await readPages(bytes)
  expect(text).toContain('Convocation Défense « Été »')
  expect(text).toContain('Date samedi 14 mars 2026 Heure de 19 h 30 à 21 h 30 Lieu Hangar, Bassecourt')
  expect(text).toContain('Communications Tenue de feu')
  expect(text).toContain('au plus tard le samedi 21 mars 2026. Amsler Léa Caporal Zwahlen Léa Caporal')
})

it('the list to sign is a PDF with those convoked first', async () => {
  const id = await addFilled()
  const { response, bytes } = await download(id, 'liste-presence.pdf')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="liste-presence-hs-${id}.pdf"`,
  )
  const [text] = await readPages(bytes)
  expect(text).toContain(
    '1 Amsler Léa Caporal 2 Zwahlen Léa Caporal excusé 3 Bouduban Léa Caporal non convoqué',
  )
})

it.each(['convocation.pdf', 'liste-presence.pdf'])('%s is only of exercices of this SIS', async (file) => {
  const elsewhere = await addExercice((text, values) => sql(text, values, 'test'))
  for (const id of [elsewhere, 999_999]) {
    const { response, bytes } = await download(id, file)
    expect([response.status, JSON.parse(bytes.toString())]).toEqual([404, { error: 'Exercice inconnu' }])
  }
})
