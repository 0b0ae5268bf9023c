import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkAddresses } from '../../src/commands/doctor/check_addresses.ts'
import type { Config } from '../../src/config.ts'
import { sharesSessions } from '../../src/db/shares_sessions.ts'
import { examineAlone } from '../commands/doctor/examine_alone.ts'
import { passwords } from '../support/cluster_templates.ts'
import { useCommandLine } from '../support/command_line.ts'
import { useDatabase } from '../support/database.ts'
import { writeNewKeys } from '../support/keys.ts'
import { startPooler } from '../support/pooler.ts'
import { killPrograms, runProgram, takePort } from '../support/program.ts'

const database = useDatabase()
const poolers: Awaited<ReturnType<typeof startPooler>>[] = []
beforeAll(async () => {
  for (const more of [{ default_pool_size: '3' }, { default_pool_size: '1' }, { pool_mode: 'session' }])
    poolers.push(await startPooler(database.urls.admin, passwords, more))
})
afterAll(async () => {
  await killPrograms()
  for (const each of poolers) await each.stop()
  rmSync(directory, { recursive: true })
})
const behind = (login: 'api' | 'auth' | 'worker', at = 0) =>
  Object.assign(new URL(database.urls[login]), { port: poolers[at]?.port }).href

const directory = mkdtempSync(join(tmpdir(), 'caserne-pooler-'))
const run = useCommandLine()

it('a pooler is noticed if it shares sessions', async () => {
  expect(await sharesSessions(database.urls.api)).toBe(false)
  expect(await sharesSessions(behind('api', 0))).toBe(true)
  expect(await sharesSessions(behind('api', 1))).toBe(true)
  expect(await sharesSessions(behind('api', 2))).toBe(false)
})

it('servers behind it send statements without names, without being told', async () => {
  const { port, free } = await takePort()
  const keyFile = join(directory, 'keys.json')
  writeNewKeys(keyFile)
  await free()
  const server = runProgram(['serve', 'data'], {
    ...{ API_DATABASE_URL: behind('api'), AUTH_DATABASE_URL: behind('auth') },
    ...{ AUTH_KEY_FILE: keyFile, DATA_DIR: directory, DATA_PORT: String(port), PASSWORD_COST: '4' },
  })
  const ask = async (path: string, body?: object, headers: Record<string, string> = {}) =>
    await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const ready = () =>
    ask('/ready').then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(ready, { timeout: 30_000, interval: 100 }).toBe(200)
  const login = await ask('/api/v1/login', { email: 'commandant@example.org', password: 'caserne-demo' })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const how = { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' }
  const statuses: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 === 0
          ? ask(`/api/v2/${['grades', 'vehicules', 'sapeurs'][n % 3]}`, undefined, how)
          : ask('/api/v2/vehicules', { designation: `Fourgon ${round} ${n}` }, how),
      ),
    )
    statuses.push(...answers.map(({ status }) => status))
  }
  // A loaded machine may ask to wait (503).
  expect(statuses).not.toContain(500)
  expect(statuses).toContain(201)
  expect(server.output()).toContain('a pooler shares sessions')
})

it('doctor says so, and calls a worker behind it a fault', async () => {
  const config = {
    API_DATABASE_URL: behind('api'),
    AUTH_DATABASE_URL: behind('auth', 2),
    WORKER_DATABASE_URL: behind('worker'),
  } as Config
  expect(await examineAlone(checkAddresses, config)).toEqual([
    'ok: AUTH_DATABASE_URL : joignable',
    'ok: API_DATABASE_URL : joignable, par un pooler (les instructions sont envoyées sans nom)',
    expect.stringMatching(/^fault: WORKER_DATABASE_URL : mène à un pooler qui partage les sessions/),
  ])
})

it('a worker does not start behind it', async () => {
  const env = { WORKER_DATABASE_URL: behind('worker'), DATA_DIR: directory }
  expect(await run(['worker'], { env })).toEqual({
    code: 1,
    said: expect.stringContaining('Indiquez l’adresse de PostgreSQL lui-même.'),
  })
})
