import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { refuseDemoAccounts } from '../../src/demo/refuse_demo.ts'
import { useCommandLine } from '../support/command_line.ts'
import { useDatabase } from '../support/database.ts'
import { killPrograms, runProgram } from '../support/program.ts'

const database = useDatabase()
const run = useCommandLine()
const directory = mkdtempSync(join(tmpdir(), 'caserne-refuse-'))
const here = { HOST: '127.0.0.1', DEMO_PUBLIC: false, PRODUCTION: false }

afterEach(killPrograms)
afterAll(() => rmSync(directory, { recursive: true }))

describe('a server on a database with the demo’s accounts', () => {
  const check = async (role: 'api' | 'auth', exposure: Partial<typeof here>) =>
    refuseDemoAccounts(await database.as(role), { ...here, ...exposure })

  it.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost'])(
    'starts at %s, which only this machine reaches',
    async (HOST) => {
      await check('api', { HOST })
    },
  )

  it.each(['0.0.0.0', '::', '192.0.2.7', 'caserne.example.org', '127.0.0.1.example.org'])(
    'does not start at %s, and says why',
    async (HOST) => {
      for (const role of ['api', 'auth'] as const) {
        const refused = expect(check(role, { HOST })).rejects
        await refused.toThrow(`La démo ne se sert pas à l’adresse ${HOST} (HOST)`)
      }
      await expect(check('api', { HOST })).rejects.toThrow(
        'admin@example.org, commandant@example.org, chef@example.org, sapeur@example.org, lecteur@example.org, autre@example.org, nouveau@example.org',
      )
    },
  )

  it('starts anywhere with DEMO_PUBLIC, but not in production', async () => {
    await check('api', { HOST: '0.0.0.0', DEMO_PUBLIC: true })
    await expect(check('api', { PRODUCTION: true, DEMO_PUBLIC: true })).rejects.toThrow('NODE_ENV=production')
  })

  it('names only accounts that are enabled and still have that password', async () => {
    const owner = await database.as('owner')
    await owner.query('begin')
    await owner.query("update auth.users set disabled_at = now() where email = 'autre@example.org'")
    await owner.query(
      "update auth.users set password_hash = auth.hash_password('un autre secret', 4) where email not in ('chef@example.org', 'autre@example.org')",
    )
    const { rows } = await owner.query('select auth.demo_users() as emails')
    await owner.query('rollback')
    expect(rows).toEqual([{ emails: ['chef@example.org'] }])
  })

  it('ends as a program with one sentence and leaves the port closed', async () => {
    const env = {
      DATA_DIR: directory,
      DATA_PORT: '0',
      PLAIN_HTTP: 'true',
      API_DATABASE_URL: database.urls.api,
      AUTH_DATABASE_URL: database.urls.auth,
    }
    const program = runProgram(['serve', 'data'], { ...env, HOST: '0.0.0.0' })
    expect((await program.ended).code).toBe(1)
    expect(program.output()).toMatch(/^La démo ne se sert pas à l’adresse 0\.0\.0\.0/)
    const open = runProgram(['serve', 'data'], {
      ...env,
      HOST: '0.0.0.0',
      DEMO_PUBLIC: 'true',
      LOG_LEVEL: 'info',
    })
    await open.says(/"listening"/)
  })
})

describe('the demo', () => {
  it.each([
    ['start', { NODE_ENV: 'production' }, 'La démo ne se lance pas avec NODE_ENV=production'],
    [
      'start',
      { NODE_ENV: 'production', DEMO_PUBLIC: 'true' },
      'La démo ne se lance pas avec NODE_ENV=production',
    ],
    ['start', { HOST: '0.0.0.0' }, 'La démo ne se sert pas à l’adresse 0.0.0.0'],
    [
      'demo',
      { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost:1/x' },
      'La démo ne se lance pas avec NODE_ENV=production',
    ],
  ])('is refused by %s with %o before anything is made', async (command, env, sentence) => {
    const { code, said } = await run([command], { env: { DATA_DIR: directory, PORT: '0', ...env } })
    expect(code).toBe(1)
    expect(said).toContain(sentence)
    expect(readdirSync(directory)).not.toContain('postgres')
  })
})
