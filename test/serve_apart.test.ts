import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { useDatabase } from './support/database.ts'
import { killPrograms, type Program, runProgram, takePort } from './support/program.ts'

const database = useDatabase()
const directory = mkdtempSync(join(tmpdir(), 'caserne-apart-'))
const at = { auth: '', data: '' }
const programs: Program[] = []
// A login for an analyst, made by hand.
const login = `apart_${randomBytes(4).toString('hex')}`

async function freePort(): Promise<string> {
  const { port, free } = await takePort()
  await free()
  return String(port)
}

async function isReady(url: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${url}/ready`)).status).toBe(200), { timeout: 40_000 })
}

// As on two machines: the data server has no key, no login to the accounts and no writable directory.
beforeAll(async () => {
  await (await database.as('admin')).query(`create role ${login} login in role caserne_analyst`)
  const [authPort, dataPort] = [await freePort(), await freePort()]
  Object.assign(at, { auth: `http://127.0.0.1:${authPort}`, data: `http://127.0.0.1:${dataPort}` })
  programs.push(
    runProgram(['serve', 'auth'], {
      DATA_DIR: directory,
      AUTH_PORT: authPort,
      AUTH_DATABASE_URL: database.urls.auth,
    }),
  )
  await isReady(at.auth)
  programs.push(
    runProgram(['serve', 'data'], {
      DATA_DIR: '/proc/caserne',
      DATA_PORT: dataPort,
      API_DATABASE_URL: database.urls.api,
      AUTH_JWKS_URL: `${at.auth}/.well-known/jwks.json`,
    }),
  )
  await isReady(at.data)
}, 90_000)

afterAll(async () => {
  await killPrograms()
  rmSync(directory, { recursive: true })
  await (await database.as('admin')).query(`drop role ${login}`)
})

it('each server warns at its start of an analyst who could fill the disk', () => {
  for (const program of programs) {
    expect(program.output()).toContain(`l’analyste ${login} peut remplir le disque du serveur de messages`)
    expect(program.output()).toContain(`alter role ${login} set log_min_messages = 'fatal'`)
  }
})

const logIn = (url: string) =>
  fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ email: 'chef@example.org', password: 'caserne-demo' }),
  })

it('a data server accepts the tokens of the authentication server whose JWKS it is given', async () => {
  const { accessToken } = (await (await logIn(at.auth)).json()) as { accessToken: string }
  const ask = (token: string) =>
    fetch(`${at.data}/api/v2/alarmes`, {
      headers: { 'sis-key': 'hs', authorization: `Bearer ${token}`, connection: 'close' },
    })
  expect((await ask(accessToken)).status).toBe(200)
  expect((await ask(`${accessToken.slice(0, -8)}AAAAAAAA`)).status).toBe(401)
})

it('such a data server signs nobody in, and publishes no keys', async () => {
  expect((await logIn(at.data)).status).toBe(404)
  expect((await fetch(`${at.data}/.well-known/jwks.json`)).status).toBe(404)
})

it('an authentication server makes its keys, and serves no data', async () => {
  expect(readdirSync(directory)).toEqual(['auth-keys.json'])
  expect((await fetch(`${at.auth}/api/v2/alarmes`)).status).toBe(404)
})
