import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { databaseUrls, rolePasswords } from '../../src/db/urls.ts'
import { readSecrets } from '../../src/process/secrets.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'caserne-urls-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const urls = (env: Record<string, string>) => databaseUrls(readConfig({ DATA_DIR: directory, ...env }))
const configured = {
  AUTH_DATABASE_URL: 'postgres://a:1@db/feu',
  API_DATABASE_URL: 'postgres://b:2@db/feu',
  WORKER_DATABASE_URL: 'postgresql://c:p%C3%A9@db/feu',
}

describe('the addresses of a database', () => {
  it('are those configured, and then need neither the owner’s address nor a secret', () => {
    const { auth, api, worker } = urls(configured)
    expect([auth, api, worker]).toEqual(Object.values(configured))
    expect(existsSync(join(directory, 'secrets.json'))).toBe(false)
  })

  it('derive otherwise from the owner’s, with the passwords of the data directory', () => {
    const { admin, auth, api, worker } = urls({
      DATABASE_URL: 'postgres://owner:x@db:5433/feu',
      API_DATABASE_URL: configured.API_DATABASE_URL,
    })
    const { databasePasswords } = readSecrets(directory)
    expect(admin).toBe('postgres://owner:x@db:5433/feu')
    expect(auth).toBe(`postgres://caserne_auth:${databasePasswords.auth}@db:5433/feu`)
    expect(api).toBe(configured.API_DATABASE_URL)
    expect(worker).toBe(`postgres://caserne_worker:${databasePasswords.worker}@db:5433/feu`)
  })

  it.each([
    ['admin', 'DATABASE_URL'],
    ['auth', 'AUTH_DATABASE_URL (ou DATABASE_URL)'],
    ['api', 'API_DATABASE_URL (ou DATABASE_URL)'],
    ['worker', 'WORKER_DATABASE_URL (ou DATABASE_URL)'],
  ] as const)('are a fault when needed but not configured: %s', (name, variable) => {
    const found = urls({})
    expect(() => found[name]).toThrow(`${variable} est nécessaire pour cette commande.`)
    expect(existsSync(join(directory, 'secrets.json'))).toBe(false)
  })

  it('carry the passwords that bootstrap gives the logins', () => {
    expect(rolePasswords(urls(configured))).toEqual({ auth: '1', api: '2', worker: 'pé' })
  })
})
