import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import type { Operation } from '../../src/http/document/operation.ts'
import { type Reply, requestOf } from '../http/every_operation/client.ts'
import { useDoors } from '../http/every_operation/doors.ts'
import { operations } from '../http/every_operation/schema.ts'
import { addAlarme } from '../http/samples/alarmes.ts'
import type { Sample } from '../http/samples/sample.ts'

// Someone who photographs the screen of a station, or takes its computer, has the token of the wall. It opens GET /mur
// and GET /mur/flux of its SIS, and nothing else.
const doors = useDoors()
const { servers, sql, told } = doors
const stolen = { token: '', id: 0 }

beforeAll(async () => {
  await addAlarme(sql, 'now()')
  await sql(
    `insert into app.alarmes (date, type, adresse, intervention_voulue) values (now(), 'Alarme', 'Rue du voisin 1', false)`,
    [],
    'test',
  )
  const [, { data }] = await told('POST /murs', { designation: 'Garage' })
  Object.assign(stolen, data)
})

/** The ways to carry a token that a thief might try. */
const carriers: [string, (token: string) => Record<string, string>][] = [
  ['in the header of walls', (token) => ({ token })],
  ['as a bearer', (token) => ({ authorization: `Bearer ${token}`, token })],
  ['as a bearer without its SIS', (token) => ({ authorization: `Bearer ${token.slice(3)}`, token })],
  [
    'as a bearer of another SIS',
    (token) => ({ authorization: `Bearer test${token.slice(2)}`, 'sis-key': 'test' }),
  ],
  [
    'as a password',
    (token) => ({ authorization: `Basic ${Buffer.from(`mur:${token}`).toString('base64')}` }),
  ],
  ['as the session of the board', (token) => ({ cookie: `caserne_session=${token}`, token })],
]

// One that opens nothing, of the same form.
const invented = () => `hs.${randomBytes(32).toString('base64url')}`
const walls = ['get_mur', 'watch_mur']
const same = (a: Reply, b: Reply) => JSON.stringify([a.status, a.body]) === JSON.stringify([b.status, b.body])

