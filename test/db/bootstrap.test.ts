import { dirname } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inOrder } from '../support/in_order.ts'
import { binaries, postgres15Missing } from '../support/postgres15.ts'
import { killPrograms, runProgram, takePort } from '../support/program.ts'
import { cleanUp, makeDirectory, start } from './embedded_fixture.ts'

const dataDir = dirname(makeDirectory())
const upToDate = 'La base est à jour.\n'
const guards = /grands objets[\s\S]*verrous consultatifs|verrous consultatifs[\s\S]*grands objets/

afterEach(killPrograms)
afterAll(cleanUp)

/** Runs statements one by one. @returns the rows of the last */
async function run(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const each of statements) ({ rows } = await client.query(each))
    return rows
  } finally {
    await client.end()
  }
}

const kinds = [
  { name: 'the embedded PostgreSQL', more: {}, missing: null, admins: true },
  { name: 'PostgreSQL 15', more: { binaries }, missing: postgres15Missing, admins: false },
]

describe.each(kinds)(
  '$name, without a superuser',
  { ...inOrder, timeout: 120_000 },
  ({ more, missing, admins }) => {
    let server: Awaited<ReturnType<typeof start>>
    const url = (database: string, login = 'postgres') => {
      const each = Object.assign(new URL(server.adminUrl), { pathname: database })
      return Object.assign(each, login === 'postgres' ? {} : { username: login, password: 'x' }).href
    }
    const by = async (login: string, database: string, ...args: string[]) => {
      const program = runProgram(['migrate', ...args], {
        DATA_DIR: dataDir,
        DATABASE_URL: url(database, login),
      })
      return { code: (await program.ended).code, said: program.output() }
    }

    beforeAll(async () => {
      if (missing !== null) return
      server = await start(makeDirectory(), more)
      await run(
        server.adminUrl,
        "create role exploitant login createrole createdb password 'x'",
        "create role second login createrole createdb password 'x'",
        "create role faible login password 'x'",
        'create database feu owner exploitant',
        'create database faible owner faible',
      )
    }, 60_000)
    afterAll(async () => await server?.stop())

    it.skipIf(missing !== null)(
      'refuses a login without rights in one sentence, with the remedy',
      async () => {
        expect(await by('faible', 'faible', '--bootstrap')).toEqual({
          code: 1,
          said: `Le rôle « faible » ne peut pas préparer la base « faible » : il lui manque CREATEROLE ; il lui manque CREATEDB. Un superutilisateur y remédie par : alter role faible createrole; alter role faible createdb;\n`,
        })
        await run(server.adminUrl, 'alter role faible createrole')
        expect(await by('faible', 'faible', '--bootstrap')).toEqual({
          code: 1,
          said: `Le rôle « faible » ne peut pas préparer la base « faible » : il lui manque CREATEDB. Un superutilisateur y remédie par : alter role faible createdb;\n`,
        })
        expect(await by('second', 'feu', '--bootstrap')).toEqual({
          code: 1,
          said: `Le rôle « second » ne peut pas préparer la base « feu » : la base appartient à « exploitant ». Un superutilisateur y remédie par : alter database feu owner to second;\n`,
        })
      },
    )

    it.skipIf(missing !== null)(
      'is prepared by a login with CREATEROLE and CREATEDB, and lists what only a superuser may revoke',
      async () => {
        const { code, said } = await by('exploitant', 'feu', '--bootstrap')
        expect(code).toBe(0)
        expect(said).toMatch(guards)
        expect(said).toContain('alter role caserne_auth set log_parameter_max_length = 0;')
        expect(said).toContain('revoke connect on database template1 from public;')
        expect(said).toMatch(/revoke execute on function pg_catalog\.pg_advisory_lock\(bigint\) from public;/)
        expect(said.endsWith(upToDate)).toBe(true)
        // The second run changes nothing.
        expect(await by('exploitant', 'feu', '--bootstrap')).toEqual({ code, said })

        const { port, free } = await takePort()
        await free()
        const env = { DATA_DIR: dataDir, DATABASE_URL: url('feu', 'exploitant'), AUTH_PORT: String(port) }
        const [auth, worker] = [runProgram(['serve', 'auth'], env), runProgram(['worker'], env)]
        await expect.poll(auth.output, { timeout: 30_000 }).toMatch(guards)
        await expect.poll(worker.output, { timeout: 30_000 }).toMatch(guards)
        const ready = async () => await (await fetch(`http://127.0.0.1:${port}/ready`)).json()
        expect(await ready()).toEqual({
          status: 'ok',
          warnings: expect.arrayContaining([expect.stringMatching('grands objets')]),
        })

        await run(url('feu'), said.slice(said.indexOf('\n\n'), said.lastIndexOf(upToDate)))
        // The server keeps its warnings for a while.
        await expect.poll(ready, { timeout: 30_000 }).toEqual({ status: 'ok' })
        expect(await by('exploitant', 'feu')).toEqual({ code: 0, said: upToDate })
      },
    )

    it.skipIf(missing !== null)(
      'names the owner to a second one, and admits them once they were granted access',
      async () => {
        const shutOut = await by('second', 'feu', '--bootstrap')
        expect(shutOut).toEqual({
          code: 1,
          said: `Le rôle « second » ne peut pas préparer la base « feu » : il n’a pas le droit de s’y connecter, un autre l’a préparée. Lancez la commande avec le login de celui-ci, ou un superutilisateur y remédie par : grant connect on database "feu" to "second";\n`,
        })
        await run(server.adminUrl, shutOut.said.slice(shutOut.said.indexOf(' par : ') + 7))
        const { code, said } = await by('second', 'feu', '--bootstrap')
        expect(code).toBe(1)
        expect(said).toContain(
          'ne peut pas préparer la base « feu » : la base appartient à « caserne_owner »',
        )
        expect(said).toContain('le schéma ext appartient à « exploitant »')
        expect(said.includes('il ne gère pas caserne_analyst, caserne_api')).toBe(admins)
        expect(said.trim().split('\n')).toHaveLength(1)
        await run(server.adminUrl, said.slice(said.indexOf(' par : ') + 7))
        expect(await by('second', 'feu', '--bootstrap')).toEqual({ code: 0, said: upToDate })
      },
    )
  },
)

