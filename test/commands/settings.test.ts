import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSecrets } from '../../src/process/secrets.ts'
import { useCommandLine } from '../support/command_line.ts'

const run = useCommandLine()

const directory = mkdtempSync(join(tmpdir(), 'caserne-config-'))
afterAll(() => rmSync(directory, { recursive: true }))
const keyFile = join(directory, 'mailbox-key')
writeFileSync(keyFile, `${Buffer.alloc(32, 7).toString('base64')}\n`)

const env = {
  PORT: '5000',
  API_DATABASE_URL: 'postgres://caserne_api:geheim@db.example.org/caserne?sslpassword=noch-geheimer',
  MAILBOX_KEY_FILE: keyFile,
  DATABASE_POOL_SISE: '20',
}

it('tells the value of each setting and where it comes from, without secrets', async () => {
  const { code, said } = await run(['config', '--json'], { env })
  expect(code).toBe(0)
  const { settings, warnings } = JSON.parse(said.slice(said.indexOf('{')))
  const byName = Object.fromEntries(settings.map((each: { name: string }) => [each.name, each]))
  expect(byName).toMatchObject({
    PORT: { value: '5000', source: 'environnement' },
    AUTH_PORT: { value: '5001', source: 'déduit de PORT' },
    LOG_LEVEL: { source: 'environnement' },
    PASSWORD_COST: { value: '10', source: 'défaut' },
    SMTP_URL: { value: null, source: 'absent' },
    MAILBOX_KEY: { value: '***', source: `fichier ${keyFile}` },
    API_DATABASE_URL: {
      value: 'postgres://caserne_api:***@db.example.org/caserne?sslpassword=***',
      source: 'environnement',
    },
  })
  expect(said).not.toMatch(/geheim/)
  expect(warnings).toEqual([
    'La variable DATABASE_POOL_SISE est inconnue : vouliez-vous dire DATABASE_POOL_SIZE ?',
  ])
})

it('shows a table, with the warnings beside it', async () => {
  const { said } = await run(['config'], { env })
  expect(said).toMatch(/^AUTH_PORT +5001 +déduit de PORT$/m)
  expect(said).toMatch(/^SMTP_URL +– +absent$/m)
  expect(said).toContain('La variable DATABASE_POOL_SISE est inconnue')
})

describe('what nobody gave', () => {
  const emptyDirectory = () => mkdtempSync(join(directory, 'data-'))
  const byName = async (dataDir: string, more: Record<string, string>) => {
    const { said } = await run(['config', '--json'], { env: { DATA_DIR: dataDir, ...more } })
    const { settings } = JSON.parse(said.slice(said.indexOf('{')))
    return Object.fromEntries(settings.map((each: { name: string }) => [each.name, each]))
  }
  const DATABASE_URL = 'postgres://postgres:geheim@db.example.org/caserne?sslpassword=noch-geheimer'
  const address = 'postgres://caserne_api:***@db.example.org/caserne?sslpassword=***'

  it('shows where a program will make a secret, and makes none', async () => {
    const dataDir = emptyDirectory()
    const file = join(dataDir, 'secrets.json')
    expect(await byName(dataDir, { DATABASE_URL })).toMatchObject({
      MAILBOX_KEY: { value: null, source: `absent : au besoin créé dans ${file}` },
      API_DATABASE_URL: {
        value: address,
        source: `déduit de DATABASE_URL, mot de passe à créer dans ${file}`,
      },
      AUTH_KEY_FILE: { value: join(dataDir, 'auth-keys.json'), source: 'déduit de DATA_DIR' },
      READ_DATABASE_URL: { value: null, source: 'absent' },
    })
    expect(existsSync(file)).toBe(false)
  })

  it('names the file of generated secrets as their source, without the secrets', async () => {
    const dataDir = emptyDirectory()
    const file = join(dataDir, 'secrets.json')
    const { databasePasswords, mailboxKey } = readSecrets(dataDir)
    const shown = await byName(dataDir, { DATABASE_URL, METRICS_PORT: '9464' })
    expect(shown).toMatchObject({
      MAILBOX_KEY: { value: '***', source: `fichier ${file}` },
      API_DATABASE_URL: { value: address, source: `déduit de DATABASE_URL, mot de passe de ${file}` },
      METRICS_HOST: { value: '127.0.0.1', source: 'déduit de HOST' },
    })
    for (const secret of [...Object.values(databasePasswords), mailboxKey, 'geheim'])
      expect(JSON.stringify(shown)).not.toContain(secret)
  })
})
