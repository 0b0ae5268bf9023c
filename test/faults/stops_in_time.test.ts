import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, makeDirectory } from '../db/embedded_fixture.ts'
import { dovecotMissing, startDovecot } from '../support/dovecot.ts'
import { isReady, killPrograms, type Program, postgresPid, runProgram } from '../support/program.ts'
import { letter } from '../worker/mail_fixture.ts'
import { mailboxKey, startWorkerProgram, withinAMinute } from './faults_fixture.ts'
import { type OwnPostgres, startOwnPostgres } from './own_postgres.ts'

const TIME_MS = 20_000

let postgres: OwnPostgres
beforeAll(async () => {
  postgres = await startOwnPostgres()
})
afterEach(async () => {
  postgres.signal('SIGCONT')
  await killPrograms()
})
afterAll(async () => {
  await postgres.remove()
  cleanUp()
})

async function expectEnd(programs: Program[]): Promise<void> {
  const began = performance.now()
  await Promise.all(programs.map((each) => each.kill('SIGTERM')))
  expect(performance.now() - began).toBeLessThan(TIME_MS)
}

describe('SIGTERM ends every process within 20 s', { timeout: 120_000 }, () => {
  it('while the database is frozen', async () => {
    const { urls } = postgres
    const env = {
      DATABASE_URL: urls.admin,
      API_DATABASE_URL: urls.api,
      AUTH_DATABASE_URL: urls.auth,
      WORKER_DATABASE_URL: urls.worker,
      DATA_DIR: dirname(makeDirectory()),
      MAILBOX_KEY: mailboxKey,
      PORT: '0',
      LOG_LEVEL: 'info',
    }
    const programs = [
      runProgram(['serve', 'auth'], env),
      runProgram(['serve', 'data'], env),
      runProgram(['start'], env),
      runProgram(['worker'], env),
    ]
    const signs = [/"listening"/, /"listening"/, /Ctrl-C pour arrêter/, /worker started/]
    await Promise.all(programs.map((each, n) => each.says(signs[n] ?? /./)))
    postgres.signal('SIGSTOP')
    const port = Number(/"port":(\d+)/.exec(programs[1]?.output() ?? '')?.[1])
    // Requests that are under way, and wait for the database.
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    const asking = [ask('/ready'), ask('/ready?read')]
    await expectEnd(programs)
    await Promise.all(asking)
  })

  it.skipIf(dovecotMissing() !== null)('while the mail server hangs in the middle of a reading', async () => {
    const dovecot = await startDovecot()
    const worker = startWorkerProgram(postgres.urls.worker, dovecot.port)
    const read = async () =>
      (await postgres.rows('select from jobs.releves where last_success_at is not null')).length
    await expect.poll(read, withinAMinute).toBe(1)
    dovecot.freeze()
    dovecot.deliver(letter('x', 'Type: Feu\r\nAdresse: x\r\nSIS: hs'))
    await postgres.rows('select jobs.ask_releves()')
    await expectEnd([worker])
    await dovecot.remove()
  })

  it('and npm start leaves no PostgreSQL behind that is frozen', async () => {
    const dataDir = dirname(makeDirectory())
    const program = runProgram(['start'], { DATA_DIR: dataDir, PORT: '0' })
    await isReady(program)
    const pid = postgresPid(dataDir) ?? 0
    const children = readFileSync(join('/proc', String(pid), 'task', String(pid), 'children'), 'utf8')
    for (const each of [pid, ...children.trim().split(' ').map(Number)]) process.kill(each, 'SIGSTOP')
    await expectEnd([program])
    await expect.poll(() => postgresPid(dataDir), { timeout: 15_000 }).toBeUndefined()
  })
})
