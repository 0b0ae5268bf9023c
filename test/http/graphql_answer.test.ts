import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { isObjectType, lexicographicSortSchema, printSchema } from 'postgraphile/graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { createPool } from '../../src/db/pool.ts'
import { answer, type Setup } from '../../src/http/graphql/answer.ts'
import { Documents } from '../../src/http/graphql/documents.ts'
import { makeSetup } from '../../src/http/graphql/make_setup.ts'
import { useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'

// Add every table and view that GraphQL shows here: this list prevents exposure by mistake.
const lists = `
  alarme_groupes alarme_personnes alarmes amendes avs_params civilites comptes decomptes ecriture_categories ecritures
  effectif_requis excuses_types exercice_categories exercice_heures exercice_sapeurs exercices exercices_comptables fonctions
  grades groupe_sapeurs groupes heure_exercice_types indemnites_annuelles indemnites_exercice indemnites_intervention
  indisponibilites intervention_appels intervention_groupes
  intervention_jalons intervention_materiels intervention_missions intervention_phases intervention_quittances intervention_sapeurs intervention_traitements
  intervention_vehicules interventions localites localites_sis materiel_personnel materiels
  mission_types mutations ordre_paiements ordres paiements particularites permis_types phase_types piquets
  reponses_alarmes salaires sapeur_fonctions sapeur_grades sapeur_permis sapeurs sapeurs_du_jour
  sis_contacts stat_federal stat_intervention stats_alarmes stats_bilan_comptes stats_categories_service stats_comptes_mensuels
  stats_disponibilites stats_exercices
  stats_fausses_alarmes stats_federal stats_interventions stats_materiels stats_mensuel stats_presences
  stats_presences_exercices stats_presences_interventions stats_sapeurs stats_traitements stats_types stats_vehicules
  telephone_types telephones telephones_utiles types_intervention unites vehicules
`
  .trim()
  .split(/\s+/)
const database = useDatabase()
const statements: string[] = []
let setup: Setup
let userId = 0

// The engine of the thread, with a record of its statements.
beforeAll(async () => {
  const pool = createPool(database.urls.api, 2, pino({ level: 'silent' }), {}, { pipeline: true })
  pool.on('connect', listen)
  setup = await makeSetup({ pool, seconds: 10, namedStatements: true }, true)
  const { rows } = await (await database.as('owner')).query(
    "select id::integer as id from auth.users where email = 'commandant@example.org'",
  )
  userId = rows[0].id
}, 60_000)
afterAll(() => setup.pool.end())

function listen(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const heard = (...args: unknown[]) => {
    const [statement] = args
    statements.push(typeof statement === 'string' ? statement : (statement as { text: string }).text)
    return query(...args)
  }
  Object.assign(client, { query: heard })
}

const caller = (changes = {}) => ({
  userId,
  email: '',
  issuedAt: Math.floor(Date.now() / 1_000) + 1,
  expiresAt: Math.floor(Date.now() / 1_000) + 600,
  sisKey: 'hs',
  permissions: allPermissions,
  sapeurId: null,
  ...changes,
})
const ask = async (query: string, settings: Partial<Setup> = {}, who = {}) => {
  statements.length = 0
  const question = { caller: caller(who), query, variables: {}, operationName: null }
  const { status, body } = await answer({ ...setup, ...settings }, question)
  return { status, body: JSON.parse(body) }
}

describe('a request', () => {
  it('is one read-only transaction, which auth.open_request opens before any read', async () => {
    await ask('{ sapeurs { totalCount } grades { totalCount } }')
    expect(statements[0]).toMatch(/^begin transaction isolation level repeatable read, read only;/)
    expect(statements[1]).toBe("select from auth.open_request($1, to_timestamp($2), $3, $4, $5, '{}', false)")
    expect(statements.at(-1)).toBe('commit')
    expect(statements.filter((each) => /set_config|request\.|open_request/.test(each))).toHaveLength(1)
  })

  it('takes the same number of statements for any number of rows', async () => {
    const nested = (first: number) =>
      `{ sapeurs(first: ${first}) { nodes { nom sapeur_du_jour { grade { designation } }
           sapeur_grades { nodes { grade { designation } } } telephones { totalCount nodes { numero } } } } }`
    await ask(nested(1))
    const one = statements.length
    const { body } = await ask(nested(20))
    expect(body.data.sapeurs.nodes).toHaveLength(20)
    expect(statements).toHaveLength(one)
    expect(one).toBeLessThan(12)
  })

  it('fails as a whole when a statement fails, with the reason in the log and not in the answer', async () => {
    const owner = await database.as('owner')
    await owner.query('revoke select on app.unites from caserne_api')
    await expect(
      ask('{ sapeurs { totalCount } unites { nodes { id } } grades { totalCount } }'),
    ).rejects.toThrow('permission denied for table unites')
    expect(statements.at(-1)).toBe('rollback')
    await owner.query('grant select on app.unites to caserne_api')
  })

  it('is refused when it takes too long', async () => {
    const owner = await database.as('owner')
    await owner.query('begin')
    await owner.query('lock table app.unites')
    const { status, body } = await ask('{ unites { totalCount } }', { seconds: 1 })
    await owner.query('rollback')
    expect([status, body.errors]).toEqual([
      400,
      [{ message: 'La requête a pris plus de 1 s : demandez-en moins.' }],
    ])
  })

  it('without the right runs no other statement', async () => {
    await expect(ask('{ sapeurs { totalCount } }', {}, { userId: 0 })).rejects.toThrow('Accès refusé')
    expect(statements).toHaveLength(3)
  })
})

describe('a query that asks for too much', () => {
  const list = (depth: number): string =>
    depth === 0 ? 'id' : `id groupes(first: 1) { nodes { ${list(depth - 1)} } }`
  const laughs = (n: number) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`
  const bomb = `{ ...f0 } ${Array.from({ length: 30 }, (_, n) => laughs(n)).join(' ')} fragment f30 on Query { __typename }`
  it.each([
    ['pages', '{ sapeurs(first: 1001) { totalCount } }', 'first doit être compris entre 0 et 1000.'],
    ['negative pages', '{ sapeurs(first: -1) { totalCount } }', 'first doit être compris entre 0 et 1000.'],
    [
      'nested pages',
      '{ sapeurs(first: 1000) { nodes { intervention_sapeurs { nodes { id } } } } }',
      'La requête demande trop : plus de 100000 lignes (réduisez first).',
    ],
    [
      'depth',
      `{ groupes(first: 1) { nodes { ${list(6)} } } }`,
      'La requête demande trop : plus de 12 niveaux de profondeur.',
    ],
    [
      'aliases',
      `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: sapeurs { totalCount }`).join(' ')} }`,
      'La requête demande trop : plus de 30 listes.',
    ],
    [
      'fields',
      `{ ${Array.from({ length: 501 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
      'La requête demande trop : plus de 500 champs.',
    ],
    ['nested fragments', bomb, 'La requête demande trop : plus de 500 champs.'],
    [
      'circular fragments',
      '{ ...a } fragment a on Query { ...a }',
      'La requête demande trop : plus de 500 champs.',
    ],
    ['words', `{ ${'__typename '.repeat(3_001)} }`, 'La requête demande trop : plus de 3000 mots.'],
    ['brackets', `${'{a'.repeat(900)}${'}'.repeat(900)}`, 'Cannot query field "a" on type "Query".'],
    [
      'introspection',
      `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: __schema { types { name } }`).join(' ')} }`,
      'La requête demande trop : plus de 30 listes.',
    ],
  ])('is refused: %s', async (_name, query, message) => {
    const { status, body } = await ask(query)
    expect([status, body.errors[0].message]).toEqual([400, message])
  })
})

