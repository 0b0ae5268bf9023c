import { beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../../src/http/document/document.ts'
import type { TestDatabase } from '../../support/database.ts'
import { inOrder } from '../../support/in_order.ts'
import { tokenFor } from '../../support/mail_readback.ts'
import type { Answer, Ask, TestServers } from '../../support/servers.ts'
import { whole } from '../../support/whole.ts'
import { authWrites, useAuthRequests } from '../fuzz_auth_fixture.ts'
import { patience, seen, useOneAndTwo } from './one_and_two_fixture.ts'

const { one, two, accounts } = useOneAndTwo()
const [oneRequests, twoRequests] = [useAuthRequests(one.database), useAuthRequests(accounts)]
const admin = 'admin@example.org'
const times = whole ? 20 : 12

/** One of the two, with its accounts. */
interface Side {
  servers: TestServers
  database: TestDatabase
  /** Tokens, ids and codes that an answer has given. */
  known: Record<string, string>
}
const sides: Side[] = [
  { servers: one.servers, database: one.database, known: {} },
  { servers: two.servers, database: accounts, known: {} },
]
const shown = ({ status, headers, body }: Answer) =>
  seen({ status, headers: Object.fromEntries(headers), body })

/** Does the same on both sides, and expects the same answers. @returns the status */
async function both(act: (side: Side) => Promise<Answer>): Promise<number> {
  const answers: Answer[] = []
  for (const side of sides) answers.push(await act(side))
  const [there, here] = answers as [Answer, Answer]
  expect(shown(here)).toEqual(shown(there))
  return there.status
}

describe('the authentication API over two cells', () => {
  it('answers every GET as over one database does', async () => {
    const reads = readDocument('auth').operations.filter(
      ({ method, path }) => method === 'get' && !path.includes('{'),
    )
    expect(reads.length).toBeGreaterThan(5)
    for (const { path } of reads)
      await both(({ servers }) => servers.auth(`/api/v1${path}`, { as: 'commandant@example.org', sis: 'hs' }))
  })

  it(
    `answers ${times} random bodies of each write as over one database`,
    async () => {
      const statuses = new Set<number>()
      for (const operation of authWrites) {
        const [there, here] = [oneRequests(operation, times), twoRequests(operation, times)]
        expect(here).toEqual(there)
        for (const { path, ...request } of there)
          statuses.add(await both(({ servers }) => servers.auth(path, { ...request, as: admin, sis: 'hs' })))
      }
      for (const status of [200, 201, 204, 401, 404, 409, 422]) expect(statuses).toContain(status)
    },
    patience,
  )

  it('has the same accounts, roles and SIS after that', async () => {
    for (const path of ['users', 'roles', 'sis', 'invitations'])
      expect(await both(({ servers }) => servers.auth(`/api/v1/${path}`, { as: admin, sis: 'hs' }))).toBe(200)
  })
})

describe('a person over two cells', inOrder, () => {
  const email = 'lea@example.org'
  const password = 'cheval agrafe batterie'
  const post = (path: string, body: (side: Side) => object, ask?: (side: Side) => Ask) =>
    both((side) => side.servers.post(path, body(side), ask?.(side)))
  const asAdmin = (method: string, path: (side: Side) => string, body?: (side: Side) => object) =>
    both((side) =>
      side.servers.auth(`/api/v1${path(side)}`, {
        method,
        as: admin,
        sis: 'hs',
        ...(body && { body: body(side) }),
      }),
    )
  const logIn = (with_ = password) =>
    both(async (side) => {
      const answer = await side.servers.logIn(email, with_)
      if (answer.status === 200) Object.assign(side.known, answer.body)
      return answer
    })
  /** Answer of the data server to her token: the same on both sides, in the cell a moment later. */
  const asks = async (path: string) => {
    const ask = ({ servers, known }: Side) =>
      servers.data(`/api/v2${path}`, { sis: 'hs', headers: { authorization: `Bearer ${known.accessToken}` } })
    const [there, here] = sides as [Side, Side]
    const expected = shown(await ask(there))
    await expect.poll(async () => shown(await ask(here)), { timeout: 10_000, interval: 20 }).toEqual(expected)
    return expected.status
  }

  beforeAll(async () => {
    for (const { database, known } of sides) {
      const { rows } = await (await database.as('admin')).query(
        `select (select min(id) from auth.sapeurs s where s.sis_key = 'hs'
                    and not exists (select from auth.memberships m where (m.sis_key, m.sapeur_id) = (s.sis_key, s.id)))::text as sapeur,
                (select min(id) from auth.roles where sis_key = 'hs')::text as role`,
      )
      Object.assign(known, rows[0])
    }
  })

  it('registers, confirms her address and signs in', async () => {
    expect(await post('/register', () => ({ name: 'Léa Zwahlen', email, password }))).toBe(201)
    for (const side of sides) side.known.confirmation = await tokenFor(side.database, 'confirmation', email)
    expect(await post('/confirmer-email', ({ known }) => ({ token: known.confirmation }))).toBe(200)
    expect(await post('/confirmer-email', ({ known }) => ({ token: known.confirmation }))).not.toBe(200)
    expect(await logIn()).toBe(200)
    expect(await asks('/sapeurs')).toBe(403)
    for (const side of sides)
      side.known.id = String(JSON.parse(atob(side.known.accessToken?.split('.')[1] ?? '')).data.id)
  })

  it('gets a role and becomes a sapeur, which her next token says', async () => {
    const user = ({ known }: Side) => `/users/${known.id}`
    expect(
      await asAdmin(
        'PUT',
        (side) => `${user(side)}/roles`,
        ({ known }) => ({ roles: [Number(known.role)] }),
      ),
    ).toBe(200)
    expect(
      await asAdmin(
        'PUT',
        (side) => `${user(side)}/sis`,
        ({ known }) => ({ sapeur_id: Number(known.sapeur), mobile: true }),
      ),
    ).toBe(200)
    await both(async (side) => {
      const answer = await side.servers.post('/refresh-token', { token: side.known.refreshToken })
      Object.assign(side.known, answer.body)
      return answer
    })
    for (const path of ['/sapeurs', '/mes-fonctions', '/mes-disponibilites'])
      expect(await asks(path)).toBe(200)
  })

  it('loses at once what is taken from her', async () => {
    expect(
      await asAdmin(
        'PUT',
        ({ known }) => `/users/${known.id}`,
        () => ({ disabled: true }),
      ),
    ).toBe(200)
    expect(await asks('/sapeurs')).toBe(401)
    expect(await logIn()).toBe(401)
    expect(
      await asAdmin(
        'PUT',
        ({ known }) => `/users/${known.id}`,
        () => ({ disabled: false }),
      ),
    ).toBe(200)
    expect(await logIn()).toBe(200)
  })

  it('changes and resets her password, which ends her sessions in the cell', async () => {
    const other = 'grue toboggan lavande'
    expect(await post('/change-password', () => ({ email, password, new_password: other }))).toBe(200)
    expect(await asks('/sapeurs')).toBe(401)
    expect([await logIn(), await logIn(other)]).toEqual([401, 200])
    expect(await post('/forgotten-password', () => ({ email }))).toBe(200)
    for (const side of sides) side.known.reset = await tokenFor(side.database, 'reinitialisation', email)
    expect(await post('/reset-password', ({ known }) => ({ token: known.reset, password }))).toBe(200)
    expect(await asks('/sapeurs')).toBe(401)
    expect(await logIn()).toBe(200)
  })

  it('signs out', async () => {
    expect(await post('/logout', ({ known }) => ({ token: known.refreshToken }))).toBe(204)
    // Her access token lasts until it ends, in one database too.
    expect(await asks('/sapeurs')).toBe(200)
    expect(await post('/refresh-token', ({ known }) => ({ token: known.refreshToken }))).not.toBe(200)
  })

  it('takes an invitation once', async () => {
    await both(async (side) => {
      const body = { roles: [Number(side.known.role)] }
      const answer = await side.servers.post('/invitations', body, { as: admin, sis: 'hs' })
      side.known.invitation = answer.body.data.token
      return answer
    })
    expect(await logIn()).toBe(200)
    const take = () =>
      post(
        '/use-token',
        ({ known }) => ({ token: known.invitation }),
        ({ known }) => ({
          headers: { authorization: `Bearer ${known.accessToken}` },
        }),
      )
    expect([await take(), await take()]).toEqual([200, 422])
  })
})
