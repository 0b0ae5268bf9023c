import { beforeAll, expect, it } from 'vitest'
import { addWholePersonne } from '../support/whole_personne.ts'
import { useDataApi } from './data_fixture.ts'

const api = useDataApi()
const { database, ask, told } = api
let donnees: Record<string, Record<string, unknown>[]>
let moi: Awaited<ReturnType<typeof addWholePersonne>>

// While they still serve: an account whose sapeur has left has no rights.
beforeAll(async () => {
  moi = await addWholePersonne(database)
  await api.sql('update app.mutations set sortie = null where sapeur_id = $1', [moi.sapeur])
  const answer = await ask('GET /mes-donnees', undefined, { as: moi.email })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="mes-donnees-hs-20\d\d-\d\d-\d\d\.json"$/,
  )
  donnees = answer.body.data.donnees
}, 60_000)

it('shows every column that is classified as theirs, in a row of every table', async () => {
  const { rows } = await (await database.as('owner')).query<{
    nom: string
    columns: string[]
    neutres: string[]
  }>(
    `select nom, personnelles || gardees as columns, neutres from audit.donnees_personnelles() where lien is not null`,
  )
  expect(rows.length).toBeGreaterThan(25)
  // Only erased people and the commander have rows there.
  const empty = ['audit.identites_paie', 'app.sis']
  for (const { nom, columns, neutres } of rows) {
    expect(Object.keys(donnees), nom).toContain(nom)
    const [row] = donnees[nom] ?? []
    if (empty.includes(nom)) continue
    expect(Object.keys(row ?? {}), nom).toEqual(expect.arrayContaining(columns))
    expect(
      neutres.filter((each) => each in (row ?? {})),
      nom,
    ).toEqual([])
  }
})

it('shows the journal of their rows with values, and of what they changed none', () => {
  const text = JSON.stringify(donnees['audit.journal'])
  expect(text).toContain('Chemin du Paradoxe prolongé')
  expect(text).not.toContain('Groupe un')
  expect(donnees.mails_en_attente).toEqual([expect.objectContaining({ essais: 0 })])
  expect(JSON.stringify(donnees)).not.toMatch(/password|token_hash|\$2[aby]\$/)
})

it('shows nothing of others', async () => {
  const [, body] = await told('GET /mes-donnees')
  expect(JSON.stringify(body)).not.toContain('Testuz')
  expect(body.data.donnees['app.sapeurs']).toHaveLength(1)
})
