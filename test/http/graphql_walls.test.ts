import { beforeAll, describe, expect, it } from 'vitest'
import { introspect, type Shown } from './graphql_everything.ts'
import { useGraphql } from './graphql_fixture.ts'
import { plantHistory, years } from './statistiques_fixture.ts'

const api = useGraphql()
const { servers, ask, sql, post, data, refusal } = api
const other = { as: 'autre@example.org', sis: 'test' }
let shown: Shown
let foreign: { sapeur: number; intervention: number; cursor: string }

beforeAll(async () => {
  await plantHistory(sql, 7)
  await plantHistory((text, values) => sql(text, values, 'test'), 11)
  for (const sis of ['hs', 'test']) {
    await sql("insert into app.sis_contacts (email) values ('contact@example.org')", [], sis)
    await sql(
      `insert into app.alarmes (date, type, adresse, intervention_voulue) values (now(), 'Alarme', 'Rue 1', false)`,
      [],
      sis,
    )
  }
  await markForeign()
  shown = await introspect(api)
  const { sapeurs, interventions } = await data(
    '{ sapeurs(first: 3) { nodes { id } pageInfo { endCursor } } interventions(first: 1) { nodes { id } } }',
    other,
  )
  foreign = {
    sapeur: sapeurs.nodes[0].id,
    intervention: interventions.nodes[0].id,
    cursor: sapeurs.pageInfo.endCursor,
  }
}, 60_000)

// What stands in test has a name by which it is known wherever it turns up.
async function markForeign(): Promise<void> {
  const mark = (table: string, column: string) =>
    sql(`update app.${table} set ${column} = 'Ailleurs ' || ${column}`, [], 'test')
  for (const table of [
    'vehicules',
    'materiels',
    'groupes',
    'grades',
    'fonctions',
    'exercices',
    'types_intervention',
  ])
    await mark(table, 'designation')
  await mark('sapeurs', 'nom')
  await sql("update app.interventions set objet = 'Ailleurs ' || objet where statut < 3", [], 'test')
  await mark('alarmes', 'adresse')
}
const isForeign = (body: unknown) => JSON.stringify(body).includes('Ailleurs')

