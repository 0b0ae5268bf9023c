import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { claims, forge } from '../support/tokens.ts'
import { makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)

const lists = ['/api/v2/alarmes', '/api/v2/interventions']
const statusOf = async (path: string, as: string, sis: string) =>
  (await servers.data(path, { as, sis })).status

describe('an account reads the alarms and interventions', () => {
  it.each([
    ['lecteur@example.org', 'hs', 200],
    ['lecteur@example.org', 'test', 403],
    ['autre@example.org', 'hs', 403],
    ['autre@example.org', 'test', 200],
    ['sapeur@example.org', 'hs', 403],
    ['sapeur@example.org', 'test', 403],
    ['commandant@example.org', 'hs', 200],
    ['commandant@example.org', 'test', 200],
    ['chef@example.org', 'hs', 200],
    ['chef@example.org', 'test', 403],
    ['nouveau@example.org', 'hs', 403],
    ['admin@example.org', 'hs', 200],
    ['admin@example.org', 'test', 200],
  ] as const)('%s of %s: %i', async (as, sis, status) => {
    for (const path of lists) expect(await statusOf(path, as, sis)).toBe(status)
  })

  it('passes with any one of the permissions of the operation', async () => {
    for (const permission of [
      'intervention.modification',
      'intervention.validation',
      'comptabilite.lecture',
    ]) {
      const email = `${permission}@example.org`
      await makeAccount(database, { email, permissions: { hs: [permission] } })
      expect(await statusOf('/api/v2/interventions', email, 'hs')).toBe(200)
      expect(await statusOf('/api/v2/alarmes', email, 'hs')).toBe(403)
    }
  })
})

describe('SIS names with a meaning in JavaScript or SQL', () => {
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '*',
    '%',
    'hs,test',
    'hs, test',
    'HS',
    "hs'--",
  ]

  it.each(names)('%s gives an ordinary account no right', async (sis) => {
    for (const path of lists) {
      const { status, body } = await servers.data(path, { as: 'commandant@example.org', sis })
      expect([status, body]).toEqual([403, { error: 'Aucun droit pour ce SIS' }])
    }
  })

  it.each(names)('%s does not exist for an administrator', async (sis) => {
    for (const path of lists) {
      const { status, body } = await servers.data(path, { as: 'admin@example.org', sis })
      expect([status, body]).toEqual([404, { error: 'SIS inconnu' }])
    }
  })

  it('an empty one counts as missing', async () => {
    const { status, body } = await servers.data('/api/v2/alarmes', { as: 'admin@example.org', sis: '' })
    expect([status, body]).toEqual([401, { error: 'Sis non sélectionné' }])
  })

  it('are trimmed', async () => {
    expect(await statusOf('/api/v2/alarmes', 'lecteur@example.org', ' hs ')).toBe(200)
  })
})

describe('the database, given a token with too many permissions,', () => {
  let id = 0
  beforeAll(async () => {
    id = await makeAccount(database, { email: 'faux@example.org' })
  })

  it('relies on the permissions of the token, so rights are as old as the token', async () => {
    const token = await forge(servers.key, {
      payload: { data: claims({ id, permissions: { hs: ['intervention.lecture'] } }) },
    })
    const { status } = await servers.data('/api/v2/alarmes', {
      sis: 'hs',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(status).toBe(200)
  })

  it('shows no row of another SIS to an account linked there only as a sapeur', async () => {
    const token = await forge(servers.key, { payload: { data: claims({ id, sapeurs: { test: 1 } }) } })
    const headers = { authorization: `Bearer ${token}` }
    expect((await servers.data('/api/v2/interventions', { sis: 'test', headers })).status).toBe(403)
    expect((await servers.data('/api/v2/interventions', { sis: 'hs', headers })).body).toEqual({
      error: 'Aucun droit pour ce SIS',
    })
  })
})
