import { beforeAll, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { database, servers, ask, sql } = useDataApi()

const graphql = (query: string, variables = {}, asking: { as?: string; sis?: string } = {}) =>
  servers.data('/graphql', {
    method: 'POST',
    as: asking.as ?? 'commandant@example.org',
    sis: asking.sis ?? 'hs',
    body: { query, variables },
  })

it('answers', async () => {
  let t = Date.now()
  const one = await graphql('{ sapeurs(first: 2, orderBy: NOM_PRENOM_ASC) { totalCount nodes { id nom_prenom porteur created_at sapeur_du_jour { grade { designation } actif } sapeur_grades { nodes { grade { designation } debut } } } pageInfo { endCursor hasNextPage } } }')
  console.log(Date.now() - t, JSON.stringify(one.body, null, 1), one.status)
  t = Date.now()
  for (const q of ['{ stats_federal(filter: {annee: {equalTo: 2026}}) { nodes { annee designation nb secondes stat_federal { designation } } } }',
    '{ sapeurs(first: 1001) { totalCount } }', '{ sapeurs(filter: {sis_key: {equalTo: "test"}}) { totalCount } }', 'mutation { a }', '{ a', '{ sapeurs(after: "abc") { totalCount nodes { id } } }',
    '{ sapeurs(filter: {id: {equalTo: "abc"}}) { totalCount nodes { id } } }',
    '{ sapeurs(filter: {created_at: {equalTo: "abc"}}) { totalCount nodes { id } } }',
    '{ sapeurs(filter: {}) { totalCount nodes { id } } }',
    '{ exercices_comptables { nodes { annee stats_federal { nodes { nb} } } } }',
    '{ sapeur(id: 3) { id nom } interventions { totalCount } stats_sapeurs { totalCount } stats_alarmes { totalCount } stats_exercices { totalCount } stats_presences_exercices { totalCount} }',
  ]) {
    t = Date.now()
    const r = await graphql(q)
    console.log(Date.now() - t, r.status, JSON.stringify(r.body).slice(0, 600))
  }
  console.log(servers.log().split('\n').filter((l) => !/"level":(20|30)/.test(l)).join('\n'))
})