describe('a list', () => {
  it('has the rows of the SIS of the request, as many as its table has for it, and leads to no others', async () => {
    const tables = await sql(
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('app', 'stats') and c.relkind in ('r', 'v')`,
    )
    const tableOf = (list: string) => {
      const [found] = tables.filter(
        ({ schema, name }) => (schema === 'app' ? name : `stats_${name}`) === list,
      )
      return `${found?.schema}.${found?.name}`
    }
    expect(shown.lists).toHaveLength(66)
    for (const list of shown.lists) {
      const [row] = await sql(`select count(*)::integer as n from ${tableOf(list)}`)
      const { status, body } = await post(shown.everything(list))
      expect([list, status, body.errors, isForeign(body)]).toEqual([list, 200, undefined, false])
      expect([list, body.data[list].totalCount]).toEqual([list, row?.n])
    }
    const elsewhere = await post(shown.everything('interventions'), other)
    expect(isForeign(elsewhere.body)).toBe(true)
  }, 60_000)
})

describe('of another SIS nothing is to be had', () => {
  it.each([
    [
      'by its id',
      '{ sapeur(id: $s) { nom } intervention(id: $i) { objet } }',
      { sapeur: null, intervention: null },
    ],
    ['by a filter', '{ sapeurs(filter: {id: {in: [$s]}}) { totalCount } }', { sapeurs: { totalCount: 0 } }],
    [
      'by a negation',
      '{ sapeurs(filter: {not: {nom: {startsWith: "A"}}, nom: {startsWith: "Ailleurs"}}) { totalCount } }',
      { sapeurs: { totalCount: 0 } },
    ],
    [
      'by an alternative',
      '{ sapeurs(filter: {or: [{id: {equalTo: $s}}, {nom: {startsWith: "Ailleurs"}}]}) { totalCount } }',
      { sapeurs: { totalCount: 0 } },
    ],
    [
      'by what a relation has',
      '{ intervention_sapeurs(filter: {sapeur: {nom: {startsWith: "Ailleurs"}}}) { totalCount } }',
      { intervention_sapeurs: { totalCount: 0 } },
    ],
    [
      'by fragments and aliases',
      '{ a: sapeur(id: $s) { ...f } b: sapeur(id: $s) { ... on Sapeur { interventions { nodes { objet } } } } } fragment f on Sapeur { nom }',
      { a: null, b: null },
    ],
    [
      'by figures',
      '{ stats_presences(filter: {sapeur_id: {equalTo: $s}}) { totalCount } stats_interventions(filter: {id: {equalTo: $i}}) { totalCount } }',
      { stats_presences: { totalCount: 0 }, stats_interventions: { totalCount: 0 } },
    ],
  ])('%s', async (_how, query, expected) => {
    const filled = query
      .replaceAll('$s', String(foreign.sapeur))
      .replaceAll('$i', String(foreign.intervention))
    expect(await data(filled)).toEqual(expected)
  })

  it('by a cursor', async () => {
    const { sapeurs } = await data(`{ sapeurs(after: "${foreign.cursor}") { nodes { nom } } }`)
    expect(isForeign(sapeurs)).toBe(false)
    const forged = btoa(JSON.stringify([...JSON.parse(atob(foreign.cursor)).slice(0, 1), 'test', '1']))
    expect(
      (await data(`{ sapeurs(after: "${forged}") { totalCount nodes { nom } } }`)).sapeurs.nodes,
    ).toEqual([])
    const [status] = await refusal(`{ sapeurs(after: "${btoa('["x","test","1"]')}") { nodes { nom } } }`)
    expect(status).toBe(400)
  })

  it.each([
    '{ sapeurs(filter: {sis_key: {equalTo: "test"}}) { totalCount } }',
    '{ sapeurs(sis_key: "test") { totalCount } }',
    '{ sapeurs(orderBy: SIS_KEY_ASC) { totalCount } }',
    '{ sapeurs(condition: {sis_key: "test"}) { totalCount } }',
    '{ sapeurs { nodes { sis_key } } }',
    '{ node(id: "WyJzYXBldXJzIiwxXQ==") { id } }',
    '{ query { __typename } }',
  ])('by a word that there is not: %s', async (query) => {
    expect((await post(query)).status).toBe(400)
  })

  it('by settings, in whatever is sent beside the query', async () => {
    const settings = { 'request.sis_key': 'test', 'request.permissions': 'sis.config', role: 'caserne_owner' }
    for (const extra of [
      { pgSettings: settings },
      { extensions: { pgSettings: settings } },
      { sis_key: 'test' },
    ]) {
      const { body } = await servers.data('/graphql?sis_key=test', {
        method: 'POST',
        as: 'sapeur@example.org',
        sis: 'hs',
        headers: { 'x-pgsettings': JSON.stringify(settings) },
        body: { query: '{ sapeurs { totalCount nodes { nom } } sis_contacts { totalCount } }', ...extra },
      })
      expect([body.data.sapeurs.totalCount, body.data.sis_contacts.totalCount]).toEqual([1, 0])
    }
  })

  it('by what another request on the same connection was', async () => {
    const asked = Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? {} : other))
    const answers = await Promise.all(asked.map((asking) => post('{ sapeurs { nodes { nom } } }', asking)))
    expect(answers.map(({ body }) => isForeign(body))).toEqual(asked.map((asking) => asking === other))
  })
})

describe('figures', () => {
  const hours = (secondes: string) => (Math.round(Number(secondes) / 36) / 100).toFixed(2)
  it.each(years)('of $annee are those of REST', async ({ annee }) => {
    const [year] = await sql('select id from app.exercices_comptables where annee = $1', [annee])
    const rest = async (path: string) => (await ask(`GET ${path}`)).body.data
    const columns = 'nb secondes sauve_personne sauve_animaux'
    const of = '(filter: {annee: {equalTo: $annee}}'
    const found = await data(
      `query ($annee: Int!) {
         stats_federal${of}, orderBy: TRI_ASC) { nodes { id: stat_federal_id ${columns} nb_precedent secondes_precedent } }
         stats_categories_service${of}, orderBy: TRI_ASC) { nodes { id: stat_intervention_id ${columns} nb_precedent secondes_precedent } }
         stats_types${of}) { nodes { id: type_intervention_id ${columns} } }
         stats_traitements${of}) { nodes { id: intervention_traitement_id ${columns} } }
         stats_mensuel${of}) { nodes { mois ${columns} } }
         stats_vehicules${of}) { nodes { id: vehicule_id nb secondes } }
         stats_materiels${of}) { nodes { id: materiel_id nb secondes quantite } }
         stats_presences_exercices${of}) { nodes { id: sapeur_id nb secondes convoque absent remplace excuse } }
       }`,
      { variables: { annee } },
    )
    const written = (list: string) =>
      found[list].nodes.map(({ secondes, secondes_precedent, ...row }: Record<string, string>) => ({
        ...row,
        heures: hours(secondes ?? ''),
        ...(secondes_precedent !== undefined && { heures_precedent: hours(secondes_precedent) }),
      }))
    const bare = ({ designation: _name, statut: _statut, tri: _tri, ...row }: Record<string, unknown>) => row
    const stat = `/statistiques/${year?.id}`
    expect(written('stats_federal')).toEqual(
      (await rest(`/stat-federal?exercice_comptable_id=${year?.id}`)).map(bare),
    )
    expect(written('stats_categories_service')).toEqual(
      (await rest(`/stat-intervention?exercice_comptable_id=${year?.id}`)).map(bare),
    )
    for (const [list, path] of [
      ['stats_types', 'type-intervention'],
      ['stats_traitements', 'intervention-traitement'],
      ['stats_vehicules', 'vehicule'],
      ['stats_materiels', 'materiel'],
      ['stats_presences_exercices', 'presence-exercice'],
    ] as const)
      expect(written(list)).toEqual(await rest(`${stat}/${path}`))
    const months = (await rest(`${stat}/mensuel`)).filter(({ nb }: { nb: number }) => nb > 0)
    expect(written('stats_mensuel')).toEqual(
      months.map(({ id: _id, mois, ...row }: { id: number; mois: string }) => ({
        mois: `${mois}-01`,
        ...row,
      })),
    )
  })
})
