import { dirname, join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openKeyRing } from '../src/auth/keys.ts'
import { withRole } from '../src/db/migrate.ts'
import { readSecrets } from '../src/process/secrets.ts'
import { cleanUp, makeDirectory, start } from './db/embedded_fixture.ts'
import { useCommandLine } from './support/command_line.ts'
import { inOrder } from './support/in_order.ts'
import { killPrograms, runProgram, takePort } from './support/program.ts'

const dataDir = dirname(makeDirectory())
const commandLine = useCommandLine()
const remedy = 'Lancez : npm run caserne -- migrate (--bootstrap la première fois)'

describe('a database of one’s own, on a server where nothing is prepared', {
  ...inOrder,
  timeout: 60_000,
}, () => {
  let server: Awaited<ReturnType<typeof start>>
  let env: Record<string, string>

  beforeAll(async () => {
    server = await start(makeDirectory())
    await query(server.adminUrl, 'create database feu')
    env = {
      DATA_DIR: dataDir,
      DATABASE_URL: Object.assign(new URL(server.adminUrl), { pathname: 'feu' }).href,
    }
  }, 60_000)

  afterEach(killPrograms)
  afterAll(async () => {
    await server.stop()
    cleanUp()
  })

  async function query(url: string, text: string): Promise<unknown[]> {
    const client = new pg.Client(url)
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  const run = (...args: string[]) => commandLine(args, { env })

  async function byProgram(...args: string[]) {
    const program = runProgram(args, env)
    const { code } = await program.ended
    return { code, said: program.output() }
  }

  it.each([
    ['serve data', byProgram],
    ['serve auth', run],
    ['worker', byProgram],
    ['start', run],
    ['demo', run],
    ['migrate', run],
  ])('is refused by %s with the command that prepares it', async (command, by) => {
    const { code, said } = await by(...command.split(' '))
    expect(said).toContain(remedy)
    expect(code).toBe(1)
  })

  it('is prepared by migrate --bootstrap, also a second time', async () => {
    expect(await byProgram('migrate', '--bootstrap')).toEqual({ code: 0, said: 'La base est à jour.\n' })
    expect(await run('migrate', '--bootstrap')).toEqual({ code: 0, said: 'La base est à jour.\n' })
    expect(await byProgram('migrate')).toEqual({ code: 0, said: 'La base est à jour.\n' })
  })

  it('belongs to a role without login, has no SIS, and compiles no statement of any login (JIT)', async () => {
    const owner = withRole(env.DATABASE_URL ?? '', 'caserne_owner')
    expect(
      await query(
        owner,
        "select current_user::text as me, auth.list_sis() as sis, current_setting('jit') as jit",
      ),
    ).toEqual([{ me: 'caserne_owner', sis: [], jit: 'off' }])
    expect(
      await query(
        owner,
        "select rolname from pg_roles where rolname ~ '^caserne' and rolcanlogin order by 1",
      ),
    ).toEqual([{ rolname: 'caserne_api' }, { rolname: 'caserne_auth' }, { rolname: 'caserne_worker' }])
  })

  it('loads the demo once', async () => {
    expect(await byProgram('demo')).toEqual({ code: 0, said: 'La démo est chargée.\n' })
    expect(await run('demo')).toEqual({
      code: 0,
      said: 'La base contient déjà des SIS : rien n’a été changé.\n',
    })
  })

  it('is served by serve data and serve auth, with a worker beside them', async () => {
    const { port, free } = await takePort()
    await free()
    env = { ...env, DATA_PORT: String(port), AUTH_PORT: String(port) }
    for (const [which, path, status] of [
      ['auth', '/api/v1/sis', 200],
      ['data', '/api/v2/alarmes', 401],
    ] as const) {
      const [program, worker] = [runProgram(['serve', which], env), runProgram(['worker'], env)]
      const asked = async (asking: string) =>
        await fetch(`http://127.0.0.1:${port}${asking}`).then(
          (answer) => answer.status,
          () => 0,
        )
      await expect.poll(() => asked('/ready'), { timeout: 15_000, interval: 50 }).toBe(200)
      expect(await asked(path)).toBe(status)
      expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null })
      const working = "select from pg_stat_activity where usename = 'caserne_worker'"
      await expect.poll(() => query(server.adminUrl, working), { timeout: 15_000 }).not.toEqual([])
      expect(await worker.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    }
  })

  it('is served, and its mailboxes read, without the owner’s login and without a writable directory', async () => {
    const { databasePasswords } = readSecrets(dataDir)
    const login = (name: 'auth' | 'api' | 'worker') =>
      Object.assign(new URL(env.DATABASE_URL ?? ''), {
        username: `caserne_${name}`,
        password: databasePasswords[name],
      }).href
    const keyFile = join(dataDir, 'elsewhere.json')
    ;(await openKeyRing(keyFile, pino({ level: 'silent' }))).close()
    const { port, free } = await takePort()
    await free()
    const own = {
      DATA_DIR: '/proc/caserne',
      DATA_PORT: String(port),
      AUTH_DATABASE_URL: login('auth'),
      API_DATABASE_URL: login('api'),
      WORKER_DATABASE_URL: login('worker'),
      AUTH_KEY_FILE: keyFile,
      MAILBOX_KEY: Buffer.alloc(32, 1).toString('base64'),
    }
    const [program, worker] = [runProgram(['serve', 'data'], own), runProgram(['worker'], own)]
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/ready`)
        .then((answer) => answer.status)
        .catch(() => 0)
    await expect.poll(ready, { timeout: 15_000, interval: 50 }).toBe(200)
    const working = "select from pg_stat_activity where usename = 'caserne_worker'"
    await expect.poll(() => query(server.adminUrl, working), { timeout: 15_000 }).not.toEqual([])
    expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(await worker.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  })

  it('is not served with a login that bypasses the policies', async () => {
    const before = env
    env = { ...env, API_DATABASE_URL: env.DATABASE_URL ?? '' }
    const { code, said } = await run('serve', 'data')
    expect(said).toContain('Refus de démarrer :\n  le rôle postgres est superutilisateur')
    expect(code).toBe(1)
    env = before
  })
})

it.each([
  [['serve', 'tout'], 'auth ou data'],
  [['migrate'], 'DATABASE_URL est nécessaire pour cette commande.'],
  [['demo'], 'DATABASE_URL est nécessaire pour cette commande.'],
  [['serve', 'auth'], 'AUTH_DATABASE_URL (ou DATABASE_URL) est nécessaire pour cette commande.'],
  [['worker'], 'WORKER_DATABASE_URL (ou DATABASE_URL) est nécessaire pour cette commande.'],
  [['nonsense'], 'Commande inconnue : nonsense'],
])('refuses %j', async (args, message) => {
  const { code, said } = await commandLine(args, { env: { DATA_DIR: dataDir } })
  expect(code).toBe(1)
  expect(said).toContain(message)
})

it('gets the same error from every command when it is unreachable', {
  timeout: 60_000,
}, async () => {
  const { port, free } = await takePort()
  await free()
  const address = `postgres://postgres:secret-7@127.0.0.1:${port}/caserne`
  const commands = ['migrate', 'migrate --bootstrap', 'demo', 'serve data', 'worker']
  const said = commands.map(async (command) => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: address, DATABASE_WAIT_SECONDS: '0' }
    const program = runProgram(command.split(' '), env)
    return [command, (await program.ended).code, program.output()]
  })
  const sentence = `La base de données n’est pas joignable : connect ECONNREFUSED 127.0.0.1:${port}\n`
  expect(await Promise.all(said)).toEqual(commands.map((command) => [command, 1, sentence]))
})
