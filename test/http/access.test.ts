import { once } from 'node:events'
import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Ask, useServers } from '../support/servers.ts'
import { claims, forge } from '../support/tokens.ts'
import { changeAccount, makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)

const ids = { disabled: 0, disabledAdmin: 0 }

beforeAll(async () => {
  ids.disabled = await makeAccount(database, { email: 'parti@example.org' })
  ids.disabledAdmin = await makeAccount(database, { email: 'admin.parti@example.org', admin: true })
  for (const email of ['parti@example.org', 'admin.parti@example.org'])
    await changeAccount(database, email, 'disabled_at = now()')
})

const bearer = async (...how: Parameters<typeof forge> extends [unknown, ...infer R] ? R : never) => ({
  authorization: `Bearer ${await forge(servers.key, ...how)}`,
})
const past = { iat: 1_700_000_000, nbf: 1_699_999_990, exp: 1_700_028_800 }
const disabled = (permissions: Record<string, string[]>) => ({
  payload: { data: claims({ id: ids.disabled, permissions }) },
})

async function ask(path: string, how: Ask = {}) {
  const { status, body } = await servers.data(path, how)
  return [status, body.error]
}

/** A GET with a body, which fetch refuses to send. */
async function putBody(path: string, body: string, headers: Record<string, string>) {
  const sent = request(servers.urls().data + path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
    agent: false,
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const text = (await response.setEncoding('utf8').toArray()).join('')
  return [response.statusCode, JSON.parse(text).error]
}

const refused = [401, 'Accès refusé']
const paths = ['/api/v2/alarmes', '/api/v2/interventions', '/api/v2/interventions/1']

describe('faults are reported in this order:', () => {
  it('an unknown path, before a missing Sis-Key', async () => {
    expect(await ask('/api/v2/rien')).toEqual([404, 'Ressource inconnue'])
    expect(await ask('/api/v2/interventions/1/rien')).toEqual([404, 'Ressource inconnue'])
    expect(await ask('/api/v3/alarmes')).toEqual([404, 'Ressource inconnue'])
    expect(await ask('/api/v2/interventions/%E0%A4%A')).toEqual([404, 'Ressource inconnue'])
  })

  it('a wrong method, before a missing Sis-Key', async () => {
    const { status, body, headers } = await servers.data('/api/v2/alarmes', { method: 'PATCH', body: {} })
    expect([status, body.error]).toEqual([405, 'Méthode non autorisée'])
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  it.each(paths)('a missing Sis-Key, before a bad token: %s', async (path) => {
    const headers = { authorization: 'Bearer rubbish' }
    expect(await ask(path, { headers })).toEqual([401, 'Sis non sélectionné'])
    expect(await ask(path, { headers, sis: '' })).toEqual([401, 'Sis non sélectionné'])
    expect(await ask(path, { headers, sis: '   ' })).toEqual([401, 'Sis non sélectionné'])
    expect(await ask(path)).toEqual([401, 'Sis non sélectionné'])
  })

  it('a bad token, before its expiry', async () => {
    const wrongIssuer = await bearer({ payload: { ...past, iss: 'Other' } })
    const wrongAudience = await bearer({ payload: { ...past, aud: 'Other' } })
    for (const headers of [wrongIssuer, wrongAudience])
      expect(await ask('/api/v2/alarmes', { sis: 'hs', headers })).toEqual(refused)
  })

  it.each(paths)('expiry, before a disabled account: %s', async (path) => {
    const headers = await bearer({
      payload: { ...past, ...disabled({ hs: ['intervention.lecture'] }).payload },
    })
    expect(await ask(path, { sis: 'hs', headers })).toEqual([401, 'Token expiré'])
  })

  it('a disabled account, before a SIS without rights', async () => {
    expect(await ask('/api/v2/alarmes', { sis: 'hs', headers: await bearer(disabled({})) })).toEqual(refused)
  })

  it('a disabled account, before a missing permission and before faulty input', async () => {
    const headers = await bearer(disabled({ hs: ['sis.config'] }))
    expect(await ask('/api/v2/alarmes', { sis: 'hs', headers })).toEqual(refused)
    const reader = await bearer(disabled({ hs: ['intervention.lecture'] }))
    expect(await ask('/api/v2/alarmes?old=oui', { sis: 'hs', headers: reader })).toEqual(refused)
  })

  it('a disabled administrator, before a SIS that does not exist', async () => {
    const headers = await bearer({ payload: { data: claims({ id: ids.disabledAdmin, admin: true }) } })
    expect(await ask('/api/v2/alarmes', { sis: 'nulle-part', headers })).toEqual(refused)
  })

  it('a SIS without rights, before the permission, whether the SIS exists or not', async () => {
    const nothing = [403, 'Aucun droit pour ce SIS']
    for (const path of paths)
      for (const sis of ['test', 'nulle-part'])
        expect(await ask(path, { sis, as: 'lecteur@example.org' })).toEqual(nothing)
    expect(await ask('/api/v2/alarmes', { sis: 'hs', as: 'nouveau@example.org' })).toEqual(nothing)
  })

  it('for an administrator, a SIS that does not exist, before faulty input', async () => {
    const how = { sis: 'nulle-part', as: 'admin@example.org' }
    for (const path of [...paths, '/api/v2/alarmes?old=oui', '/api/v2/interventions/0'])
      expect(await ask(path, how)).toEqual([404, 'SIS inconnu'])
  })

  it('a missing permission, before an unreadable body and before faulty input', async () => {
    const how = { sis: 'hs', as: 'sapeur@example.org' }
    const lecture = [403, 'Permission requise : intervention.lecture']
    expect(await ask('/api/v2/alarmes?old=oui', how)).toEqual(lecture)
    const { accessToken } = await servers.signIn('sapeur@example.org')
    const headers = { 'sis-key': 'hs', authorization: `Bearer ${accessToken}` }
    expect(await putBody('/api/v2/grades/0', '{', headers)).toEqual([
      403,
      'Permission requise : sapeur.config',
    ])
    expect(await ask('/api/v2/interventions/0', how)).toEqual([
      403,
      'Permission requise : intervention.lecture ou intervention.modification ou intervention.validation ou comptabilite.lecture',
    ])
  })

  it('an unreadable body, before faulty input', async () => {
    const { accessToken } = await servers.signIn('commandant@example.org')
    const headers = { 'sis-key': 'hs', authorization: `Bearer ${accessToken}` }
    const notJson = [400, 'Le corps de la requête n’est pas du JSON lisible']
    expect(await putBody('/api/v2/grades/0', '{', headers)).toEqual(notJson)
  })

  it('faulty input, before a resource that does not exist', async () => {
    const how = { sis: 'hs', as: 'lecteur@example.org' }
    for (const [id, sentence] of [
      ['0', 'La valeur doit être d’au moins 1.'],
      ['-1', 'La valeur doit être d’au moins 1.'],
      ['abc', 'Ce champ doit être un nombre entier.'],
      ['1.5', 'Ce champ doit être un nombre entier.'],
      ['9007199254740992', 'La valeur ne doit pas dépasser 9007199254740991.'],
    ])
      expect(await ask(`/api/v2/interventions/${id}`, how)).toEqual([422, { id: [sentence] }])
    expect(await ask('/api/v2/interventions/9007199254740991', how)).toEqual([404, 'Intervention inconnue'])
  })
})

describe('an account', () => {
  it('that is disabled or whose tokens are revoked is refused at once, with its current token', async () => {
    const email = 'bref@example.org'
    await makeAccount(database, { email, permissions: { hs: ['intervention.lecture'] } })
    const how = { sis: 'hs', as: email }
    expect((await ask('/api/v2/alarmes', how))[0]).toBe(200)
    for (const [change, back] of [
      ['disabled_at = now()', 'disabled_at = null'],
      ["tokens_valid_from = now() + interval '1 second'", "tokens_valid_from = '-infinity'"],
    ] as const) {
      await changeAccount(database, email, change)
      const { status, body, headers } = await servers.data('/api/v2/alarmes', how)
      expect([status, body.error]).toEqual(refused)
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
      await changeAccount(database, email, back)
      expect((await ask('/api/v2/alarmes', how))[0]).toBe(200)
    }
  })

  it('that is deleted is refused', async () => {
    const payload = { data: claims({ id: 999_999, permissions: { hs: ['intervention.lecture'] } }) }
    expect(await ask('/api/v2/alarmes', { sis: 'hs', headers: await bearer({ payload }) })).toEqual(refused)
  })
})
