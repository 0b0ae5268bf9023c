import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { killPrograms, runProgram } from '../support/program.ts'

// An account that no entry of /etc/passwd names, as containers have it.
const account = { uid: 54_321, gid: 54_321 }
const folder = mkdtempSync(join(tmpdir(), 'caserne-nameless-'))
chmodSync(folder, 0o755)
afterAll(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

async function start(DATA_DIR: string) {
  const program = runProgram(['start'], { DATA_DIR, PORT: '0' }, { account })
  return { ...(await program.ended), said: program.output() }
}

describe.runIf(process.getuid?.() === 0)('a start by an account without a name', () => {
  it('says which folder it may not write', async () => {
    const { code, said } = await start(join(folder, 'data'))
    expect(code).toBe(1)
    expect(said).toBe(
      `${join(folder, 'data')} est refusé au compte 54321 (mkdir, EACCES) : donnez-lui ce droit, ou choisissez un autre dossier, par exemple avec DATA_DIR.\n`,
    )
  })

  it('says what PostgreSQL asks of an account', async () => {
    const own = mkdtempSync(join(folder, 'own-'))
    chownSync(own, account.uid, account.gid)
    const { code, said } = await start(join(own, 'data'))
    expect(code).toBe(1)
    expect(said).toMatch(
      /PostgreSQL refuse un compte sans nom : ajoutez le compte 54321 à \/etc\/passwd \(useradd/,
    )
  })

  it('needs no home: a worker waits for its database', async () => {
    const key = Buffer.alloc(32, 7).toString('base64')
    const url = 'postgres://caserne_worker:secret@127.0.0.1:9/caserne'
    const worker = runProgram(['worker'], { WORKER_DATABASE_URL: url, MAILBOX_KEY: key }, { account })
    await worker.says(/waiting for the database/)
    await worker.kill('SIGKILL')
  })
})
