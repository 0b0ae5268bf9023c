import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { writeNewKeys } from '../../support/keys.ts'
import { loudEntries } from '../../support/loud_entries.ts'
import { killPrograms, runProgram } from '../../support/program.ts'

const database = useDatabase()
const directory = mkdtempSync(join(tmpdir(), 'caserne-started-'))
const keys = join(directory, 'keys.json')
beforeAll(() => writeNewKeys(keys))
afterAll(async () => {
  await killPrograms()
  rmSync(directory, { recursive: true })
})

const programs = [['serve', 'auth'], ['serve', 'data'], ['worker']]

/** Messages above info of programs until they have looked for faults. */
async function logged(args: string[]): Promise<string[]> {
  const { auth, api, worker } = database.urls
  const program = runProgram(args, {
    LOG_LEVEL: 'debug',
    PORT: '0',
    DATA_DIR: directory,
    AUTH_KEY_FILE: keys,
    AUTH_DATABASE_URL: auth,
    API_DATABASE_URL: api,
    WORKER_DATABASE_URL: worker,
    SMTP_URL: 'smtps://127.0.0.1:1',
    MAILBOX_KEY: Buffer.alloc(32).toString('base64'),
  })
  await program.says(/"looked for faults"/)
  await program.kill('SIGTERM')
  return loudEntries(program.output()).map(({ level, check, msg }) => `${level} ${check}: ${msg}`)
}

describe('a program that has started', { timeout: 60_000 }, () => {
  it('logs no fault of a sound instance', async () => {
    for (const found of await Promise.all(programs.map(logged))) expect(found).toEqual([])
  })

  it('logs the faults of the database, and no warnings', async () => {
    const owner = await database.as('owner')
    // doctor warns of an index.
    await owner.query('drop policy lecture on app.sapeurs; create index trop on app.sapeurs (sis_key, nom)')
    for (const found of await Promise.all(programs.map(logged)))
      expect(found).toEqual(['50 schéma: politique app.sapeurs lecture manque'])
  })
})
