import { beforeAll, describe, expect, it } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { chromiumMissing } from '../support/chromium.ts'
import { useServers } from '../support/servers.ts'
import { forge } from '../support/tokens.ts'
import { makeAccount } from '../support/users.ts'
import { useGraphql } from './graphql_fixture.ts'

const { database, servers, ask, sql, post, data, refusal } = useGraphql()
const without = useServers(database, { GRAPHQL: 'false' })

beforeAll(() => makeAccount(database, { email: 'etranger@example.org' }))

const send = (body: unknown, headers = {}) =>
  servers.data('/graphql', { method: 'POST', as: 'commandant@example.org', sis: 'hs', body, headers })

describe('a query', () => {
  it('reads rows by the names of REST: tables, columns, relations by their columns', async () => {
    const { body } = await ask('GET /sapeurs')
    const [first] = body.data
    const { sapeur } = await data(
      `query ($id: BigInt!) {
         sapeur(id: $id) { id nom prenom nom_prenom porteur sapeur_du_jour { grade_id grade { id } fonction_id actif } }
       }`,
      { variables: { id: first.id } },
    )
    const { id, nom, prenom, nom_prenom, porteur, grade_id, fonction_id, actif } = first
    expect(sapeur).toEqual({
      id,
      nom,
      prenom,
      nom_prenom,
      porteur,
      sapeur_du_jour: { grade_id, grade: { id: grade_id }, fonction_id, actif },
    })
  })

  it('filters, orders and counts', async () => {
    const rows = await sql(
      "select id::integer as id from app.sapeurs where nom < 'M' order by nom desc, id desc",
    )
    const { sapeurs } = await data(
      '{ sapeurs(filter: {nom: {lessThan: "M"}}, orderBy: [NOM_DESC, ID_DESC]) { totalCount nodes { id } } }',
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(sapeurs).toEqual({ totalCount: rows.length, nodes: rows })
  })

  it('pages through a list by its cursors', async () => {
    const all = await sql('select id::integer as id from app.localites order by npa, id')
    const seen: unknown[] = []
    let page = { endCursor: null, hasNextPage: true }
    while (page.hasNextPage) {
      const { localites } = await data(
        `query ($after: Cursor) {
           localites(first: 5, after: $after, orderBy: [NPA_ASC, ID_ASC]) { nodes { id } pageInfo { endCursor hasNextPage } }
         }`,
        { variables: { after: page.endCursor } },
      )
      seen.push(...localites.nodes)
      page = localites.pageInfo
    }
    expect(all.length).toBeGreaterThan(10)
    expect(seen).toEqual(all)
  })

  it('returns instants in UTC, numbers as numbers, and decimals as texts', async () => {
    await sql(`insert into app.alarmes (date, type, adresse, intervention_voulue, lat)
               values ('2026-07-01 14:30+02', 'Alarme', 'Rue du Pré 3', false, 47.5)`)
    const { alarmes } = await data(
      '{ alarmes(filter: {adresse: {equalTo: "Rue du Pré 3"}}) { nodes { date lat intervention_id } } }',
    )
    expect(alarmes.nodes).toEqual([
      { date: '2026-07-01T12:30:00.000000+00:00', lat: '47.500000', intervention_id: null },
    ])
  })
})

describe('the endpoint', () => {
  const query = { query: '{ __typename }' }
  const door = async (headers: Record<string, string>) => {
    const {
      status,
      body,
      headers: told,
    } = await servers.data('/graphql', { method: 'POST', body: query, headers })
    return [status, body, told.get('www-authenticate')]
  }
  const bearer = async (payload = {}) => `Bearer ${await forge(servers.key, { payload })}`

  it('refuses what the data API refuses, in the same order with the same messages', async () => {
    expect(await door({})).toEqual([401, { error: 'Sis non sélectionné' }, 'Bearer'])
    expect(await door({ 'sis-key': 'hs' })).toEqual([401, { error: 'Accès refusé' }, 'Bearer'])
    const old = await bearer({ exp: 1_000_000_000 })
    expect(await door({ 'sis-key': 'hs', authorization: old })).toEqual([
      401,
      { error: 'Token expiré' },
      'Bearer error="invalid_token"',
    ])
    for (const sis of ['hs', 'nulle-part']) {
      const { status, body } = await post(query.query, { as: 'etranger@example.org', sis })
      expect([status, body]).toEqual([403, { error: 'Aucun droit pour ce SIS' }])
    }
    const unknown = await post(query.query, { as: 'admin@example.org', sis: 'nulle-part' })
    expect([unknown.status, unknown.body]).toEqual([404, { error: 'SIS inconnu' }])
  })

  it('refuses a disabled account at once, whatever the query', async () => {
    await makeAccount(database, { email: 'parti@example.org', permissions: { hs: ['sapeur.lecture'] } })
    expect((await post('{ __typename }', { as: 'parti@example.org' })).status).toBe(200)
    const owner = await database.as('owner')
    await owner.query("update auth.users set disabled_at = now() where email = 'parti@example.org'")
    for (const body of [query, { query: '{' }, { query: 1 }, '[', 'x'.repeat(200_000)]) {
      const { status, body: told } = await servers.data('/graphql', {
        method: 'POST',
        as: 'parti@example.org',
        sis: 'hs',
        body,
      })
      expect([status, told]).toEqual([401, { error: 'Accès refusé' }])
    }
  })

  it('takes only POST with one query as JSON', async () => {
    const get = await servers.data('/graphql?query={__typename}', { as: 'commandant@example.org', sis: 'hs' })
    expect([get.status, get.body, get.headers.get('allow')]).toEqual([
      405,
      { error: 'Méthode non autorisée' },
      'POST, OPTIONS',
    ])
    expect((await servers.data('/graphql/x', { method: 'POST' })).status).toBe(404)
    const message = 'Le corps doit être un objet JSON avec query, et au besoin variables et operationName.'
    for (const body of [[query], [query, query], {}, { query: 7 }, { ...query, variables: [] }, '"x"'])
      expect([(await send(body)).status, (await send(body)).body]).toEqual([400, { errors: [{ message }] }])
    const notJson = await send('{"query":')
    expect([notJson.status, notJson.body]).toEqual([
      400,
      { error: 'Le corps de la requête n’est pas du JSON lisible' },
    ])
    expect((await send(query, { 'content-type': 'text/plain' })).status).toBe(415)
  })

  it('is absent when it is switched off', async () => {
    for (const path of ['/graphql', '/graphiql']) {
      const { status, body } = await without.data(path, { method: 'POST', body: query })
      expect([status, body]).toEqual([404, { error: 'Ressource inconnue' }])
    }
  })
})

describe('a faulty query', () => {
  it.each([
    ['{ sapeurs', 'Syntax Error: Expected Name, found <EOF>.'],
    [
      '{ sapeur { nom } }',
      'Field "sapeur" argument "id" of type "BigInt!" is required, but it was not provided.',
    ],
    ['{ sapeur(id: "x") { nom } }', 'Un nombre entier est attendu.'],
    ['{ sapeurs(first: null) { totalCount } }', 'Expected value of type "Int!", found null.'],
    [
      '{ sapeurs(after: "x") { nodes { id } } }',
      'Invalid cursor, please enter a cursor from a previous request, or null.',
    ],
    ['{ sapeurs(filter: {}) { totalCount } }', 'Un filtre ne peut être ni vide ni null.'],
    ['{ alarmes(filter: {date: {equalTo: "hier"}}) { totalCount } }', 'Une valeur n’est pas admise.'],
    ['mutation { create_sapeur }', 'GraphQL ne sert ici qu’à lire (query).'],
    ['subscription { sapeurs }', 'GraphQL ne sert ici qu’à lire (query).'],
    ['query a { __typename } query b { __typename }', 'Quelle opération faut-il exécuter (operationName) ?'],
  ])('%s is answered by 400 with the reason', async (query, message) => {
    expect(await refusal(query)).toEqual([400, message])
  })
})

describe('a query that asks for too much', () => {
  const nested = (depth: number): object =>
    depth === 0 ? { nom: { equalTo: 'x' } } : { not: nested(depth - 1) }

  it('is refused, its variables included', async () => {
    const page = 'query ($n: Int! = 2000) { sapeurs(first: $n) { totalCount } }'
    expect(await refusal(page)).toEqual([400, 'first doit être compris entre 0 et 1000.'])
    expect(await refusal(page, { variables: { n: 2_000 } })).toEqual([
      400,
      'first doit être compris entre 0 et 1000.',
    ])
    const filter = 'query ($f: SapeurFilter) { sapeurs(filter: $f) { totalCount } }'
    expect(await refusal(filter, { variables: { f: nested(4_000) } })).toEqual([
      400,
      'La requête demande trop : plus de 20 niveaux dans une variable.',
    ])
    expect((await data(filter, { variables: { f: nested(4) } })).sapeurs.totalCount).toBe(0)
    expect((await send({ query: `{ __typename } # ${'x'.repeat(100_000)}` })).body).toEqual({
      error: 'Le corps de la requête est trop grand',
    })
  })
})

it('serves Ruru itself, and lets only its page run scripts', async () => {
  const page = await fetch(`${servers.urls().data}/graphiql`)
  const html = await page.text()
  const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1]
  expect(html.match(/<script/g)).toHaveLength(html.split(`<script nonce="${nonce}"`).length - 1)
  expect(html.match(/https?:\/\/[^"' ]+/g)).toBeNull()
  const files = [...html.matchAll(/(?:href|from)[= ]"(\/[^"]+)"/g)].map(([, file]) => file)
  expect(files).toEqual(expect.arrayContaining(['/graphiql/static/ruru.js', '/graphiql/static/ruru.css']))
  for (const file of files) expect((await fetch(servers.urls().data + file)).status).toBe(200)
  expect((await fetch(`${servers.urls().data}/graphiql/static/ruru.txt`)).status).toBe(404)
})

describe.skipIf(chromiumMissing() !== null)('in a browser', () => {
  const openTab = useBrowser()

  it('Ruru sends its first query, violates nothing of its policy, and loads nothing from elsewhere', async () => {
    const { accessToken } = await servers.signIn('commandant@example.org')
    const { page, complaints } = await openTab()
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(servers.urls().data)) elsewhere.push(request.url())
    })
    // Replaces the headers of the page, which are empty.
    await page.route('**/graphql', (route, request) =>
      route.continue({
        headers: { ...request.headers(), authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' },
      }),
    )
    await page.goto(`${servers.urls().data}/graphiql`)
    const answer = page.locator('.result-window')
    // A click before the page is ready does nothing, and any other empties the answer at first.
    const execute = async () => {
      const shown = await answer.textContent()
      if (shown) return shown
      await page.getByRole('button', { name: /^Execute query/ }).click()
      return await answer.textContent()
    }
    await expect
      .poll(execute, { timeout: 25_000, interval: 1_000 })
      .toMatch(/"designation":\s"Lutte\scontre\sle\sfeu"/)
    expect([complaints, elsewhere]).toEqual([[], []])
  })
})