describe('an empty cluster', { timeout: 120_000 }, () => {
  it('is prepared by several at the same time, for one database and for two, one after the other', async () => {
    const server = await start(makeDirectory())
    await run(server.adminUrl, 'create database un', 'create database deux')
    const programs = ['un', 'deux', 'un', 'deux', 'un'].map((database) => {
      const address = Object.assign(new URL(server.adminUrl), { pathname: database }).href
      return runProgram(['migrate', '--bootstrap'], { DATA_DIR: dataDir, DATABASE_URL: address })
    })
    for (const program of programs) {
      const { code } = await program.ended
      const said = program
        .output()
        .replaceAll('Une autre migration de cette base est en cours : attente…\n', '')
      expect([code, said]).toEqual([0, upToDate])
    }
    await server.stop()
  })

  it('is prepared even while another login holds or awaits every lock that it can', async () => {
    const server = await start(makeDirectory())
    await run(server.adminUrl, 'create database un', "create role quidam login password 'x'")
    const address = Object.assign(new URL(server.adminUrl), { pathname: 'un' })
    const his = Object.assign(new URL(address), { username: 'quidam', password: 'x' }).href
    const quidam = new pg.Client(his)
    await quidam.connect()
    await quidam.query('begin')
    await quidam.query('savepoint s')
    // They hold the lock only until their call is refused.
    await expect(quidam.query("comment on database un is 'x'")).rejects.toMatchObject({ code: '42501' })
    await quidam.query('rollback to savepoint s')
    const program = runProgram(['migrate', '--bootstrap'], { DATA_DIR: dataDir, DATABASE_URL: address.href })
    expect([(await program.ended).code, program.output()]).toEqual([0, upToDate])
    await quidam.end()
    await server.stop()
  })
})

describe('a database that starts later', { timeout: 120_000 }, () => {
  it('is awaited by servers, worker and migrate, who log it; a signal ends the wait', async () => {
    const { port, free } = await takePort()
    const directory = makeDirectory()
    await free()
    const address = `postgres://postgres@127.0.0.1:${port}/postgres`
    const [data, auth] = [await takePort(), await takePort()]
    await Promise.all([data.free(), auth.free()])
    const env = (database: string) => ({
      DATA_DIR: dataDir,
      DATABASE_URL: Object.assign(new URL(database)).href,
      DATA_PORT: String(data.port),
      AUTH_PORT: String(auth.port),
    })
    const migration = runProgram(['migrate', '--bootstrap'], env(address))
    await migration.says(/La base de données n’est pas encore joignable \(.*ECONNREFUSED.*\) : attente…/)
    const first = await start(directory, { port })
    await migration.kill('SIGTERM')
    // As its superuser, whose password the first start has made.
    const prepared = runProgram(['migrate', '--bootstrap'], env(first.adminUrl))
    expect((await prepared.ended).code).toBe(0)
    await first.stop()

    const waiting = ['serve data', 'serve auth', 'worker'].map((args) =>
      runProgram(args.split(' '), env(first.adminUrl)),
    )
    const patient = runProgram(['migrate'], env(first.adminUrl))
    const told = runProgram(['worker'], env(first.adminUrl))
    for (const program of [...waiting, told]) await program.says(/waiting for the database/)
    await patient.says(/pas encore joignable/)
    expect(await told.kill('SIGTERM')).toEqual({ code: 0, signal: null })

    const again = await start(directory, { port })
    for (const each of [data, auth]) {
      const ready = () =>
        fetch(`http://127.0.0.1:${each.port}/ready`).then(
          (answer) => answer.status,
          () => 0,
        )
      await expect.poll(ready, { timeout: 30_000 }).toBe(200)
    }
    const working = async () =>
      await run(first.adminUrl, "select from pg_stat_activity where application_name = 'caserne locks'")
    await expect.poll(working, { timeout: 30_000 }).toHaveLength(1)
    expect([(await patient.ended).code, patient.output()]).toEqual([0, expect.stringContaining(upToDate)])
    for (const program of waiting) expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    await again.stop()
  })
})
