import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { hiddenColumns, views } from '../../src/http/graphql/exposed.ts'
import { tables as exposed } from '../../src/http/graphql/exposed_tables.ts'
import { useGraphql } from '../http/graphql_fixture.ts'
import { plantHistory } from '../http/statistiques_fixture.ts'
import { forge } from '../support/tokens.ts'
import { makeAccount } from '../support/users.ts'
import { cursors, foreign, unknown } from './graphql_attacks.ts'
import { everything, lists } from './graphql_everything.ts'
import { bodies, headers, values } from './graphql_requests.ts'

// As in production, except that all requests share one connection.
const api = useGraphql({ GRAPHQL_INTROSPECTION: 'false', GRAPHQL_POOL_SIZE: '1' })
const { database, servers, sql, post, data, refusal } = api
const other = { as: 'autre@example.org', sis: 'test' }
let ids: { sapeur: number; intervention: number }
let order: string

beforeAll(async () => {
  await plantHistory(sql, 7)
  await plantHistory((text, values) => sql(text, values, 'test'), 11)
  for (const [sis, email] of [
    ['hs', 'un@example.org'],
    ['test', 'deux@example.org'],
    ['test', 'trois@example.org'],
  ]) {
    await sql('insert into app.sis_contacts (email) values ($1)', [email], sis)
    await sql(
      `insert into app.alarmes (date, type, adresse, intervention_voulue) values (now(), 'Alarme', 'Rue 1', false)`,
      [],
      sis,
    )
  }
  await markForeign()
  const { sapeurs, interventions } = await data(
    '{ sapeurs(first: 3) { nodes { id } pageInfo { endCursor } } interventions(first: 1) { nodes { id } } }',
    other,
  )
  ids = { sapeur: sapeurs.nodes[0].id, intervention: interventions.nodes[0].id }
  order = JSON.parse(atob(sapeurs.pageInfo.endCursor))[0]
}, 60_000)

// Rows of test get names that are recognisable in any answer.
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
const fill = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value).replaceAll('%s', String(ids.sapeur)).replaceAll('%i', String(ids.intervention)),
  )

describe('in a request of hs', () => {
  it('each list has exactly the rows of hs in its table, and leads to no others', async () => {
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
    expect(lists).toHaveLength(Object.keys({ ...exposed, ...views }).length)
    for (const list of lists) {
      const [row] = await sql(`select count(*)::integer as n from ${tableOf(list)}`)
      const { status, body } = await post(everything(list))
      expect([list, status, body.errors, isForeign(body)]).toEqual([list, 200, undefined, false])
      expect([list, body.data[list].totalCount]).toEqual([list, row?.n])
    }
    const elsewhere = await post(everything('interventions'), other)
    expect(isForeign(elsewhere.body)).toBe(true)
  }, 60_000)

  it.each(foreign)('rows of test cannot be reached: %s', async (_title, query, gets, variables = {}) => {
    expect(await data(fill(query), { variables: fill(variables) as Record<string, unknown> })).toEqual(gets)
  })

  it.each(cursors)('a cursor %s leads to no other SIS', async (_title, parts, status, rows) => {
    const cursor = Buffer.from(JSON.stringify(parts(order))).toString('base64')
    const answer = await post(`{ sapeurs(after: "${cursor}") { nodes { nom } } }`)
    expect([answer.status, isForeign(answer.body)]).toEqual([status, false])
    if (rows !== undefined) expect(answer.body.data.sapeurs.nodes.length > 0).toBe(rows)
  })

  it.each(unknown)('these names do not exist: %s', async (query, message) => {
    const [status, ...messages] = await refusal(query)
    expect([status, messages[0]]).toEqual([400, message])
  })

  it.each(values)(
    'a value is taken literally or refused: %s',
    async (_title, query, said, variables = {}) => {
      const { status, body } = await post(query, { variables: variables as Record<string, unknown> })
      if (typeof said === 'object') expect([status, body]).toEqual([200, { data: said }])
      else expect([status, body.errors[0].message, body.data]).toEqual([400, said, undefined])
    },
  )

  it.each(bodies)('a body is one query of its caller: %s', async (_title, body, type, status, answer) => {
    const told = await servers.data('/graphql?sis_key=test&query={sapeurs{nodes{nom}}}', {
      method: 'POST',
      as: 'commandant@example.org',
      sis: 'hs',
      headers: { 'content-type': type },
      body,
    })
    expect([told.status, told.body]).toEqual([status, answer])
  })

  // They count for all SIS together, and so tell how busy the others are.
  it('no column shows a number of a transaction', async () => {
    const { rows } = await (await database.as('admin')).query(
      `select c.relname as name, a.attname as column
         from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'app'::regnamespace and c.relname = any ($1) and a.atttypid = 'xid8'::regtype`,
      [Object.keys(exposed)],
    )
    expect(rows).toHaveLength(2)
    const shown = rows.filter(({ name, column }) => !hiddenColumns.in[`app.${name}`]?.includes(column))
    expect(shown).toEqual([])
  })

  it('an error shows no message of PostgreSQL', async () => {
    const owner = await database.as('owner')
    await owner.query('revoke select on app.unites from caserne_api')
    const { status, body } = await post('{ unites { totalCount } }')
    await owner.query('grant select on app.unites to caserne_api')
    expect([status, body]).toEqual([403, { error: 'Opération non permise' }])
  })
})

