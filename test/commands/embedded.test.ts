import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, makeDirectory, query, start } from '../db/embedded_fixture.ts'
import { inOrder } from '../support/in_order.ts'
import { isReady, killPrograms, type Program, postgresPid, runProgram } from '../support/program.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

const dataDir = dirname(makeDirectory())
const settings = () => ({ DATA_DIR: dataDir })
const run = useCommands(settings)
const byProgram = usePrograms(settings)

/** Status of a login at the server that `start` runs. */
async function signIn(auth: string, email: string, password: string): Promise<number> {
  return await post(`${auth}/login`, { email, password })
}

async function post(url: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json', connection: 'close' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

/** Makes a login by the command, and returns the address that the command prints. */
async function analyst(): Promise<string> {
  const { said } = await run(['analyst', 'create', 'jura_stat', '--sis', 'hs'])
  const [, password, host, port, name, base] =
    / : (\S+)\npsql -h (\S+) -p (\S+) -U (\S+) -d (\S+)\n$/.exec(said) ?? []
  return `postgres://${name}:${password}@${host}:${port}/${base}`
}

afterAll(async () => {
  await killPrograms()
  cleanUp()
})

describe('a command without DATABASE_URL', { ...inOrder, ...patience }, () => {
  it('explains what to do where nothing was ever started, and makes nothing', async () => {
    expect(await run(['sis', 'list'])).toEqual({
      code: 1,
      said: `Il n’y a pas encore de base dans ${dataDir} (DATA_DIR). Lancez d’abord npm start, ou indiquez DATABASE_URL.\n`,
    })
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('explains what to do with a database without a schema', async () => {
    const directory = makeDirectory()
    await (await start(directory)).stop()
    const own = dirname(directory)
    expect(await run(['sis', 'list'], { env: { DATA_DIR: own } })).toEqual({
      code: 1,
      said: `La base de ${own} n’est pas à jour : attendez que npm start soit prêt, ou relancez-le.\n`,
    })
    expect((await run(['migrate', 'status'], { env: { DATA_DIR: own } })).said).toMatch(
      /^000001\.sql .* attend\n[\s\S]*La base est vide/,
    )
    expect(postgresPid(own)).toBeUndefined()
  })

  describe('in the directory of the start command', () => {
    let program: Program
    let auth = ''

    beforeAll(async () => {
      program = runProgram(['start'], { DATA_DIR: dataDir, PORT: '0' })
      auth = (await isReady(program)).auth
    }, 60_000)

    it('works while the start command runs', async () => {
      expect((await byProgram(['migrate', 'status'])).said).toContain('La base est à jour')
      expect(await byProgram(['sis', 'create', 'jura', 'SIS Jura'])).toEqual({
        code: 0,
        said: 'SIS jura créé.\n',
      })
      const made = await run(['user', 'create', 'a@example.org', '--name', 'A'])
      const token = /\/reset-mdp\?token=(\S+)\n$/.exec(made.said)?.[1]
      expect(await post(`${auth}/reset-password`, { token, password: 'ronce-mauve-77' })).toBe(200)
      expect(await signIn(auth, 'a@example.org', 'ronce-mauve-77')).toBe(200)
      expect(await query(await analyst(), 'select count(*)::integer from sapeurs')).toBeGreaterThan(10)
      expect((await run(['user', 'disable', 'a@example.org'])).code).toBe(0)
      expect(await signIn(auth, 'a@example.org', 'ronce-mauve-77')).toBe(401)
      expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    })

    it('starts the database if nothing runs, and stops it again', async () => {
      const { code, said } = await byProgram(['sis', 'list'])
      expect({ code, lines: said.split('\n').length }).toEqual({ code: 0, lines: 4 })
      expect(said).toMatch(/^jura +SIS Jura +SIS Jura$/m)
      expect(postgresPid(dataDir)).toBeUndefined()
    })

    it('leaves the database running for others that joined meanwhile', async () => {
      const emails = ['b@example.org', 'c@example.org', 'd@example.org']
      const outcomes = await Promise.all(
        emails.map((email) =>
          byProgram(['user', 'create', email, '--name', 'B', '--password-stdin'], {
            input: 'ronce-mauve-77\n',
          }),
        ),
      )
      expect(outcomes).toEqual(emails.map((email) => ({ code: 0, said: `Compte ${email} créé.\n` })))
      expect(postgresPid(dataDir)).toBeUndefined()
    })

    it('takes over the database that a killed program left running', async () => {
      program = runProgram(['start'], { DATA_DIR: dataDir, PORT: '0' })
      await isReady(program)
      await program.kill('SIGKILL')
      expect(postgresPid(dataDir)).toBeGreaterThan(0)
      expect((await byProgram(['user', 'enable', 'a@example.org'])).said).toBe(
        'Compte a@example.org activé.\n',
      )
      expect(postgresPid(dataDir)).toBeUndefined()
    })
  })
})
