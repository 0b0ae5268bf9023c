import { beforeAll, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { told, sql } = useDataApi()
const send = async (body: object) => {
  const least = { date_debut: '2026-03-14', heure_debut: '14:29', objet: 'Feu de cuisine' }
  const [status, answer] = await told('POST /interventions-complet', { ...least, ...body })
  expect([status, answer.error]).toEqual([201, undefined])
  return answer.data
}
const ids = { materiel: 0 }

beforeAll(async () => {
  const [row] = await sql(
    `insert into app.materiels (designation) values ('Barrage') returning id::integer as materiel`,
  )
  Object.assign(ids, row)
})

it('accepts groups as the alarm centre names them: some have no number, some no name', async () => {
  const groupes = [
    { no: '', designation: 'Commune Haute-Sorne - RTA' },
    { no: null, designation: 'Protection civile' },
    { no: 90, designation: null },
  ]
  expect(await send({ groupes })).toMatchObject({
    groupes: [
      { no: '', designation: 'Commune Haute-Sorne - RTA' },
      { no: '', designation: 'Protection civile' },
      { no: '90', designation: '' },
    ],
    avertissements: [],
  })
})

it.each([
  [{}, []],
  ['', []],
  [
    { id: null, adresse: 'Rue de la Gare 15' },
    ['alarme : sans identifiant, le rapport n’est lié à aucune alarme'],
  ],
])('belongs to no alarm when the report sends %j', async (alarme, avertissements) => {
  expect(await send({ alarme })).toMatchObject({ alarme_id: null, avertissements })
})

it.each([
  [1.234, '1.23', ['materiel.0.quantite : 1.234 a été lu comme 1.23']],
  ['1.239', '1.24', ['materiel.0.quantite : "1.239" a été lu comme 1.24']],
  ['2,5', '2.50', []],
  [12.05, '12.05', []],
])('reads the quantity %j as %s', async (sent, quantite, avertissements) => {
  expect(await send({ materiel: [{ materiel_id: ids.materiel, quantite: sent }] })).toMatchObject({
    materiels: [{ quantite }],
    avertissements,
  })
})

it('adds no material of a negative quantity, with a warning', async () => {
  expect(await send({ materiel: [{ materiel_id: ids.materiel, quantite: -1 }] })).toMatchObject({
    materiels: [],
    avertissements: [
      'materiel.0.quantite : -1 a été lu comme 0.00',
      'materiel.0 : ce matériel n’a pas été ajouté, sa quantité est 0.00',
    ],
  })
})
