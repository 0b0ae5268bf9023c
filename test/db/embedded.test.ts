import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { takePort } from '../support/program.ts'
import {
  children,
  cleanUp,
  crashServer,
  end,
  makeDirectory,
  query,
  start,
  startProgram,
} from './embedded_fixture.ts'

afterEach(cleanUp)

describe('the embedded PostgreSQL', { timeout: 30_000 }, () => {
  it('initialises itself, and keeps its data until the second start', async () => {
    const directory = makeDirectory()
    const first = await start(directory)
    expect(await query(first.adminUrl, 'show fsync')).toBe('off')
    expect(await query(first.adminUrl, 'show server_encoding')).toBe('UTF8')
    expect(await query(first.adminUrl, 'show server_version_num')).toMatch(/^18/)
    expect(await query(first.adminUrl, 'show listen_addresses')).toBe('127.0.0.1')
    await query(first.adminUrl, 'create table kept as select 7 as value')
    await first.stop()
    await first.stop()
    await expect(query(first.adminUrl, 'select 1')).rejects.toThrow('ECONNREFUSED')
    expect(existsSync(join(directory, 'program.lock'))).toBe(false)

    const second = await start(directory)
    expect(await query(second.adminUrl, 'select value from kept')).toBe(7)
    await second.stop()
  })

  it('leaves its caller time to work while it is initialised and while it starts', async () => {
    const directory = makeDirectory()
    const seen: string[] = []
    const onBusy = () => void seen.push(existsSync(join(directory, 'data')) ? 'starting' : 'initialising')
    await (await start(directory, { onBusy })).stop()
    expect(seen).toEqual(['initialising', 'starting'])
    await (await start(directory, { onBusy })).stop()
    expect(seen).toEqual(['initialising', 'starting', 'starting'])
  })

  it('admits nobody without the password, which only its owner can read', async () => {
    const directory = makeDirectory()
    const { url, stop } = await start(directory)
    await expect(query(url('postgres', 'wrong', 'postgres'), 'select 1')).rejects.toThrow(
      'password authentication',
    )
    expect(statSync(join(directory, 'password')).mode & 0o777).toBe(0o600)
    expect(statSync(join(directory, 'data')).mode & 0o777).toBe(0o700)
    await stop()
  })

  it('runs side by side with that of another directory', async () => {
    const [one, two] = await Promise.all([start(makeDirectory()), start(makeDirectory())])
    expect(await query(one.adminUrl, 'show port')).toBe(String(one.port))
    expect(await query(two.adminUrl, 'show port')).toBe(String(two.port))
    await Promise.all([one.stop(), two.stop()])
  })

  it('listens on the configured port, also after another one, and fails when the port is taken', async () => {
    const [directory, { port, free }] = [makeDirectory(), await takePort()]
    const program = await startProgram(directory)
    await end(program.child, 'SIGKILL')
    await expect(start(directory, { port })).rejects.toThrow(
      `Le port ${port} est déjà pris. Choisissez-en un autre : EMBEDDED_PORT=…`,
    )
    await free()
    const moved = await start(directory, { port })
    expect([moved.port, await query(moved.adminUrl, 'show port')]).toEqual([port, String(port)])
    await moved.stop()
  })

  it('belongs to one program at a time, and survives its interruption and its death', async () => {
    const directory = makeDirectory()
    const program = await startProgram(directory)
    await expect(start(directory)).rejects.toThrow(`Un autre programme (pid ${program.pid}) utilise`)

    process.kill(-program.pid, 'SIGINT')
    expect(await program.nextLine()).toBe('interrupted')
    await query(program.adminUrl, 'create table kept as select 7 as value')

    await end(program.child, 'SIGKILL')
    const adopted = await start(directory)
    expect(adopted.adminUrl).toBe(program.adminUrl)
    expect(await query(adopted.adminUrl, 'select value from kept')).toBe(7)
    await adopted.stop()
    await expect(query(adopted.adminUrl, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })

  it('recovers when it was killed together with the program', async () => {
    const directory = makeDirectory()
    const program = await startProgram(directory)
    await query(program.adminUrl, 'create table kept as select 7 as value')
    await crashServer(directory)
    await end(program.child, 'SIGKILL')

    const next = await start(directory)
    expect(await query(next.adminUrl, 'select value from kept')).toBe(7)
    await next.stop()
  })

  it('starts even when its old pid belongs to another process', async () => {
    const directory = makeDirectory()
    const { adminUrl, stop } = await start(directory)
    await query(adminUrl, 'create table kept as select 7 as value')
    const file = join(directory, 'data/postmaster.pid')
    const lines = readFileSync(file, 'utf8').split('\n')
    const { uid, gid } = statSync(file)
    await crashServer(directory)
    await stop()
    const stranger = spawn('/bin/sleep', ['60'], { uid, gid, stdio: 'ignore' })
    children.push(stranger)
    writeFileSync(file, [stranger.pid, ...lines.slice(1)].join('\n'))

    const next = await start(directory)
    expect(await query(next.adminUrl, 'select value from kept')).toBe(7)
    await next.stop()
    expect(stranger.exitCode).toBeNull()
  })

  it('restarts after its own crash while the program goes on', async () => {
    const { adminUrl, stop } = await start(makeDirectory())
    const client = new Client({ connectionString: adminUrl })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    process.kill(rows[0].pid, 'SIGKILL')
    await ended
    await expect.poll(() => query(adminUrl, 'select 1').catch(() => 'not yet')).toBe(1)
    await stop()
  })

  it('takes over the lock of a killed program, even when the pid is in use again', async () => {
    const directory = makeDirectory()
    mkdirSync(directory)
    const { dev, ino } = statSync(directory)
    const stale = { pid: process.ppid, startedAt: 'before the last boot', inode: `${dev}:${ino}` }
    writeFileSync(join(directory, 'program.lock'), JSON.stringify(stale))
    const { stop } = await start(directory)
    expect(JSON.parse(readFileSync(join(directory, 'program.lock'), 'utf8')).pid).toBe(process.pid)
    await stop()
  })

  it('shows the end of the log when it does not start', async () => {
    const directory = makeDirectory()
    await expect(start(directory, { settings: { shared_buffers: 'much' } })).rejects.toThrow(
      'invalid value for parameter "shared_buffers": "much"',
    )
    await (await start(directory)).stop()
  })

  it('refuses data of another major version', async () => {
    const directory = makeDirectory()
    mkdirSync(join(directory, 'data'), { recursive: true })
    writeFileSync(join(directory, 'data/PG_VERSION'), '17\n')
    await expect(start(directory)).rejects.toThrow('viennent de PostgreSQL 17, celui-ci est 18')
  })
})