describe('at the door', () => {
  const knock = (sent: Record<string, string | string[]>) =>
    new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      const asked = request(`${servers.urls().data}/graphql`, { method: 'POST', headers: sent }, (answer) =>
        json(answer).then((body) => resolve({ status: answer.statusCode, body }), reject),
      )
      asked.once('error', reject).end('{"query": "{ __typename }"}')
    })
  const enter = (authorization: string, sent: Record<string, string | string[]>) =>
    knock({ authorization, 'content-type': 'application/json', ...sent })

  it.each(headers)('an account of hs sends the SIS as %s', async (_title, sent, status, error) => {
    const { accessToken } = await servers.signIn('chef@example.org')
    const { status: got, body } = await enter(`Bearer ${accessToken}`, sent)
    expect([got, body]).toEqual([status, error ?? { data: { __typename: 'Query' } }])
  })

  it('a token of another SIS, without an account, unsigned or revoked opens nothing', async () => {
    const { accessToken } = await servers.signIn(other.as)
    const hs = { 'sis-key': 'hs' }
    expect(await enter(`Bearer ${accessToken}`, hs)).toEqual({
      status: 403,
      body: { error: 'Aucun droit pour ce SIS' },
    })
    const [head, claims] = (await forge(servers.key)).split('.')
    const none = btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '')
    await makeAccount(database, { email: 'revoque@example.org', permissions: { hs: ['sapeur.lecture'] } })
    const revoked = (await servers.signIn('revoque@example.org')).accessToken
    expect((await enter(`Bearer ${revoked}`, hs)).status).toBe(200)
    await (await database.as('owner')).query(
      "update auth.users set tokens_valid_from = now() + interval '2 seconds' where email = 'revoque@example.org'",
    )
    for (const token of [`${none}.${claims}.`, `${head}.${claims}.`, `${head}.${claims}.AAAA`, revoked, 'x'])
      expect((await enter(`Bearer ${token}`, hs)).status).toBe(401)
  })
})

describe('the next request on the same connection sees its own SIS, after', () => {
  const names = '{ sapeurs { nodes { nom } } }'
  const waits = "from pg_locks where relation = 'app.sapeurs'::regclass and not granted"
  // A reading is tried once more when its connection breaks.
  const interrupt = async (how: 'pg_cancel_backend' | 'pg_terminate_backend', times = 1) => {
    const admin = await database.as('admin')
    await admin.query('begin; lock table app.sapeurs')
    const answer = post(names, other)
    const interrupted: number[] = []
    const interruptNext = async () => {
      const { rows } = await admin.query(`select pid, ${how}(pid) ${waits} and pid <> all($1)`, [interrupted])
      interrupted.push(...rows.map(({ pid }) => pid))
      return interrupted.length
    }
    await expect.poll(interruptNext).toBe(times)
    const { status, body } = await answer
    await admin.query('rollback')
    return [status, body.errors?.[0].message ?? body.error]
  }

  it.each<[string, () => Promise<unknown>, unknown]>([
    ['an answer', async () => isForeign(await data(names, other)), true],
    [
      'a value refused by PostgreSQL',
      () => refusal(values[0]?.[1] ?? '', { ...other, variables: { nom: '\0' } }),
      [400, 'Une valeur n’est pas admise.'],
    ],
    ['a refused query', () => refusal('{', other), [400, 'Syntax Error: Expected Name, found <EOF>.']],
    [
      'a query that took too long',
      () => interrupt('pg_cancel_backend'),
      [400, 'La requête a pris plus de 10 s : demandez-en moins.'],
    ],
    [
      'two broken connections',
      () => interrupt('pg_terminate_backend', 2),
      [503, 'Service momentanément indisponible'],
    ],
  ])('%s', async (_title, before, said) => {
    expect(await before()).toEqual(said)
    const [mine, theirs] = [await data(names), await data(names, other)]
    expect([mine.sapeurs.nodes.length > 0, isForeign(mine), isForeign(theirs)]).toEqual([true, false, true])
  })

  it('requests at the same time each see their own SIS', async () => {
    const asked = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? {} : other))
    const answers = await Promise.all(asked.map((asking) => post(names, asking)))
    expect(answers.map(({ body }) => isForeign(body))).toEqual(asked.map((asking) => asking === other))
  })
})