describe('with the stolen token of a wall', () => {
  it('no operation of the data API is open, and nothing is written', async () => {
    const opened: string[] = []
    const asked: { operation: Operation; sample: Sample }[] = []
    for (const operation of operations)
      if (!walls.includes(operation.id)) asked.push({ operation, sample: await doors.sampleOf(operation) })
    const before = await doors.written()
    const attempts = asked.flatMap(({ operation, sample }) =>
      carriers.map(([carrier, headersOf]) => {
        const ask = (token: string) =>
          requestOf(operation, sample, { headers: { 'sis-key': 'hs', ...headersOf(token) } })
        return { operation, carrier, ask }
      }),
    )
    const replies = await doors.client().sendAll(attempts.map(({ ask }) => ask(stolen.token)))
    for (const [n, { operation, carrier, ask }] of attempts.entries()) {
      const reply = replies[n]
      if (reply === undefined || reply.status === 401) continue
      // Operations that are open to everyone are open to a thief as well.
      const isPublic =
        operation.permissions === null && same(reply, await doors.client().send(ask(invented())))
      if (!isPublic) opened.push(`${operation.id}, ${carrier}: ${reply.status}`)
    }
    expect(replies).toHaveLength(attempts.length)
    expect(opened).toEqual([])
    expect(await doors.written()).toEqual(before)
  })

  it('no operation of the authentication API does more than with an invented one', async () => {
    const { operations: accounts } = readDocument('auth')
    const different: string[] = []
    for (const operation of accounts)
      for (const [carrier, headersOf] of carriers) {
        const ask = async (token: string) => {
          const path = operation.path.replaceAll(/\{\w+\}/g, '1')
          const body = { email: 'commandant@example.org', password: token, refreshToken: token, token }
          const response = await fetch(`${servers.urls().data}/auth/api/v1${path}`, {
            method: operation.method.toUpperCase(),
            headers: { ...headersOf(token), 'content-type': 'application/json' },
            ...(operation.method !== 'get' && { body: JSON.stringify(body) }),
          })
          return response.status
        }
        const [reply, other] = [await ask(stolen.token), await ask(invented())]
        if (reply !== other)
          different.push(`${operation.method} ${operation.path}, ${carrier}: ${reply}, ${other}`)
      }
    expect(different).toEqual([])
  })

  it.each(carriers)('neither GraphQL nor a session of the board is open: %s', async (_, headersOf) => {
    const headers = { ...headersOf(stolen.token), 'sis-key': 'hs', 'content-type': 'application/json' }
    const body = JSON.stringify({ query: '{ sapeurs(first: 1) { nodes { id } } }' })
    const { data } = servers.urls()
    const asked = await fetch(`${data}/graphql`, { method: 'POST', headers, body })
    expect([asked.status, await asked.text()]).toEqual([401, expect.not.stringContaining('nodes')])
    const renewed = await fetch(`${data}/tableau/session/renouvellement`, {
      method: 'POST',
      headers: { ...headersOf(stolen.token), 'sec-fetch-site': 'same-origin' },
    })
    expect([204, 401]).toContain(renewed.status)
    expect(await renewed.text()).not.toContain('accessToken')
  })

  it('a wall shows its own SIS, whatever else the request names', async () => {
    const ask = async (query: string, headers: Record<string, string>) => {
      const response = await fetch(`${servers.urls().data}/api/v2/mur${query}`, { headers })
      return { status: response.status, text: await response.text() }
    }
    const own = await ask('', { token: stolen.token })
    expect(own.status).toBe(200)
    for (const [query, headers] of [
      ['', { 'sis-key': 'test' }],
      ['?sis=test', {}],
      ['?sis_key=test&token=test', {}],
      ['', { 'sis-key': 'test', authorization: await doors.bearer({ sis: 'test' }) }],
    ] as const) {
      const { status, text } = await ask(query, { token: stolen.token, ...headers } as Record<string, string>)
      expect(text).not.toContain('Rue du voisin')
      if (status === 200) expect(JSON.parse(text)).toEqual(JSON.parse(own.text))
    }
    for (const token of [
      stolen.token.replace(/^hs/, 'test'),
      stolen.token.slice(3),
      `${stolen.token}.test`,
      `test.${stolen.token}`,
      `${stolen.token}, test${stolen.token.slice(2)}`,
    ])
      expect((await ask('', { token })).status).toBe(401)
  })

  it('what people add to their answers is not shown', async () => {
    const id = await addAlarme(sql, 'now()')
    const answer = { reponse: 'ne_vient_pas', remarque: 'À l’hôpital, 079 123 45 67' }
    expect((await told(`POST /alarmes/${id}/reponse`, answer))[0]).toBe(201)
    const response = await fetch(`${servers.urls().data}/api/v2/mur`, { headers: { token: stolen.token } })
    const text = await response.text()
    expect(text).toContain('ne_vient_pas')
    expect(text).not.toMatch(/remarque|hôpital|079/)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s changes nothing on a wall', async (method) => {
    for (const path of ['/mur', '/mur/flux']) {
      const response = await fetch(`${servers.urls().data}/api/v2${path}`, {
        method,
        headers: { token: stolen.token, 'content-type': 'application/json' },
        body: '{"designation":"À moi"}',
      })
      expect(response.status).toBe(405)
    }
  })

  it('few enough streams are open for the alarms of others to come', async () => {
    const url = `${servers.urls().data}/api/v2/mur/flux`
    const abort = new AbortController()
    // Held, because a response that is collected as garbage closes its stream, and lets in another.
    const held: Response[] = []
    for (let n = 0; n < 25; n += 1)
      held.push(await fetch(url, { headers: { token: stolen.token }, signal: abort.signal }))
    expect(held.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(held.filter(({ status }) => status === 429)).toHaveLength(5)
    const [, { data }] = await told('POST /murs', { designation: 'Salle' })
    const other = await fetch(url, { headers: { token: data.token }, signal: abort.signal })
    expect(other.status).toBe(200)
    abort.abort()
  })

  it('there are fifty walls at most, each with a limit of streams', async () => {
    await sql(
      `insert into app.murs (designation, token_hash)
       select 'Mur ' || n, sha256(n::text::bytea) from generate_series(1, 50 - (select count(*)::integer from app.murs)) n`,
    )
    expect(await told('POST /murs', { designation: 'Un de trop' })).toEqual([
      409,
      { error: 'Un SIS a 50 murs au plus' },
    ])
    await sql("delete from app.murs where designation like 'Mur %'")
  })

  it('nothing at all is open any more once the wall is removed', async () => {
    const [, { data }] = await told('POST /murs', { designation: 'Ancien' })
    const ask = async (path: string) =>
      (await fetch(`${servers.urls().data}/api/v2${path}`, { headers: { token: data.token } })).status
    expect(await ask('/mur')).toBe(200)
    expect((await told(`DELETE /murs/${data.id}`))[0]).toBe(204)
    expect([await ask('/mur'), await ask('/mur/flux')]).toEqual([401, 401])
  })
})
