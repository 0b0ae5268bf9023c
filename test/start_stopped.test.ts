import { dirname } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { cleanUp, makeDirectory } from './db/embedded_fixture.ts'
import { useDatabase } from './support/database.ts'
import { postgresPid } from './support/program.ts'
import { killRuns, processesWith, runInGroup, runInTerminal } from './support/terminal.ts'

// A mark of this run alone: processes with it in their environment or command line belong to the run.
const makeDataDir = () => dirname(makeDirectory())

const living = (dataDir: string) => ({ programs: processesWith(dataDir), postgres: postgresPid(dataDir) })
const nothingLives = (dataDir: string) =>
  expect
    .poll(() => living(dataDir), { timeout: 10_000, interval: 50 })
    .toEqual({ programs: [], postgres: undefined })

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

afterEach(killRuns)
afterAll(cleanUp)

describe('npm start in a terminal', { timeout: 60_000 }, () => {
  it('stops cleanly at Ctrl-C, although npm sends the signal a second time', async () => {
    const dataDir = makeDataDir()
    const run = runInTerminal('npm start', { DATA_DIR: dataDir, PORT: '0' })
    await run.says(/Ctrl-C pour arrêter/)
    expect(living(dataDir)).toEqual({
      programs: expect.arrayContaining([expect.stringMatching(/main\.ts start/)]),
      postgres: expect.any(Number),
    })
    run.child.stdin?.write('\x03')
    expect(await run.ended).toEqual({ code: 0, signal: null })
    expect(count(run.output(), /arrêt…/g)).toBe(1)
    expect(run.output()).not.toMatch(/DeprecationWarning|Error/)
    await nothingLives(dataDir)
  })

  it('stops cleanly at a Ctrl-C before it is ready', async () => {
    const dataDir = makeDataDir()
    const run = runInTerminal('npm start', { DATA_DIR: dataDir, PORT: '0' })
    await run.says(/PostgreSQL/)
    run.child.stdin?.write('\x03')
    await run.says(/arrêt…/)
    run.child.stdin?.write('\x03')
    await run.ended
    await nothingLives(dataDir)
  })

  it('stops loading the demo at Ctrl-C, and loads all of it at the next start', async () => {
    const dataDir = makeDataDir()
    const run = runInTerminal('npm start', { DATA_DIR: dataDir, PORT: '0', DEMO_HISTORY: 'true' })
    await run.says(/démo : comptes et personnel/)
    run.child.stdin?.write('\x03')
    expect(await run.ended).toEqual({ code: 0, signal: null })
    expect(run.output()).not.toMatch(/comptes de test|Caserne est prête/)
    await nothingLives(dataDir)
    const next = runInTerminal('npm start', { DATA_DIR: dataDir, PORT: '0' })
    await next.says(/Ctrl-C pour arrêter/)
    expect(next.output()).toMatch(/démo : comptes et personnel/)
    next.child.stdin?.write('\x03')
    expect(await next.ended).toEqual({ code: 0, signal: null })
  })

  it('stops when the terminal is closed', async () => {
    const dataDir = makeDataDir()
    const run = runInTerminal('npm start', { DATA_DIR: dataDir, PORT: '0' })
    await run.says(/Ctrl-C pour arrêter/)
    run.child.kill('SIGKILL')
    await run.ended
    await nothingLives(dataDir)
  })
})

describe('npm run caserne -- serve data', { timeout: 60_000 }, () => {
  const database = useDatabase()

  const serve = async (dataDir: string) => {
    const run = runInGroup('npm run caserne -- serve data', {
      DATA_DIR: dataDir,
      DATA_PORT: '0',
      API_DATABASE_URL: database.urls.api,
      AUTH_DATABASE_URL: database.urls.auth,
    })
    await run.says(/"listening"/)
    return run
  }

  it('stops cleanly when only npm gets SIGTERM', async () => {
    const dataDir = makeDataDir()
    const run = await serve(dataDir)
    run.child.kill('SIGTERM')
    expect(await run.ended).toEqual({ code: 0, signal: null })
    expect(run.output()).toContain('SIGTERM : arrêt…')
    await nothingLives(dataDir)
  })

  it('stops cleanly when the whole process group gets SIGTERM', async () => {
    const dataDir = makeDataDir()
    const run = await serve(dataDir)
    process.kill(-Number(run.child.pid), 'SIGTERM')
    await run.ended
    expect(count(run.output(), /arrêt…/g)).toBe(1)
    await nothingLives(dataDir)
  })
})
