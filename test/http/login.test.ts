import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Answer, doors, useServers } from '../support/servers.ts'
import { changeAccount, makeAccount, makeSis } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)

const logIn = (email: string) => servers.logIn(email)

const claimsOf = ({ body }: Answer) => decodeJwt<{ data: Record<string, unknown> }>(body.accessToken).data

async function idOf(email: string): Promise<number> {
  const { rows } = await (await database.as('owner')).query('select id from auth.users where email = $1', [
    email,
  ])
  return Number(rows[0]?.id)
}

beforeAll(async () => {
  await makeSis(database, '612', 'SIS 612')
  await changeAccount(
    database,
    'chef@example.org',
    `email_verified_at = '2026-03-14 17:20:00+01', created_at = '2026-03-14 16:20:00.12+00',
     updated_at = '2026-03-14 16:20:00.654321+00'`,
  )
})

describe('a valid login', () => {
  it.each(doors)('is answered by the %s server under %s', async (server, prefix) => {
    const body = { email: 'chef@example.org', password: 'caserne-demo' }
    const answer = await servers[server](`${prefix}/login`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      message: 'Successful login',
      accessToken: expect.any(String),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: await idOf('chef@example.org'),
        name: 'Daniel Tobler',
        email: 'chef@example.org',
        email_verified_at: '2026-03-14T16:20:00.000000Z',
        created_at: '2026-03-14T16:20:00.120000Z',
        updated_at: '2026-03-14T16:20:00.654321Z',
      },
    })
  })

  it('signs exactly the documented claims with RS256', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { body } = await logIn('chef@example.org')
    const { payload } = await jwtVerify(body.accessToken, await importJWK(servers.key.publicJwk, 'RS256'))
    const iat = Number(payload.iat)
    expect(iat).toBeGreaterThanOrEqual(before)
    expect(iat).toBeLessThanOrEqual(Math.floor(Date.now() / 1000))
    const owner = await database.as('owner')
    const { rows } = await owner.query(
      `select s.id::integer from request.open(null, 'hs', array['sapeur.lecture'], null), app.sapeurs s
        where s.nom_prenom = 'Tobler Daniel'`,
    )
    expect(payload).toEqual({
      iss: 'Service_Auth',
      aud: 'Service_API',
      iat,
      nbf: iat - 10,
      exp: iat + 8 * 3600,
      data: {
        id: await idOf('chef@example.org'),
        admin: false,
        validated: true,
        pseudo: 'Daniel Tobler',
        email: 'chef@example.org',
        permissions: {
          hs: [
            'exercice.lecture',
            'intervention.config',
            'intervention.lecture',
            'intervention.modification',
            'intervention.validation',
            'sapeur.lecture',
          ],
        },
        mobiles: ['hs'],
        sapeurs: { hs: rows[0]?.id },
      },
    })
    expect(decodeProtectedHeader(body.accessToken)).toEqual({
      alg: 'RS256',
      typ: 'JWT',
      kid: servers.key.kid,
    })
  })

  it('gives an administrator ["admin"] in every SIS', async () => {
    expect(claimsOf(await logIn('admin@example.org'))).toEqual({
      id: await idOf('admin@example.org'),
      admin: true,
      validated: true,
      pseudo: 'Administration',
      email: 'admin@example.org',
      permissions: { hs: ['admin'], test: ['admin'], '612': ['admin'] },
      mobiles: [],
      sapeurs: {},
    })
  })

  it('gives an account without rights empty maps, and reports it as not verified', async () => {
    const answer = await logIn('nouveau@example.org')
    expect(answer.body.user.email_verified_at).toBeNull()
    const payload = Buffer.from(answer.body.accessToken.split('.')[1], 'base64url').toString()
    expect(payload).toContain('"validated":false')
    expect(payload).toContain('"permissions":{},"mobiles":[],"sapeurs":{}')
  })

  it('keeps the rights in two SIS apart', async () => {
    const held = claimsOf(await logIn('commandant@example.org'))
    expect(held.permissions).toEqual({
      hs: expect.arrayContaining(['sis.config', 'utilisateur.tout']),
      test: ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture'],
    })
    expect(held.mobiles).toEqual(['hs', 'test'])
    expect(Object.keys(Object(held.sapeurs))).toEqual(['hs', 'test'])
  })

  it('names SIS in mobiles by text, even the SIS 612', async () => {
    const id = await makeAccount(database, { email: 'mobile@example.org' })
    const owner = await database.as('owner')
    await owner.query("insert into auth.memberships (sis_key, user_id, mobile) values ('612', $1, true)", [
      id,
    ])
    expect(claimsOf(await logIn('mobile@example.org'))).toMatchObject({ mobiles: ['612'], sapeurs: {} })
  })

  it('compares e-mails without case and surrounding spaces', async () => {
    expect((await logIn(' CHEF@Example.ORG ')).body.user.email).toBe('chef@example.org')
  })

  it('ignores a stale Authorization header, a Sis-Key and unknown keys', async () => {
    const { status } = await servers.data('/api/v1/login', {
      method: 'POST',
      headers: { authorization: 'Bearer stale', 'sis-key': 'nowhere' },
      body: { email: 'chef@example.org', password: 'caserne-demo', remember: true },
    })
    expect(status).toBe(200)
  })
})