describe('without introspection', () => {
  it('no answer reveals an unknown name', async () => {
    const closed = (query: string) =>
      ask(query, { introspection: false, documents: new Documents(setup.schema, false) })
    expect((await closed('{ __schema { types { name } } }')).status).toBe(400)
    expect((await closed('{ __type(name: "Sapeur") { name } }')).status).toBe(400)
    expect((await closed('{ sapeurz { totalCount } }')).body.errors[0].message).toBe(
      'Cannot query field "sapeurz" on type "Query".',
    )
    expect((await closed('{ sapeurs { __typename } }')).status).toBe(200)
  })
})

describe('the schema', () => {
  it('is the one in git', () => {
    const text = readFileSync(join(root, 'src/http/graphql/schema.graphql'), 'utf8')
    expect(`${printSchema(lexicographicSortSchema(setup.schema))}\n`).toBe(text)
  })

  it('has the exposed tables and views, for reading, and no function or other table', () => {
    const fields = Object.values(setup.schema.getQueryType()?.getFields() ?? {})
    const isList = ({ type }: { type: unknown }) => String(type).endsWith('Connection')
    expect(
      fields
        .filter(isList)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(lists)
    // Everything else is one row of a list, by its key.
    const rows = new Set(fields.filter(isList).map(({ type }) => String(type).replace('Connection', '')))
    const others = fields.filter((field) => !isList(field))
    const isKey = (args: readonly { type: unknown }[]) =>
      args.length > 0 && args.every(({ type }) => String(type).endsWith('!'))
    expect(others.filter(({ type, args }) => !rows.has(String(type)) || !isKey(args))).toEqual([])
    const types = Object.values(setup.schema.getTypeMap()).filter(isObjectType)
    const known = [...rows].flatMap((row) => [row, `${row}Connection`, `${row}Edge`])
    expect(
      types
        .map(({ name }) => name)
        .filter((name) => !name.startsWith('__') && !known.includes(name))
        .sort(),
    ).toEqual(['PageInfo', 'Query'])
    expect(setup.schema.getMutationType()).toBeUndefined()
    expect(setup.schema.getSubscriptionType()).toBeUndefined()
  })

  it('names the SIS nowhere', () => {
    expect(readFileSync(join(root, 'src/http/graphql/schema.graphql'), 'utf8')).not.toMatch(
      /\bsis_key\b|SIS_KEY/,
    )
  })
})
