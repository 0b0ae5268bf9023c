import { createPublicKey } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { claims, forge } from '../support/tokens.ts'

const database = useDatabase()
const servers = useServers(database)

const admin = { data: claims({ admin: true }) }
const send = (authorization?: string) =>
  servers.data('/api/v2/alarmes', {
    sis: 'hs',
    headers: authorization === undefined ? {} : { authorization },
  })

async function expectRefused(token: string): Promise<void> {
  const { status, body, headers } = await send(`Bearer ${token}`)
  expect([status, body]).toEqual([401, { error: 'Accès refusé' }])
  expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A valid token with another header, payload or signature. */
async function alter(change: (parts: [string, string, string]) => string[]): Promise<string> {
  const [header = '', payload = '', signature = ''] = (await forge(servers.key, { payload: admin })).split(
    '.',
  )
  return change([header, payload, signature]).join('.')
}

it('accepts the unchanged token, which gives the refusals below their meaning', async () => {
  expect((await send(`Bearer ${await forge(servers.key, { payload: admin })}`)).status).toBe(200)
})

it('accepts the scheme in any case (RFC 9110, 11.1)', async () => {
  expect((await send(`bearer ${await forge(servers.key, { payload: admin })}`)).status).toBe(200)
})

it('names no error without a token (RFC 6750, 3.1)', async () => {
  const { status, body, headers } = await send()
  expect([status, body]).toEqual([401, { error: 'Accès refusé' }])
  expect(headers.get('www-authenticate')).toBe('Bearer')
})

it('reports an expired token as expired', async () => {
  const now = Math.floor(Date.now() / 1000)
  const token = await forge(servers.key, {
    payload: { ...admin, iat: now - 28_801, nbf: now - 28_811, exp: now - 1 },
  })
  const { status, body, headers } = await send(`Bearer ${token}`)
  expect([status, body]).toEqual([401, { error: 'Token expiré' }])
  expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
})

describe('refuses a token', () => {
  it('signed by HS256 with the public key as its secret', async () => {
    const publicKey = createPublicKey({ key: servers.key.publicJwk, format: 'jwk' })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const der = publicKey.export({ type: 'spki', format: 'der' })
    for (const secret of [pem, pem.trim(), der])
      await expectRefused(
        await forge(servers.key, { payload: admin, header: { alg: 'HS256' }, signWith: Buffer.from(secret) }),
      )
  })

  it('without a signature, alg none', async () => {
    for (const alg of ['none', 'None', 'NONE', '']) {
      const header = encode({ alg, typ: 'JWT', kid: servers.key.kid })
      await expectRefused(await alter(([, payload]) => [header, payload, '']))
      await expectRefused(await alter(([, payload, signature]) => [header, payload, signature]))
    }
  })

  it('signed by a foreign key under a known kid', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    await expectRefused(await forge(servers.key, { payload: admin, signWith: privateKey }))
  })

  it('signed by a foreign key that it contains', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    for (const header of [{ jwk }, { jku: 'http://127.0.0.1:1/jwks.json' }, { x5u: 'http://127.0.0.1:1/' }])
      await expectRefused(await forge(servers.key, { payload: admin, header, signWith: privateKey }))
  })

  it('with an unknown kid, for example one with a path', async () => {
    for (const kid of ['../../../dev/null', '/etc/passwd', "' or 1=1 --", 'other', ''])
      await expectRefused(await forge(servers.key, { payload: admin, header: { kid } }))
  })

  it('signed by another RSA algorithm', async () => {
    for (const alg of ['PS256', 'RS512'])
      await expectRefused(
        await alter(([, payload, signature]) => [encode({ alg, kid: servers.key.kid }), payload, signature]),
      )
  })

  it('with content changed after signing', async () => {
    const payload = encode({
      iss: 'Service_Auth',
      aud: 'Service_API',
      iat: 1,
      nbf: 1,
      exp: 9_999_999_999,
      ...admin,
    })
    await expectRefused(await alter(([header, , signature]) => [header, payload, signature]))
    const other = (signature: string) => (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    await expectRefused(await alter(([header, body, signature]) => [header, body, other(signature)]))
  })

  it.each([
    ['of another issuer', { iss: 'Other' }],
    ['for another audience', { aud: 'Other' }],
    ['that is not valid yet', { nbf: Math.floor(Date.now() / 1000) + 3600 }],
    ['without iss', { iss: undefined }],
    ['without aud', { aud: undefined }],
    ['without iat', { iat: undefined }],
    ['without nbf', { nbf: undefined }],
    ['without exp', { exp: undefined }],
    ['with a text as exp', { exp: '9999999999' }],
    ['without data', { data: undefined }],
    ['with data that lacks a claim', { data: { ...claims({ admin: true }), sapeurs: undefined } }],
    ['with a text as admin', { data: { ...claims(), admin: 'true' } }],
    ['with a list as permissions', { data: { ...claims({ admin: true }), permissions: ['admin'] } }],
    ['of user 0', { data: claims({ id: 0, admin: true }) }],
  ])('%s', async (_what, payload) => {
    await expectRefused(await forge(servers.key, { payload: { ...admin, ...payload } }))
  })

  it('that is malformed', async () => {
    const good = await forge(servers.key, { payload: admin })
    for (const token of [
      'rubbish',
      'a.b.c',
      '..',
      `${good}.x`,
      `${good} x`,
      `${good},${good}`,
      `${good}=`,
      'null',
    ])
      await expectRefused(token)
    for (const authorization of [
      good,
      `Basic ${good}`,
      `Token ${good}`,
      'Bearer',
      `Bearer${good}`,
      `Bearer: ${good}`,
    ]) {
      const { status, body, headers } = await send(authorization)
      expect([authorization, status, body]).toEqual([authorization, 401, { error: 'Accès refusé' }])
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    }
  })

  it('in the query or the body instead of the header', async () => {
    const token = await forge(servers.key, { payload: admin })
    expect(await servers.data(`/api/v2/alarmes?access_token=${token}`, { sis: 'hs' })).toMatchObject({
      status: 401,
      body: { error: 'Accès refusé' },
    })
  })
})
