import { beforeAll, expect, it } from 'vitest'
import { allPermissions } from '../support/table.ts'
import { makeAccount } from '../support/users.ts'
import { useGraphql } from './graphql_fixture.ts'
import { link } from './mes_fixture.ts'
import { addPaidYear } from './samples/comptabilite_documents.ts'
import { addSapeur } from './samples/interventions.ts'

const api = useGraphql()
const { database, sql, data } = api
const readers = ['comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config']
const lists = [
  'ecritures',
  'paiements',
  'decomptes',
  'comptes',
  'stats_bilan_comptes',
  'stats_comptes_mensuels',
]
const email = 'lea.graphql@example.org'
let sapeur = 0

beforeAll(async () => {
  const user = await makeAccount(database, { email, permissions: { hs: [] } })
  sapeur = await addSapeur(sql)
  await link(api, user, sapeur)
  await addPaidYear(sql, sapeur)
  await addPaidYear(sql)
  await sql(
    "insert into app.exercices_comptables (annee, designation, debut, fin) values (1979, '1979', '1979-01-01', '1979-12-31')",
  )
  for (const permission of allPermissions)
    await makeAccount(database, {
      email: `${permission}@graphql.example.org`,
      permissions: { hs: [permission] },
    })
})

async function counts(as: string): Promise<Record<string, number>> {
  const answer = await data(`{ ${lists.map((list) => `${list} { totalCount }`).join(' ')} }`, { as })
  return Object.fromEntries(lists.map((list) => [list, answer[list].totalCount]))
}

it.each(allPermissions)('%s alone sees pay only if it is a permission of accounting', async (permission) => {
  const seen = await counts(`${permission}@graphql.example.org`)
  const reads = readers.includes(permission)
  for (const list of ['ecritures', 'paiements', 'decomptes', 'stats_bilan_comptes', 'stats_comptes_mensuels'])
    expect([list, (seen[list] ?? 0) > 0]).toEqual([list, reads])
})

it('a sapeur sees their own entries and payments, and neither those of others nor sums of accounts', async () => {
  const seen = await counts(email)
  expect(seen).toMatchObject({
    paiements: 1,
    decomptes: 0,
    stats_bilan_comptes: 0,
    stats_comptes_mensuels: 0,
  })
  const { ecritures, paiements } = await data(
    '{ ecritures { nodes { sapeur_id } } paiements { nodes { sapeur_id } } }',
    {
      as: email,
    },
  )
  expect(ecritures.nodes).toEqual([{ sapeur_id: sapeur }, { sapeur_id: sapeur }])
  expect(paiements.nodes).toEqual([{ sapeur_id: sapeur }])
})

it('shows entries without an account among the sums', async () => {
  await sql(
    `insert into app.ecritures (exercice_comptable_id, date, designation, total)
     select id, debut, 'Ancienne', 5 from app.exercices_comptables where annee = 1979`,
  )
  const rows = '{ nodes { annee compte_id compte { numero } numero nb total } }'
  const { stats_bilan_comptes } = await data(
    `{ stats_bilan_comptes(filter: { compte_id: { isNull: true }, annee: { equalTo: 1979 } }) ${rows} }`,
    { as: 'comptabilite.lecture@graphql.example.org' },
  )
  expect(stats_bilan_comptes.nodes).toEqual([
    { annee: 1979, compte_id: null, compte: null, numero: '', nb: 1, total: '5.00' },
  ])
})
