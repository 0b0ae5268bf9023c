import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { cleanUp, makeDirectory } from './db/embedded_fixture.ts'
import { useCommandLine } from './support/command_line.ts'
import { isReady, killPrograms, postgresPid, runProgram, takePort } from './support/program.ts'

const nobody = { uid: 65534, gid: 65534 }
const root = process.getuid?.() === 0
const runs = () => spawnSync(process.execPath, ['--version'], nobody).status === 0
const dataDir = dirname(makeDirectory())
const patience = { timeout: 15_000, interval: 5 }
const run = useCommandLine()

const byProgram = async (args: string[], { env }: { env: Record<string, string> }) => {
  const program = runProgram(args, env)
  return { code: (await program.ended).code, said: program.output() }
}

afterEach(killPrograms)
afterAll(cleanUp)

describe('the start command', { timeout: 60_000 }, () => {
  const all = ' (ou PORT=… pour les déplacer tous)'
  it.each([
    ['DATA_PORT', byProgram, all],
    ['AUTH_PORT', run, all],
    ['MAILBOX_IMAP_PORT', run, all],
    ['MAILBOX_SMTP_PORT', run, all],
    ['EMBEDDED_PORT', run, ''],
  ])(
    'names the setting to change when the port of %s is taken, and leaves nothing running',
    async (variable, by, more) => {
      const { port, free } = await takePort()
      const env = { DATA_DIR: dataDir, PORT: '0', DEMO_HISTORY: 'false', [variable]: String(port) }
      const { code, said } = await by(['start'], { env })
      expect(code).toBe(1)
      expect(said).toContain(`Le port ${port} est déjà pris. Choisissez-en un autre : ${variable}=…${more}\n`)
      expect(postgresPid(dataDir)).toBeUndefined()
      await free()
    },
  )

  it('names every setting that it cannot read', async () => {
    const { code, said } = await run(['start'], { env: { DATA_DIR: dataDir, PORT: 'x', IMAP_URL: 'y' } })
    expect(code).toBe(1)
    expect(said).toMatch(/^Configuration invalide :\n {2}PORT : .*\n {2}IMAP_URL : adresse illisible/)
    expect(postgresPid(dataDir)).toBeUndefined()
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'leaves nothing running when %s arrives during the start',
    async (signal) => {
      const program = runProgram(['start'], { DATA_DIR: dataDir, PORT: '0' })
      await expect.poll(() => postgresPid(dataDir), patience).toBeGreaterThan(0)
      expect(await program.kill(signal)).toEqual({ code: 0, signal: null })
      expect(postgresPid(dataDir)).toBeUndefined()
    },
  )

  it.skipIf(!root || !runs())('works for an ordinary user in their own directory', async () => {
    const own = dirname(makeDirectory())
    chownSync(own, nobody.uid, nobody.gid)
    const program = runProgram(['start'], { DATA_DIR: own, PORT: '0' }, { cwd: own, account: nobody })
    const at = await isReady(program)
    expect((await fetch(at.data.replace('/api/v2', '/ready'))).status).toBe(200)
    expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(postgresPid(own)).toBeUndefined()
  })
})
